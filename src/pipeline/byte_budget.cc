#include "pipeline/byte_budget.h"

#include <fmt/format.h>

namespace crossdock::pipeline {

Result<Ticket> ByteBudget::Admit(const RequestFacts& facts) {
  const size_t bytes = facts.bytes;
  if (used_bytes_->fetch_add(bytes) + bytes > limit_bytes_) {
    used_bytes_->fetch_sub(bytes);
    return Error{ErrorCode::kResourceExhausted,
                 fmt::format("requests in the server hold {} bytes and this one adds {}; limits.request_bytes is {}", used_bytes(), bytes,
                             limit_bytes_),
                 "", Reason::kMemory, std::chrono::milliseconds(200)};
  }
  return Ticket(std::shared_ptr<void>(nullptr, [used = used_bytes_, bytes](void*) { used->fetch_sub(bytes); }));
}

}  // namespace crossdock::pipeline
