#include "net/http/body.h"

#include <cassert>
#include <cstring>
#include <new>

#include <fmt/format.h>

namespace crossdock::net::http {
namespace {

constexpr size_t kAlignment = 64;

}  // namespace

bool BodyBudget::TryTake(size_t bytes) {
  if (held_.fetch_add(bytes, std::memory_order_relaxed) + bytes <= most_) return true;
  GiveBack(bytes);
  return false;
}

Result<Body> Body::WithRoom(size_t size, size_t aligned_at, std::shared_ptr<BodyBudget> budget) {
  const Error no_memory{ErrorCode::kResourceExhausted,
                        fmt::format("no memory for a body of {} bytes now; come back later", size), "",
                        Reason::kMemory};
  if (budget && !budget->TryTake(size)) return no_memory;
  const size_t shift = (kAlignment - aligned_at % kAlignment) % kAlignment;
  auto* memory =
      static_cast<std::byte*>(::operator new(shift + size + kPadding, std::align_val_t{kAlignment}, std::nothrow));
  if (memory == nullptr) {
    if (budget) budget->GiveBack(size);
    return no_memory;
  }
  Body body;
  body.owner_ = std::shared_ptr<void>(memory, [budget = std::move(budget), size](void* p) {
    ::operator delete(p, std::align_val_t{kAlignment});
    if (budget) budget->GiveBack(size);
  });
  body.data_ = memory + shift;
  body.room_ = size;
  std::memset(body.data_ + size, 0, kPadding);
  return body;
}

Body Body::Of(std::string_view text, size_t aligned_at) {
  auto made = WithRoom(text.size(), aligned_at, nullptr);
  assert(made);
  Body body = std::move(*made);
  if (!text.empty()) std::memcpy(body.data_, text.data(), text.size());
  body.Grow(text.size());
  return body;
}

void Body::Grow(size_t count) {
  assert(count <= room_ - filled_);
  filled_ += count;
}

}  // namespace crossdock::net::http
