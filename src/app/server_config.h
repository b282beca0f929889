#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "access/config.h"
#include "base/result.h"
#include "jobs/config.h"
#include "model/hot/cache_config.h"
#include "model/lifecycle_config.h"
#include "model/loading_config.h"
#include "model/model_config.h"
#include "net/grpc/config.h"
#include "net/http/config.h"
#include "pipeline/parcel/parcel_config.h"

namespace crossdock::app {

/// A model named in the server's own configuration instead of lying in the repository.
struct ModelEntry {
  std::filesystem::path file;  // relative to the configuration file
  model::ModelConfig config;
  Status Validate() const { return config.Validate(); }
};

/// Who may compute how much at once. 0 threads: as many as the process has cores.
struct SchedulingConfig {
  int slots = 0;
  int engine_nice = 5;
  int codes_threads = 0;
  bool codes_on_receiving = false;
  int rescue_threads = 1;
  int rescue_nice = 2;
  int text_threads = 0;
  int text_nice = 5;
  int max_queued_pictures = 256;
  bool refuse_late = true;
};

struct LimitsConfig {
  int request_mib = 512;
  int default_deadline_ms = 30'000;
  int kept_jobs = 10'000;
  int keep_jobs_s = 300;
  int longest_wait_s = 60;
};

struct LogConfig {
  std::string level = "info";
  bool json = false;
};

struct PipelinesConfig {
  std::optional<pipeline::ParcelConfig> parcel;
};

/// `crossdock.yaml`.
struct ServerConfig {
  std::filesystem::path model_repository;  // relative to the configuration file; empty: only `models`
  std::map<std::string, ModelEntry> models;
  model::LifecycleConfig lifecycle;
  model::CacheConfig cache;
  model::LoadingConfig loading;
  net::http::HttpConfig http;
  net::grpc::GrpcConfig grpc;
  SchedulingConfig scheduling;
  LimitsConfig limits;
  access::AccessConfig access;
  jobs::JobsConfig jobs;
  PipelinesConfig pipelines;
  LogConfig log;
  Status Validate() const;
};

template <class Visitor>
void Describe(ModelEntry& c, Visitor& v) {
  v.Field("file", c.file, "the model's file, relative to this configuration");
  Describe(c.config, v);
}

template <class Visitor>
void Describe(SchedulingConfig& c, Visitor& v) {
  v.Field("slots", c.slots, 0, 1024, "engine calls at once; 0: as many as the process has cores");
  v.Field("engine_nice", c.engine_nice, 0, 19,
          "how far engine calls yield to the critical line, as the system counts niceness; 20: they run only on cores "
          "that nobody else wants");
  v.Field("codes_threads", c.codes_threads, 0, 1024,
          "threads that decode pictures and read codes; 0: as many as cores");
  v.Field("codes_on_receiving", c.codes_on_receiving,
          "decode pictures and read codes on the thread that received them, which serves nobody else meanwhile: what "
          "simple servers do, for comparisons");
  v.Field("rescue_threads", c.rescue_threads, 1, 1024, "threads that look for codes which the plain read missed");
  v.Field("rescue_nice", c.rescue_nice, 0, 19, "how far the rescue yields");
  v.Field("text_threads", c.text_threads, 0, 1024,
          "threads around the text models: letterbox, crops, letters; 0: as many as cores");
  v.Field("text_nice", c.text_nice, 0, 19, "how far they yield");
  v.Field("max_queued_pictures", c.max_queued_pictures, 1, 1 << 20,
          "pictures that wait for a thread before new ones are refused");
  v.Field("refuse_late", c.refuse_late,
          "refuse at once, before anything is decoded, what cannot be answered by its deadline");
}

template <class Visitor>
void Describe(LimitsConfig& c, Visitor& v) {
  v.Field("request_mib", c.request_mib, 1, 1 << 20, "what all requests inside the server may hold together, MiB");
  v.Field("default_deadline_ms", c.default_deadline_ms, 1, 86'400'000,
          "deadline of requests and models that name none, milliseconds");
  v.Field("kept_jobs", c.kept_jobs, 1, 10'000'000, "jobs that can be asked for, running and done");
  v.Field("keep_jobs_s", c.keep_jobs_s, 1, 86'400, "how long a job's result can be asked for, seconds");
  v.Field("longest_wait_s", c.longest_wait_s, 1, 3600, "longest wait that a client may prefer, seconds");
}

template <class Visitor>
void Describe(LogConfig& c, Visitor& v) {
  v.Field("level", c.level, {"debug", "info", "warn", "error"}, "least level that is written");
  v.Field("json", c.json, "one JSON object a line instead of text");
}

template <class Visitor>
void Describe(PipelinesConfig& c, Visitor& v) {
  v.Field("parcel", c.parcel, "the hub's pipeline: pictures of a parcel in, codes and text out");
}

template <class Visitor>
void Describe(ServerConfig& c, Visitor& v) {
  v.Field("model_repository", c.model_repository,
          "folder of models: NAME.onnx, or NAME/VERSION/model.onnx with NAME/model.yaml");
  v.Field("models", c.models, "models by name, each with its file; beside those of the repository");
  v.Field("lifecycle", c.lifecycle, "how models come and go while the server runs");
  v.Field("cache", c.cache, "what is kept of loading, so that the next start is quick");
  v.Field("loading", c.loading, "how models are loaded at the start");
  v.Field("http", c.http, "HTTP front end");
  v.Field("grpc", c.grpc, "gRPC front end");
  v.Field("scheduling", c.scheduling, "threads and slots");
  v.Field("limits", c.limits, "bounds");
  v.Field("access", c.access, "who may ask, and for how much");
  v.Field("jobs", c.jobs, "what outlives a restart");
  v.Field("pipelines", c.pipelines, "pipelines, each under its own name");
  v.Field("log", c.log, "the server's own log, on standard error");
}

/// Reads a configuration file and makes its paths absolute.
Result<ServerConfig> LoadServerConfig(const std::filesystem::path& file);

/// The keys at the top of the file in which the two differ, in the file's order.
std::vector<std::string> ChangedKeys(const ServerConfig& before, const ServerConfig& after);

}  // namespace crossdock::app
