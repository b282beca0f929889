#include "net/http/v2_routes.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/bounded_queue.h"
#include "net/http/server.h"
#include "net/testing/echo_service.h"
#include "net/testing/http_client.h"

namespace crossdock::net::http {
namespace {

using ::testing::HasSubstr;
using testing::HttpClient;
using ::testing::Not;

class V2Test : public ::testing::Test {
 protected:
  V2Test() {
    service_.intercept = [this](pipeline::InferRequest& request) {
      if (request.model == "slow") slow_.TryPush(std::move(request));
    };
    front_end_.load = [](std::string model, pipeline::Completion<void> done) {
      if (model == "new") return done.Finish({});
      done.Finish(Error{ErrorCode::kNotFound, "no such folder", "model"});
    };
    front_end_.unload = [](std::string, pipeline::Completion<void> done) { done.Finish({}); };
    front_end_.statistics = [](const std::string& model, const std::string&) -> Result<std::vector<ModelStatistics>> {
      if (model == "nobody") return Error{ErrorCode::kNotFound, "no such model"};
      ModelStatistics statistics;
      statistics.name = "identity_fp32";
      statistics.version = "1";
      statistics.queue = {3, 4500};
      statistics.batches.push_back(
          {.batch_size = 2, .compute_input = {}, .compute_infer = {1, 9}, .compute_output = {}});
      return std::vector{statistics};
    };
    HttpConfig config;
    config.port = 0;
    config.threads = 1;
    server_ = std::move(*Server::Start(config, V2Routes(front_end_)));
    client_.emplace(server_->port());
  }
  testing::Reply Get(std::string_view path) { return client_->Call("GET", path); }
  testing::Reply Post(std::string_view path, std::string_view body, std::string_view headers = "") {
    return client_->Call("POST", path, body, headers);
  }
  testing::Reply Infer(std::string_view body, std::string_view headers = "") {
    return Post("/v2/models/identity_fp32/infer", body, headers);
  }

  static constexpr std::string_view kInput =
      R"({"id":"mine","inputs":[{"name":"INPUT0","datatype":"FP32","shape":[1,2],"data":[1.5,2]}]})";

  BoundedQueue<pipeline::InferRequest> slow_{8};
  testing::EchoCatalog catalog_;
  testing::EchoService service_{catalog_};
  FrontEnd front_end_{.infer = service_, .catalog = catalog_};
  std::unique_ptr<Server> server_;
  std::optional<HttpClient> client_;
};

TEST_F(V2Test, SaysWhoItIsAndWhatItReallyHas) {
  const auto reply = Get("/v2");
  EXPECT_EQ(reply.status, 200);
  EXPECT_THAT(reply.body, HasSubstr(R"("name":"crossdock")"));
  EXPECT_THAT(reply.body, HasSubstr("binary_tensor_data"));
  EXPECT_THAT(reply.body, HasSubstr("statistics"));
  EXPECT_THAT(reply.body, Not(HasSubstr("shared_memory")));
  EXPECT_EQ(Get("/v2/").status, 200);
  EXPECT_EQ(Get("/v2/health/live").status, 200);
  EXPECT_EQ(Get("/v2/health/ready").status, 200);
}

TEST_F(V2Test, IsNotReadyWhenTheServerSaysSo) {
  front_end_.ready = [] { return false; };
  EXPECT_EQ(Get("/v2/health/ready").status, 503);
  EXPECT_EQ(Get("/v2/health/live").status, 200);
}

TEST_F(V2Test, DescribesModels) {
  EXPECT_EQ(
      Get("/v2/models/pair").body,
      R"({"name":"pair","versions":["1"],"platform":"fake_onnx","inputs":[{"name":"INPUT0","datatype":"FP32","shape":[-1,-1]},)"
      R"({"name":"INPUT1","datatype":"INT64","shape":[-1,-1]}],"outputs":[{"name":"OUTPUT0","datatype":"FP32","shape":[-1,-1]},)"
      R"({"name":"OUTPUT1","datatype":"INT64","shape":[-1,-1]}]})");
  EXPECT_EQ(
      Get("/v2/models/batched/versions/1/config").body,
      R"({"name":"batched","platform":"fake_onnx","backend":"fake","max_batch_size":8,"input":[{"name":"INPUT0","data_type":"TYPE_FP32","dims":[16]}],)"
      R"("output":[{"name":"OUTPUT0","data_type":"TYPE_FP32","dims":[16]}],"dynamic_batching":{}})");
  EXPECT_EQ(Get("/v2/models/identity_fp32/ready").status, 200);
  EXPECT_EQ(Get("/v2/models/loading/ready").status, 503);
  EXPECT_EQ(Get("/v2/models/nobody/ready").status, 404);
  EXPECT_EQ(Get("/v2/models/nobody").status, 404);
  EXPECT_EQ(Get("/v2/models/identity_fp32/versions/2").status, 404);
  EXPECT_EQ(Get("/v2/models/identity_fp32/versions/x").status, 400);
}

TEST_F(V2Test, InfersInJsonAndBinary) {
  const auto json = Infer(kInput);
  EXPECT_EQ(json.status, 200);
  EXPECT_EQ(
      json.body,
      R"({"model_name":"identity_fp32","model_version":"1","id":"mine","outputs":[{"name":"OUTPUT0","datatype":"FP32","shape":[1,2],"data":[1.5,2]}]})");
  const std::string header =
      R"({"inputs":[{"name":"INPUT0","datatype":"FP32","shape":[1,1],"parameters":{"binary_data_size":4}}],"parameters":{"binary_data_output":true}})";
  const auto binary =
      Infer(header + std::string("\0\0\x80\x3f", 4),
            "Inference-Header-Content-Length: " + std::to_string(header.size()) + "\r\nX-Request-Id: abc\r\n");
  EXPECT_EQ(binary.status, 200);
  const auto length =
      static_cast<size_t>(std::stoi(std::string(binary.headers.Get("Inference-Header-Content-Length"))));
  EXPECT_EQ(binary.body.substr(length), std::string("\0\0\x80\x3f", 4));
  EXPECT_THAT(binary.body.substr(0, length), HasSubstr(R"("id":"abc")"));
  EXPECT_FALSE(binary.headers.Has("Server-Timing"));
}

TEST_F(V2Test, InfersFromRawBytesAlone) {
  const auto reply = Post("/v2/models/fixed/infer", std::string(16, '\0'), "Inference-Header-Content-Length: 0\r\n");
  EXPECT_THAT(reply.body, HasSubstr(R"("shape":[1,4],"data":[0,0,0,0])"));
}

TEST_F(V2Test, TellsWhereTheTimeWentWhenAsked) {
  const auto reply = Infer(kInput, "X-Crossdock-Timing: 1\r\n");
  EXPECT_EQ(reply.headers.Get("Server-Timing"),
            "queue;dur=0.010, pre;dur=0.020, engine;dur=0.030, post;dur=0.040, batch;desc=\"1\"");
  EXPECT_THAT(
      reply.body,
      HasSubstr(
          R"("parameters":{"queue_ms":0.01,"pre_ms":0.02,"engine_ms":0.03,"post_ms":0.04,"batch_rows":1},"outputs")"));
  EXPECT_THAT(Infer(kInput).body, Not(HasSubstr("queue_ms")));
}

TEST_F(V2Test, NeverAnswers500ToAClientsMistake) {
  for (
      const char* body :
      {"", "{", "[]", "{}", "null", R"({"inputs":[]})",
       R"({"inputs":[{"name":"INPUT0","datatype":"FP32","shape":[-1],"data":[1]}]})",
       R"({"inputs":[{"name":"INPUT0","datatype":"FP32","shape":[4294967296,4294967296],"data":[1,2]}]})",
       R"({"inputs":[{"name":"INPUT0","datatype":"FP32","shape":[2],"data":["a","b"]}]})",
       R"({"inputs":[{"name":"OTHER","datatype":"FP32","shape":[1,1],"data":[1]}]})",
       R"({"inputs":[{"name":"INPUT0","datatype":"FP32","shape":[1,1],"data":[1]},{"name":"INPUT0","datatype":"FP32","shape":[1,1],"data":[1]}]})",
       R"({"inputs":[{"name":"INPUT0","datatype":"FP32","shape":[1,1],"data":[1]}],"outputs":[{"name":"OUTPUT0"},{"name":"OUTPUT0"}]})"}) {
    const auto reply = Infer(body);
    EXPECT_EQ(reply.status, 400) << body << reply.body;
    EXPECT_THAT(reply.body, HasSubstr("\"field\"")) << body;
  }
  EXPECT_EQ(Infer("{\"inputs\":[],\"parameters\":{\"x\":" + std::string(100'000, '[')).status, 400);
  EXPECT_EQ(Infer(kInput, "X-Crossdock-Tier: urgent\r\n").status, 400);
  EXPECT_EQ(Infer(kInput, "Inference-Header-Content-Length: 1000000\r\n").status, 400);
  EXPECT_EQ(Get("/v2/models/identity_fp32/infer").status, 405);
  EXPECT_EQ(Post("/v2/models/nobody/infer", kInput).status, 404);
  EXPECT_EQ(Post("/v2/models/loading/infer", kInput).status, 503);
  EXPECT_EQ(Infer(kInput).status, 200) << "still alive";
}

TEST_F(V2Test, AsksForBinaryWhereJsonCannotCarryTheAnswer) {
  const std::string header =
      R"({"inputs":[{"name":"INPUT0","datatype":"FP32","shape":[1,1],"parameters":{"binary_data_size":4}}]})";
  const float nan = NAN;
  const auto reply = Infer(header + std::string(reinterpret_cast<const char*>(&nan), 4),
                           "Inference-Header-Content-Length: " + std::to_string(header.size()) + "\r\n");
  EXPECT_EQ(reply.status, 400);
  EXPECT_THAT(reply.body, HasSubstr("binary_data"));
}

TEST_F(V2Test, PassesTierDeadlineAndCancellationOn) {
  Post("/v2/models/nobody/infer", kInput);
  client_->Send(
      "POST /v2/models/slow/infer HTTP/1.1\r\nHost: x\r\nX-Crossdock-Tier: critical\r\nX-Crossdock-Deadline-Ms: "
      "250\r\nX-Crossdock-Tenant: line-a\r\nContent-Length: " +
      std::to_string(kInput.size()) + "\r\n\r\n" + std::string(kInput));
  auto request = *slow_.Pop({});
  EXPECT_EQ(request.context.tier, Tier::kCritical);
  EXPECT_EQ(request.context.tenant, "line-a");
  EXPECT_EQ(request.context.deadline - request.context.received, std::chrono::milliseconds(250));
  EXPECT_FALSE(request.context.cancel.stop_requested());
  request.done.Finish(
      Error{ErrorCode::kResourceExhausted, "full", "", Reason::kQueueFull, std::chrono::milliseconds(1200)});
  const auto reply = client_->Receive();
  EXPECT_EQ(reply.status, 429);
  EXPECT_THAT(std::string(reply.headers.Get("Retry-After")), ::testing::AnyOf("1", "2", "3")) << "1.2 s, with jitter";
  EXPECT_THAT(reply.body, HasSubstr(R"("reason":"queue_full")"));
}

TEST_F(V2Test, ListsTheRepositoryAndChangesIt) {
  EXPECT_THAT(Post("/v2/repository/index", "").body,
              HasSubstr(R"({"name":"loading","version":"1","state":"LOADING"})"));
  EXPECT_THAT(Post("/v2/repository/index", R"({"ready":true})").body, Not(HasSubstr("loading")));
  EXPECT_EQ(Post("/v2/repository/index", R"({"ready":1})").status, 400);
  EXPECT_EQ(Post("/v2/repository/models/new/load", "{}").status, 200);
  EXPECT_EQ(Post("/v2/repository/models/old/load", "").status, 404);
  EXPECT_EQ(Post("/v2/repository/models/new/load", R"({"parameters":{"config":"{}"}})").status, 501);
  EXPECT_EQ(Post("/v2/repository/models/new/unload", R"({"parameters":{"unload_dependents":false}})").status, 200);
}

TEST_F(V2Test, ReportsStatistics) {
  EXPECT_THAT(Get("/v2/models/identity_fp32/stats").body, HasSubstr(R"("queue":{"count":3,"ns":4500})"));
  EXPECT_THAT(Get("/v2/models/stats").body, HasSubstr(R"("batch_size":2)"));
  EXPECT_EQ(Get("/v2/models/nobody/stats").status, 404);
}

}  // namespace
}  // namespace crossdock::net::http
