#include "jobs/verdict_json.h"

#include <chrono>
#include <cmath>
#include <memory>

#include "jobs/error_json.h"

namespace crossdock::jobs {
namespace {

using fusion::Candidate;
using fusion::State;
using fusion::Support;
using fusion::Verdict;
using fusion::View;
using Json = nlohmann::ordered_json;

double Millis(Nanos t) { return static_cast<double>(t.count() / 1000) / 1000.0; }
Nanos FromMillis(double ms) { return std::chrono::microseconds(std::llround(ms * 1000)); }

/// Six digits: a parcel that three cameras agree on is surer than four show.
double Rounded(double probability) { return std::round(probability * 1e6) / 1e6; }

Json ToJson(const View& view) {
  Json out{{"job", view.job}, {"picture", view.picture}};
  if (!view.camera.empty()) out["camera"] = view.camera;
  out["after_ms"] = Millis(view.after);
  if (view.error) out["error"] = ErrorToJson(*view.error);
  return out;
}

View ViewFromJson(const nlohmann::json& json) {
  View view{json.at("job").get<std::string>(), json.at("picture").get<int>(), json.value("camera", "")};
  view.after = FromMillis(json.at("after_ms").get<double>());
  if (json.contains("error")) view.error = ErrorFromJson(json.at("error"));
  return view;
}

Json ToJson(const Candidate& candidate, const Verdict& verdict) {
  Json reads = Json::array();
  for (const Support& support : candidate.supports) {
    const View& view = verdict.views[static_cast<size_t>(support.view)];
    Json read{{"view", support.view}, {"job", view.job}, {"picture", view.picture}};
    if (!view.camera.empty()) read["camera"] = view.camera;
    read["format"] = support.format;
    read["confidence"] = Rounded(support.confidence);
    read["belief"] = Rounded(support.belief);
    reads.push_back(std::move(read));
  }
  return {{"text", candidate.text},
          {"probability", Rounded(candidate.probability)},
          {"cameras", candidate.cameras},
          {"reads", std::move(reads)}};
}

Candidate CandidateFromJson(const nlohmann::json& json) {
  Candidate candidate{json.at("text").get<std::string>(), json.at("probability").get<double>(),
                      json.at("cameras").get<int>()};
  for (const auto& read : json.at("reads")) {
    candidate.supports.push_back({read.at("view").get<int>(), read.at("format").get<std::string>(),
                                  read.at("confidence").get<double>(), read.at("belief").get<double>()});
  }
  return candidate;
}

void AddVerdict(const Verdict& verdict, Json& out) {
  if (verdict.state == State::kRead) {
    out["text"] = verdict.candidates.front().text;
    out["format"] = verdict.candidates.front().supports.front().format;
    out["probability"] = Rounded(verdict.candidates.front().probability);
  }
  out["because"] = Name(verdict.because);
  out["expected"] = verdict.expected;
  out["after_ms"] = Millis(verdict.after);
  out["deadline_ms"] = Millis(verdict.deadline);
  out["candidates"] = Json::array();
  for (const Candidate& candidate : verdict.candidates) out["candidates"].push_back(ToJson(candidate, verdict));
  out["pictures"] = Json::array();
  for (const View& view : verdict.views) out["pictures"].push_back(ToJson(view));
}

}  // namespace

Json ShareToJson(const fusion::Share& share) {
  Json out{{"parcel", share.parcel}, {"state", Name(share.state())}, {"late", share.late}};
  if (share.late) out["past_deadline"] = share.past_deadline;
  if (share.verdict) AddVerdict(*share.verdict, out);
  return out;
}

fusion::Share ShareFromJson(const nlohmann::json& json) {
  fusion::Share share{json.at("parcel").get<std::string>(), json.at("late").get<bool>()};
  share.past_deadline = json.value("past_deadline", false);
  const State state = fusion::ParseState(json.at("state").get<std::string>()).value_or(State::kUnknown);
  share.unknown = state == State::kUnknown;
  if (state == State::kOpen || state == State::kUnknown) return share;
  auto verdict = std::make_shared<Verdict>();
  verdict->state = state;
  verdict->because = fusion::ParseBecause(json.at("because").get<std::string>()).value_or(fusion::Because::kDeadline);
  verdict->expected = json.at("expected").get<int>();
  verdict->after = FromMillis(json.at("after_ms").get<double>());
  verdict->deadline = FromMillis(json.at("deadline_ms").get<double>());
  for (const auto& view : json.at("pictures")) verdict->views.push_back(ViewFromJson(view));
  for (const auto& candidate : json.at("candidates")) verdict->candidates.push_back(CandidateFromJson(candidate));
  share.verdict = std::move(verdict);
  return share;
}

std::string ToJson(const fusion::ParcelView& parcel) {
  Json out{{"parcel", parcel.parcel}, {"state", Name(parcel.verdict ? parcel.verdict->state : State::kOpen)}};
  if (parcel.verdict) {
    AddVerdict(*parcel.verdict, out);
  } else {
    out["expected"] = parcel.expected;
    out["deadline_ms"] = Millis(parcel.deadline);
  }
  // All that came, also what came too late to count.
  out["pictures"] = Json::array();
  for (const auto& seen : parcel.seen) {
    Json one = ToJson(seen.view);
    one["late"] = seen.late;
    if (seen.late) one["past_deadline"] = seen.past_deadline;
    out["pictures"].push_back(std::move(one));
  }
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace crossdock::jobs
