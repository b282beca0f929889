#include "net/grpc/server.h"

#include <thread>

#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include "net/grpc/echo_server_test.h"

namespace crossdock::net::grpc {
namespace {

using ::grpc::StatusCode;
using ::testing::HasSubstr;

class GrpcServerTest : public EchoServerTest {
 protected:
  static inference::ModelInferRequest Request(const std::string& model, const std::string& datatype,
                                              std::vector<int64_t> shape) {
    inference::ModelInferRequest request;
    request.set_model_name(model);
    auto& input = *request.add_inputs();
    input.set_name("INPUT0");
    input.set_datatype(datatype);
    input.mutable_shape()->Assign(shape.begin(), shape.end());
    return request;
  }
  static inference::ModelInferRequest RawFloats(const std::string& model) {
    auto request = Request(model, "FP32", {1, 2});
    request.add_raw_input_contents("12345678");
    return request;
  }
  ::grpc::Status Infer(const inference::ModelInferRequest& request) {
    context_ = std::make_unique<::grpc::ClientContext>();
    response_.Clear();
    return stub_->ModelInfer(context_.get(), request, &response_);
  }
  std::string Trailer(const char* key) const {
    const auto at = context_->GetServerTrailingMetadata().find(key);
    return at == context_->GetServerTrailingMetadata().end() ? "" : std::string(at->second.data(), at->second.size());
  }

  std::unique_ptr<::grpc::ClientContext> context_;
  inference::ModelInferResponse response_;
};

TEST_F(GrpcServerTest, AnswersWhatIsAskedOfTheServer) {
  ::grpc::ClientContext live;
  inference::ServerLiveResponse live_response;
  ASSERT_TRUE(stub_->ServerLive(&live, {}, &live_response).ok());
  EXPECT_TRUE(live_response.live());
  ::grpc::ClientContext metadata;
  inference::ServerMetadataResponse metadata_response;
  ASSERT_TRUE(stub_->ServerMetadata(&metadata, {}, &metadata_response).ok());
  EXPECT_EQ(metadata_response.name(), "crossdock");
  ::grpc::ClientContext index;
  inference::RepositoryIndexResponse index_response;
  inference::RepositoryIndexRequest index_request;
  index_request.set_ready(true);
  ASSERT_TRUE(stub_->RepositoryIndex(&index, index_request, &index_response).ok());
  EXPECT_EQ(index_response.models_size(), static_cast<int>(catalog_.List().size()) - 1);
}

TEST_F(GrpcServerTest, DescribesModels) {
  inference::ModelConfigRequest request;
  request.set_name("batched");
  inference::ModelConfigResponse response;
  ::grpc::ClientContext context;
  ASSERT_TRUE(stub_->ModelConfig(&context, request, &response).ok());
  EXPECT_EQ(response.config().max_batch_size(), 8);
  EXPECT_EQ(response.config().input(0).data_type(), inference::TYPE_FP32);
  EXPECT_EQ(response.config().input(0).dims_size(), 1);
  inference::ModelReadyRequest ready_request;
  inference::ModelReadyResponse ready_response;
  ready_request.set_name("loading");
  ::grpc::ClientContext ready;
  ASSERT_TRUE(stub_->ModelReady(&ready, ready_request, &ready_response).ok());
  EXPECT_FALSE(ready_response.ready());
  ready_request.set_name("nobody");
  ::grpc::ClientContext missing;
  EXPECT_EQ(stub_->ModelReady(&missing, ready_request, &ready_response).error_code(), StatusCode::NOT_FOUND);
}

TEST_F(GrpcServerTest, InfersFromRawContents) {
  auto request = RawFloats("identity_fp32");
  request.set_id("mine");
  ASSERT_TRUE(Infer(request).ok());
  EXPECT_EQ(response_.id(), "mine");
  EXPECT_EQ(response_.model_version(), "1");
  ASSERT_EQ(response_.outputs_size(), 1);
  EXPECT_EQ(response_.outputs(0).name(), "OUTPUT0");
  EXPECT_EQ(response_.raw_output_contents(0), "12345678");
}

TEST_F(GrpcServerTest, InfersFromTypedContentsAndAnswersRaw) {
  auto floats = Request("identity_fp32", "FP32", {1, 2});
  floats.mutable_inputs(0)->mutable_contents()->mutable_fp32_contents()->Add(1.5f);
  floats.mutable_inputs(0)->mutable_contents()->mutable_fp32_contents()->Add(-2);
  ASSERT_TRUE(Infer(floats).ok());
  EXPECT_EQ(response_.raw_output_contents(0).size(), 8u);
  auto bytes = Request("identity_bytes", "BYTES", {1, 2});
  bytes.mutable_inputs(0)->mutable_contents()->add_bytes_contents("a");
  bytes.mutable_inputs(0)->mutable_contents()->add_bytes_contents("\xff");
  ASSERT_TRUE(Infer(bytes).ok());
  EXPECT_EQ(response_.raw_output_contents(0), std::string("\1\0\0\0a\1\0\0\0\xff", 10));
}

TEST_F(GrpcServerTest, NamesTheFieldThatIsWrong) {
  const auto expect = [&](const inference::ModelInferRequest& request, const char* field) {
    const auto status = Infer(request);
    EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT) << field;
    EXPECT_EQ(Trailer("x-crossdock-field"), field);
    EXPECT_THAT(status.error_message(), HasSubstr(field));
    EXPECT_THAT(status.error_message(), ::testing::Not(HasSubstr("<invalid>")));
  };
  auto both = RawFloats("identity_fp32");
  both.mutable_inputs(0)->mutable_contents()->add_fp32_contents(1);
  expect(both, "inputs[0].contents");
  auto counts = RawFloats("identity_fp32");
  counts.add_raw_input_contents("more");
  expect(counts, "raw_input_contents");
  auto wrong_list = Request("identity_fp32", "FP32", {1, 1});
  wrong_list.mutable_inputs(0)->mutable_contents()->add_fp64_contents(1);
  expect(wrong_list, "inputs[0].contents");
  auto too_large = Request("identity_int8", "INT8", {1, 1});
  too_large.mutable_inputs(0)->mutable_contents()->add_int_contents(128);
  expect(too_large, "inputs[0].contents[0]");
  auto half = Request("identity_fp16", "FP16", {1, 1});
  half.mutable_inputs(0)->mutable_contents()->add_fp32_contents(1);
  expect(half, "inputs[0].contents");
  auto short_data = Request("identity_fp32", "FP32", {1, 2});
  short_data.add_raw_input_contents("1234");
  expect(short_data, "inputs[0].data");
  auto shape = Request("identity_fp32", "FP32", {int64_t{1} << 32, int64_t{1} << 32});
  shape.add_raw_input_contents("1234");
  expect(shape, "inputs[0].shape");
  expect(Request("identity_fp32", "FP32", {-1}), "inputs[0].shape");
  expect(Request("identity_fp32", "FLOAT", {1}), "inputs[0].datatype");
  auto tier = RawFloats("identity_fp32");
  (*tier.mutable_parameters())["tier"].set_string_param("urgent");
  expect(tier, "parameters.tier");
}

TEST_F(GrpcServerTest, StatesTheLimitOfAMessageThatIsTooLarge) {
  auto request = Request("identity_fp32", "FP32", {1, 1 << 19});
  request.add_raw_input_contents(std::string(1 << 21, 'x'));
  const auto status = Infer(request);
  EXPECT_EQ(status.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_THAT(status.error_message(), HasSubstr("1048576"));
}

TEST_F(GrpcServerTest, PassesDeadlineTierAndCancellationOn) {
  auto request = RawFloats("slow");
  (*request.mutable_parameters())["priority"].set_uint64_param(1);
  ::grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(100));
  context.AddMetadata("x-request-id", "abc");
  std::jthread caller([&] {
    inference::ModelInferResponse response;
    EXPECT_EQ(stub_->ModelInfer(&context, request, &response).error_code(), StatusCode::CANCELLED);
  });
  auto seen = *slow_.Pop({});
  EXPECT_EQ(seen.context.id, "abc");
  EXPECT_EQ(seen.context.tier, Tier::kCritical);
  EXPECT_GT(seen.context.deadline, seen.context.received + std::chrono::seconds(50));
  // gRPC rounds it up by a hundredth on the way.
  EXPECT_LE(seen.context.deadline, seen.context.received + std::chrono::seconds(102));
  context.TryCancel();
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait(lock, seen.context.cancel.get_token(), [] { return false; });
  EXPECT_TRUE(seen.context.cancel.stop_requested());
}

TEST_F(GrpcServerTest, TakesTheEarlierOfTheCallsDeadlineAndTheMessages) {
  const auto seen = [&](const std::vector<std::pair<std::string, int64_t>>& parameters) {
    auto request = RawFloats("slow");
    for (const auto& [name, value] : parameters) (*request.mutable_parameters())[name].set_int64_param(value);
    ::grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(100));
    Nanos until{0};
    std::jthread answerer([&] {
      auto held = *slow_.Pop({});
      until = held.context.deadline - held.context.received;
      held.done.Finish(Error{ErrorCode::kNotFound, "seen"});
    });
    inference::ModelInferResponse response;
    EXPECT_EQ(stub_->ModelInfer(&context, request, &response).error_code(), StatusCode::NOT_FOUND);
    answerer.join();
    // gRPC sends deadlines rounded up, by a hundredth.
    return 10 * std::chrono::round<std::chrono::duration<int64_t, std::ratio<10>>>(until).count();
  };
  EXPECT_EQ(seen({}), 100);
  EXPECT_EQ(seen({{"timeout", 200'000'000}}), 100) << "the message's timeout is later";
  EXPECT_EQ(seen({{"timeout", 50'000'000}}), 50);
  EXPECT_EQ(seen({{"deadline_ms", 200'000}}), 100);
  EXPECT_EQ(seen({{"deadline_ms", 50'000}, {"timeout", 1}}), 50);
  EXPECT_EQ(seen({{"timeout", 0}}), 100) << "no timeout";
}

TEST_F(GrpcServerTest, AnswersThoughTheErrorQuotesAVeryLongName) {
  EXPECT_EQ(Infer(RawFloats(std::string(300'000, 'm'))).error_code(), StatusCode::NOT_FOUND);
  auto request = RawFloats("identity_fp32");
  request.set_model_version(std::string(300'000, '9'));
  EXPECT_EQ(Infer(request).error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(Trailer("x-crossdock-field"), "model_version");
  request = RawFloats("identity_fp32");
  (*request.mutable_inputs(0)->mutable_parameters())["shared_memory_" + std::string(300'000, 'x')].set_bool_param(true);
  EXPECT_EQ(Infer(request).error_code(), StatusCode::UNIMPLEMENTED);
}

TEST_F(GrpcServerTest, MapsErrorsAndTellsTheirReason) {
  std::jthread refuser([&] {
    auto request = *slow_.Pop({});
    request.done.Finish(
        Error{ErrorCode::kResourceExhausted, "full", "", Reason::kQueueFull, std::chrono::milliseconds(20)});
  });
  EXPECT_EQ(Infer(RawFloats("slow")).error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(Trailer("x-crossdock-reason"), "queue_full");
  EXPECT_LE(std::stoi(Trailer("x-crossdock-retry-after-ms")), 41) << "20 ms, with jitter";
  EXPECT_EQ(Trailer("grpc-retry-pushback-ms"), Trailer("x-crossdock-retry-after-ms"));
  EXPECT_EQ(Infer(RawFloats("nobody")).error_code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(Infer(RawFloats("loading")).error_code(), StatusCode::UNAVAILABLE);
}

TEST_F(GrpcServerTest, StopsInBoundedTimeWithoutTheAnswer) {
  std::jthread caller([&] { EXPECT_EQ(Infer(RawFloats("slow")).error_code(), StatusCode::UNAVAILABLE); });
  auto held = *slow_.Pop({});
  server_->Stop(std::chrono::milliseconds(10));
  caller.join();
  held.done.Finish(pipeline::InferAnswer{});  // too late, and harmless
}

TEST_F(GrpcServerTest, SaysWhyItCannotListen) {
  GrpcConfig config;
  config.port = server_->port();
  const auto second = Server::Start(config, front_end_);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kUnavailable);
}

}  // namespace
}  // namespace crossdock::net::grpc
