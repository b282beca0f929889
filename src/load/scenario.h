#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "load/arrivals.h"

namespace crossdock::load {

/// One kind of request and when it is sent. Exactly one of `model`, `pictures` and `path` says what, and exactly one of `rate`,
/// `concurrency` and `replay` says when.
struct StreamConfig {
  std::string name;  // empty: what is sent
  // When.
  double rate = 0;
  ArrivalKind arrivals = ArrivalKind::kPoisson;
  double cv = 1;
  std::vector<RateStep> steps;
  std::filesystem::path replay;
  double speed = 1;
  int concurrency = 0;
  // What.
  std::string model;
  int batch = 1;
  std::map<std::string, std::vector<int64_t>> shapes;
  std::filesystem::path pictures;
  bool text = true;
  std::string path;
  std::filesystem::path body;
  std::string content_type = "application/json";
  // How urgent.
  std::string tier;
  int deadline_ms = 0;
  std::map<std::string, std::string> headers;

  /// The name, or what is sent where there is none.
  std::string Title() const;
  Status Validate() const;
};

/// A load: `load.yaml`, or the flags of `crossdock load`. Relative paths are those of the file.
struct Scenario {
  std::string address = "127.0.0.1:8000";
  double seconds = 10;
  double warm_up_seconds = 0;
  uint64_t seed = 1;
  int connections = 256;
  int timeout_ms = 60'000;
  double slo_ms = 0;
  std::vector<StreamConfig> streams;

  Status Validate() const;
  /// One with a stream: without any there is nothing to send.
  static Scenario Example();
};

template <class Visitor>
void Describe(RateStep& c, Visitor& v) {
  v.Field("at_seconds", c.at_seconds, 0.0, 1e6, "when the rate changes, from the start");
  v.Field("rate", c.rate, 0.0, 1e6, "requests a second from then on");
}

template <class Visitor>
void Describe(StreamConfig& c, Visitor& v) {
  v.Field("name", c.name, "what the report calls it; empty: the model, folder or path");
  v.Field("rate", c.rate, 0.0, 1e6, "open loop: requests a second, whatever the answers take");
  v.Field("arrivals", c.arrivals,
          {{"constant", ArrivalKind::kConstant}, {"poisson", ArrivalKind::kPoisson}, {"gamma", ArrivalKind::kGamma}},
          "how the gaps between requests are drawn");
  v.Field("cv", c.cv, 0.01, 100.0,
          "gamma: standard deviation of the gaps by their mean; below 1 steadier than poisson, above 1 in bursts");
  v.Field("steps", c.steps, "changes of the rate, in the order of time");
  v.Field("replay", c.replay,
          "file of sending times in seconds, one a line (first column of a CSV file), instead of a rate");
  v.Field("speed", c.speed, 0.001, 1000.0, "how many times as fast the file is replayed");
  v.Field("concurrency", c.concurrency, 0, 10'000,
          "closed loop instead of a rate: so many requests under way, each sent when one is answered");
  v.Field("model", c.model, "a model: its inputs are asked for and filled with made numbers");
  v.Field("batch", c.batch, 1, 1 << 20, "rows of a request, for a model whose first dimension is open");
  v.Field("shapes", c.shapes, "whole shapes of inputs by their names, for models with other open dimensions");
  v.Field("pictures", c.pictures, "a folder of pictures for the parcel pipeline, sent over and over");
  v.Field("text", c.text, "pictures: whether text is read");
  v.Field("path", c.path, "any path of the server: POST with a body, else GET");
  v.Field("body", c.body, "file that is sent to the path");
  v.Field("content_type", c.content_type, "what the body is");
  v.Field("tier", c.tier, {"", "critical", "normal", "batch"}, "how urgent; empty: the server's choice");
  v.Field("deadline_ms", c.deadline_ms, 0, 86'400'000, "deadline of each request; 0: the server's");
  v.Field("headers", c.headers, "more header lines");
}

template <class Visitor>
void Describe(Scenario& c, Visitor& v) {
  v.Field("address", c.address, "HOST:PORT of the server's HTTP");
  v.Field("seconds", c.seconds, 0.1, 86'400.0, "how long is measured");
  v.Field("warm_up_seconds", c.warm_up_seconds, 0.0, 86'400.0, "how long is sent before that, unmeasured");
  v.Field("seed", c.seed, 0, 1'000'000'000, "of sending times and made inputs: one seed, one load");
  v.Field("connections", c.connections, 1, 20'000, "most connections; they are opened when they are needed");
  v.Field("timeout_ms", c.timeout_ms, 1, 3'600'000, "when a request is given up, from its intended sending time");
  v.Field("slo_ms", c.slo_ms, 0.0, 3'600'000.0, "latency that counts as good; 0: none");
  v.Field("streams", c.streams, "what is sent, side by side");
}

/// Reads a scenario and makes its paths absolute.
/// errors  those of config::ReadYamlFile
Result<Scenario> ReadScenario(const std::filesystem::path& file);

}  // namespace crossdock::load
