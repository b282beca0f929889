#include "pipeline/byte_budget.h"

#include <fmt/format.h>

namespace crossdock::pipeline {

Result<Ticket> ByteBudget::Admit(const RequestFacts& facts) {
  const size_t bytes = facts.bytes;
  size_t used = *used_bytes_;
  do {
    if (bytes > limit_bytes_ - used) {
      return Error{ErrorCode::kResourceExhausted,
                   fmt::format("requests in the server hold {} bytes and this one adds {}; limits.request_bytes is {}",
                               used, bytes, limit_bytes_),
                   "", Reason::kMemory, std::chrono::milliseconds(200)};
    }
  } while (!used_bytes_->compare_exchange_weak(used, used + bytes));
  return Ticket(std::shared_ptr<void>(nullptr, [used = used_bytes_, bytes](void*) { used->fetch_sub(bytes); }));
}

}  // namespace crossdock::pipeline
