#include "net/http/v2_operations.h"

#include <string>

namespace crossdock::net::http {
namespace {

constexpr const char* kJson = "application/json";
constexpr const char* kBinary = "application/octet-stream";
constexpr const char* kServer = "server";
constexpr const char* kModels = "models";
constexpr const char* kRepository = "repository";

Outcome Ok(const char* schema, const char* meaning = "It is told") { return {200, meaning, {{kJson, schema}}}; }
Outcome NoModel() { return {404, "No such model or version."}; }
Outcome NotReady() { return {503, "It loads, has failed, or the server stops; `reason` says which."}; }

InputValue Header(const char* name, const char* meaning, const char* schema) {
  return {name, InputValue::In::kHeader, meaning, schema};
}

Operation OfModel(const char* summary, const char* schema) {
  return {.summary = summary, .tag = kModels, .gives = {Ok(schema), NoModel(), NotReady()}};
}

}  // namespace

Operation DescribeServerMetadata() {
  return {.summary = "Name, version and extensions of the server", .tag = kServer, .gives = {Ok("ServerMetadata")}};
}

Operation DescribeServerLive() {
  return {.summary = "Whether the process answers", .tag = kServer, .gives = {Ok("ServerLive")}};
}

Operation DescribeServerReady() {
  return {.summary = "Whether the server takes requests", .tag = kServer, .gives = {Ok("ServerReady"), NotReady()}};
}

Operation DescribeModelMetadata() { return OfModel("Inputs and outputs of a model", "ModelMetadata"); }
Operation DescribeModelReady() { return OfModel("Whether a model can be used", "ModelReady"); }
Operation DescribeModelConfig() { return OfModel("Largest batch, and shapes without it", "ModelConfig"); }
Operation DescribeModelStats() { return OfModel("Requests, rows and engine calls since the start", "ModelStatistics"); }

Operation DescribeInfer() {
  return {
      .summary = "One inference: tensors in, tensors out",
      .tag = kModels,
      .values = {Header("Inference-Header-Content-Length", "Bytes of JSON before the binary tensors; 0: none at all",
                        R"({"type":"integer","minimum":0})"),
                 Header("X-Crossdock-Tier", "How urgent it is", R"({"enum":["critical","normal","batch"]})"),
                 Header("X-Crossdock-Deadline-Ms", "Milliseconds from arrival after which nobody waits",
                        R"({"type":"number","exclusiveMinimum":0,"maximum":86400000})"),
                 Header("X-Crossdock-Timing", "The reply tells where the time went", R"({"enum":["1","true"]})"),
                 Header("X-Crossdock-Tenant", "Who asks", R"({"type":"string"})"),
                 Header("X-Request-Id", "Runs through log, reply and metrics", R"({"type":"string"})")},
      .takes = {{kJson, "InferRequest"}, {kBinary, ""}, {"image/*", ""}},
      .gives = {{200,
                 "The outputs; with binary ones the JSON is followed by their bytes",
                 {{kJson, "InferReply"}, {kBinary, ""}}},
                NoModel(),
                {429, "The model's queue is full."},
                {500, "The model or its runtime failed on this input."},
                NotReady(),
                {504, "The deadline passed, or cannot be met."}}};
}

Operation DescribeRepositoryIndex() {
  return {.summary = "Every version with its state",
          .tag = kRepository,
          .takes = {{kJson, "RepositoryIndexRequest"}},
          .body_required = false,
          .gives = {Ok("RepositoryIndex")}};
}

Operation DescribeRepositoryAction(std::string_view verb) {
  return {.summary = std::string(verb) + " a model of the repository's folder; answers when that is done",
          .tag = kRepository,
          .takes = {{kJson, "RepositoryRequest"}},
          .body_required = false,
          .gives = {Ok("Empty", "It is done"), NoModel(), {500, "The model cannot be loaded."}}};
}

}  // namespace crossdock::net::http
