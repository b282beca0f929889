#pragma once

#include <cstring>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "engine/fake/fake_session.h"
#include "model/catalog.h"
#include "model/version.h"
#include "pipeline/work_item.h"

/// A loaded version over the fake engine, and requests for it: for this module's tests.
namespace crossdock::pipeline::testing {

struct FakeVersion {
  engine::fake::FakeSession* session = nullptr;  // owned by the pin
  model::Pin pin;
};

inline model::Pin PinOf(std::unique_ptr<engine::Session> session, schedule::BatchingConfig batching, int max_batch,
                        std::string name = "m") {
  model::Version::Parts parts;
  parts.id = {std::move(name), 1};
  parts.config.batching = std::move(batching);
  parts.max_batch = max_batch;
  parts.signature = session->signature();
  if (max_batch > 1) {
    for (auto* ports : {&parts.signature.inputs, &parts.signature.outputs}) {
      for (auto& port : *ports) port.batch = engine::BatchAxis::kFirst;
    }
  }
  parts.session = std::move(session);
  return std::make_shared<const model::Version>(std::move(parts));
}

inline FakeVersion MakeVersion(engine::fake::FakeModel fake, Clock& clock, schedule::BatchingConfig batching,
                               int max_batch, std::string name = "m") {
  auto session = std::make_unique<engine::fake::FakeSession>(std::move(fake), clock);
  auto* raw = session.get();
  return {raw, PinOf(std::move(session), std::move(batching), max_batch, std::move(name))};
}

inline tensor::Tensor Rows(std::vector<float> values, int64_t width = 1) {
  auto t = tensor::Tensor::Allocate(tensor::DType::kF32, {static_cast<int64_t>(values.size()) / width, width}).value();
  std::memcpy(t.mutable_view().bytes.data(), values.data(), values.size() * sizeof(float));
  return t;
}

inline std::vector<float> Values(const tensor::Tensor& t) {
  const auto v = t.view().as<float>();
  return {v.begin(), v.end()};
}

/// An item of as many rows as values; what it is answered with can be asked for through the future.
struct AskedItem {
  WorkItem item;
  std::future<Result<WorkResult>> answer;
};
inline AskedItem Ask(const model::Pin& pin, std::vector<float> values, TimePoint arrived,
                     TimePoint deadline = TimePoint::max()) {
  AskedItem asked;
  auto promise = std::make_shared<std::promise<Result<WorkResult>>>();
  asked.answer = promise->get_future();
  asked.item.pin = pin;
  asked.item.rows = static_cast<int>(values.size());
  asked.item.inputs.push_back(Rows(std::move(values)));
  asked.item.arrived = arrived;
  asked.item.deadline = deadline;
  asked.item.done = Completion<WorkResult>([promise](Result<WorkResult> r) { promise->set_value(std::move(r)); });
  return asked;
}

class OneModelCatalog final : public model::Catalog {
 public:
  explicit OneModelCatalog(model::Pin pin) : pin_(std::move(pin)) {}
  Result<model::Pin> Find(std::string_view name, std::optional<int>) const override {
    if (name != pin_->id().name) return Error{ErrorCode::kNotFound, "no such model", "model"};
    return pin_;
  }
  std::vector<model::VersionStatus> List() const override { return {{pin_->id(), model::VersionState::kReady, ""}}; }

 private:
  model::Pin pin_;
};

}  // namespace crossdock::pipeline::testing
