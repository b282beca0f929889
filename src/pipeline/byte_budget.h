#pragma once

#include <atomic>
#include <cstdint>

#include "pipeline/ports.h"

namespace crossdock::pipeline {

/// Admits requests while all that are inside hold no more than so many bytes together.
class ByteBudget final : public Admission {
 public:
  explicit ByteBudget(size_t limit_bytes)
      : limit_bytes_(limit_bytes), used_bytes_(std::make_shared<std::atomic<size_t>>(0)) {}
  Result<Ticket> Admit(const RequestFacts& facts) override;
  size_t used_bytes() const { return *used_bytes_; }

 private:
  const size_t limit_bytes_;
  std::shared_ptr<std::atomic<size_t>> used_bytes_;  // shared with the tickets, which may outlive the budget
};

}  // namespace crossdock::pipeline
