#include "pipeline/model_service.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

#include <fmt/format.h>

#include "base/guarded.h"
#include "pipeline/check_inputs.h"

namespace crossdock::pipeline {
namespace {

/// Collects the parts of one request and answers when the last has come.
class Join {
 public:
  /// `arrived`: at the queue.
  Join(InferRequest request, model::Pin pin, CheckedInputs checked, Ticket ticket, const Taps& taps, int parts,
       const Clock& clock, TimePoint arrived)
      : request_(std::move(request)),
        pin_(std::move(pin)),
        checked_(std::move(checked)),
        ticket_(std::move(ticket)),
        taps_(taps),
        clock_(clock),
        arrived_(arrived) {
    if (parts > 1) {
      give_up_ = std::stop_source();
      client_gone_.emplace(request_.context.cancel.get_token(), RequestStop{give_up_});
    }
    auto state = state_.Lock();
    state->parts.resize(static_cast<size_t>(parts));
    state->missing = parts;
  }

  const InferRequest& request() const { return request_; }
  const CheckedInputs& checked() const { return checked_; }
  /// Requested when the client goes away, or when a part has failed and the others would be worked on for nothing.
  std::stop_token given_up() const { return client_gone_ ? give_up_.get_token() : request_.context.cancel.get_token(); }

  void OnPart(size_t part, Result<WorkResult> result) {
    const bool failed = !result;
    bool last = false;
    {
      auto state = state_.Lock();
      if (failed && !state->error) state->error = result.error();
      if (result) state->parts[part] = *std::move(result);
      last = --state->missing == 0;
    }
    if (failed && !last) give_up_.request_stop();
    if (!last) return;
    auto answer = Assemble();
    ticket_ = {};  // before the answer is out: whoever got it may ask again at once
    request_.done.Finish(std::move(answer));
  }

 private:
  struct RequestStop {
    std::stop_source of;
    /// On a copy: the stop may end the last part, and this with it, before it returns.
    void operator()() const { std::stop_source(of).request_stop(); }
  };
  struct State {
    std::vector<WorkResult> parts;
    std::optional<Error> error;
    int missing = 0;
  };

  Result<InferAnswer> Assemble() {
    auto state = state_.Lock();
    if (state->error) return *state->error;
    const auto& ports = pin_->signature().outputs;
    const size_t outputs = state->parts.front().outputs.size();
    std::vector<tensor::Tensor> joined;
    for (size_t o = 0; o < outputs; ++o) {
      if (state->parts.size() == 1) {
        joined.push_back(state->parts.front().outputs[o]);
        continue;
      }
      std::vector<tensor::TensorView> rows;
      for (const WorkResult& part : state->parts) rows.push_back(part.outputs[o].view());
      auto whole = tensor::Concat(rows);
      if (!whole) return whole.error();
      joined.push_back(*std::move(whole));
    }
    InferAnswer answer;
    answer.model = pin_->id();
    answer.timing = TimingOf(state->parts);
    ShowTaps(joined, answer.timing);
    for (size_t o = 0; o < outputs; ++o) {
      const size_t port = checked_.wanted.empty() ? o : checked_.wanted[o];
      answer.outputs.push_back({ports[port].name, std::move(joined[o])});
    }
    PutInAskedOrder(answer.outputs);
    return answer;
  }

  Timing TimingOf(const std::vector<WorkResult>& parts) const {
    Timing timing;
    Nanos computed{0};  // from the arrival to the end of the last engine call
    for (const WorkResult& part : parts) {
      timing.queue = std::max(timing.queue, part.queue);
      timing.engine += part.engine;
      timing.batch_rows = std::max(timing.batch_rows, part.batch_rows);
      computed = std::max(computed, part.queue + part.engine);
    }
    if (request_.context.received != TimePoint{})
      timing.preprocess = std::max(Nanos{0}, arrived_ - request_.context.received);
    timing.postprocess = std::max(Nanos{0}, clock_.Now() - arrived_ - computed);
    return timing;
  }

  void PutInAskedOrder(std::vector<NamedTensor>& outputs) const {
    const std::vector<std::string>& asked = request_.wanted_outputs;
    for (size_t i = 0; i < asked.size(); ++i) {
      const auto named = [&](const NamedTensor& output) { return output.name == asked[i]; };
      std::iter_swap(outputs.begin() + static_cast<std::ptrdiff_t>(i),
                     std::find_if(outputs.begin(), outputs.end(), named));
    }
  }

  void ShowTaps(const std::vector<tensor::Tensor>& outputs, const Timing& timing) const {
    const RequestFacts facts{request_.context, pin_->id().name, 0};
    const TapEvent event{request_.context, *pin_, checked_.inputs, outputs, timing};
    for (Tap* tap : {taps_.request_log, taps_.drift, taps_.review}) {
      if (tap != nullptr && tap->Wants(facts)) tap->See(event);
    }
  }

  InferRequest request_;
  const model::Pin pin_;
  const CheckedInputs checked_;
  Ticket ticket_;
  const Taps taps_;
  const Clock& clock_;
  const TimePoint arrived_;
  Guarded<State> state_;
  std::stop_source give_up_{std::nostopstate};                  // of several parts
  std::optional<std::stop_callback<RequestStop>> client_gone_;  // last: it may be called until it is destroyed
};

Error MoreThanTheQueue(const model::Version& version, int rows) {
  const int most = version.config().batching.max_queued;
  return {ErrorCode::kResourceExhausted,
          fmt::format("{} rows, and no more than {} may wait for model {} (batching.max_queued)", rows, most,
                      version.id().name),
          "inputs", Reason::kTooLarge};
}

/// Submits the parts, of `most` rows each but the last.
void SubmitParts(const std::shared_ptr<Join>& join, const model::Pin& pin, int most, TimePoint now, bool refuse_late,
                 Dispatcher& dispatcher) {
  const CheckedInputs& checked = join->checked();
  const int count = (checked.rows + most - 1) / most;
  for (int part = 0; part < count; ++part) {
    Completion<WorkResult> done(
        [join, part](Result<WorkResult> r) { join->OnPart(static_cast<size_t>(part), std::move(r)); });
    if (part > 0 && join->given_up().stop_requested()) {
      done.Finish(Error{ErrorCode::kCancelled, "another part of the request failed, or its client went away"});
      continue;
    }
    WorkItem item;
    item.pin = pin;
    item.wanted = checked.wanted;
    item.rows = std::min(most, checked.rows - part * most);
    item.request_rows = part == 0 && refuse_late ? checked.rows : 0;
    item.tier = join->request().context.tier;
    item.arrived = now;
    item.deadline = join->request().context.deadline;
    item.cancel = join->given_up();
    for (size_t i = 0; i < checked.inputs.size(); ++i) {
      const tensor::Tensor& whole = checked.inputs[i];
      const bool split = count > 1 && pin->signature().inputs[i].batch == engine::BatchAxis::kFirst;
      item.inputs.push_back(split ? whole.Rows(part * most, item.rows).value() : whole);
    }
    item.done = std::move(done);
    dispatcher.Submit(std::move(item));
  }
}

}  // namespace

void ModelService::Infer(InferRequest request) noexcept {
  if (Status started = Start(request); !started) request.done.Finish(std::move(started).error());
}

Status ModelService::Start(InferRequest& request) {
  auto pin = parts_.catalog.Find(request.model, request.version);
  if (!pin) return pin.error();
  size_t bytes = 0;
  for (const NamedTensor& input : request.inputs) bytes += input.tensor.size_bytes();
  Ticket ticket;
  if (parts_.admission != nullptr) {
    auto admitted = parts_.admission->Admit({request.context, request.model, bytes});
    if (!admitted) return admitted.error();
    ticket = *std::move(admitted);
  }
  auto checked = CheckInputs(**pin, std::move(request.inputs), request.wanted_outputs);
  if (!checked) return checked.error();

  const TimePoint now = parts_.clock.Now();
  if (request.context.deadline == TimePoint::max()) {
    const int own_ms = (*pin)->config().deadline_ms;
    request.context.deadline = now + (own_ms > 0 ? Nanos(std::chrono::milliseconds(own_ms)) : parts_.default_deadline);
  }
  const int rows = checked->rows;
  const int most =
      std::max(1, (*pin)->batchable() ? std::min((*pin)->max_batch(), (*pin)->config().batching.max_batch) : rows);
  const int count = (rows + most - 1) / most;
  if (rows > std::max(most, (*pin)->config().batching.max_queued)) return MoreThanTheQueue(**pin, rows);
  const auto join = std::make_shared<Join>(std::move(request), *pin, *std::move(checked), std::move(ticket),
                                           parts_.taps, count, parts_.clock, now);
  SubmitParts(join, *pin, most, now, parts_.refuse_late, parts_.dispatcher);
  return {};
}
}  // namespace crossdock::pipeline
