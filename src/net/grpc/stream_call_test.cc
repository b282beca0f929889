#include "net/grpc/stream_call.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include "net/grpc/echo_server_test.h"

namespace crossdock::net::grpc {
namespace {

using ::grpc::StatusCode;
using ::testing::HasSubstr;

constexpr int kMostUnderWay = 4;

GrpcConfig FewUnderWay() {
  GrpcConfig config;
  config.stream_requests = kMostUnderWay;
  return config;
}

class StreamTest : public EchoServerTest {
 protected:
  using Stream = ::grpc::ClientReaderWriter<inference::ModelInferRequest, inference::ModelStreamInferResponse>;

  StreamTest() : EchoServerTest(FewUnderWay()) {}

  static inference::ModelInferRequest Floats(const std::string& model, const std::string& id) {
    inference::ModelInferRequest request;
    request.set_model_name(model);
    request.set_id(id);
    auto& input = *request.add_inputs();
    input.set_name("INPUT0");
    input.set_datatype("FP32");
    input.add_shape(1);
    input.add_shape(2);
    request.add_raw_input_contents("12345678");
    return request;
  }
  static pipeline::InferAnswer Answer() {
    pipeline::InferAnswer answer;
    answer.model = {"slow", 1};
    return answer;
  }
  pipeline::InferRequest NextSlow() { return std::move(*slow_.Pop({})); }
};

TEST_F(StreamTest, AnswersEachRequestInOrderWhateverIsReadyFirst) {
  ::grpc::ClientContext context;
  auto stream = stub_->ModelStreamInfer(&context);
  stream->Write(Floats("slow", "first"));
  stream->Write(Floats("identity_fp32", "second"));
  stream->Write(Floats("slow", "third"));
  stream->WritesDone();
  auto first = NextSlow();
  auto third = NextSlow();
  third.done.Finish(Answer());
  first.done.Finish(Answer());
  inference::ModelStreamInferResponse response;
  for (const char* id : {"first", "second", "third"}) {
    ASSERT_TRUE(stream->Read(&response));
    EXPECT_EQ(response.infer_response().id(), id);
    EXPECT_EQ(response.error_message(), "");
  }
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_TRUE(stream->Finish().ok());
}

TEST_F(StreamTest, TellsAnErrorInTheStreamAndGoesOn) {
  ::grpc::ClientContext context;
  auto stream = stub_->ModelStreamInfer(&context);
  auto wrong = Floats("identity_fp32", "wrong");
  wrong.set_raw_input_contents(0, "1234");
  stream->Write(wrong);
  stream->Write(Floats("nobody", "missing"));
  stream->Write(Floats("slow", "refused"));
  stream->Write(Floats("identity_fp32", "good"));
  stream->WritesDone();
  NextSlow().done.Finish(Error{ErrorCode::kResourceExhausted, "the queue is full", "", Reason::kQueueFull});
  inference::ModelStreamInferResponse response;
  const auto expect = [&](const char* id, const char* error) {
    ASSERT_TRUE(stream->Read(&response));
    EXPECT_EQ(response.infer_response().id(), id);
    EXPECT_THAT(response.error_message(), HasSubstr(error));
  };
  expect("wrong", "inputs[0].data");
  expect("missing", "nobody");
  expect("refused", "the queue is full");
  expect("good", "");
  EXPECT_EQ(response.infer_response().raw_output_contents(0), "12345678");
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_TRUE(stream->Finish().ok());
}

TEST_F(StreamTest, HoldsNoMoreThanItsLimitUnderWay) {
  ::grpc::ClientContext context;
  auto stream = stub_->ModelStreamInfer(&context);
  constexpr int kSent = 40;
  std::jthread sender([&] {
    for (int i = 0; i < kSent; ++i) stream->Write(Floats("slow", std::to_string(i)));
    stream->WritesDone();
  });
  inference::ModelStreamInferResponse response;
  // The queue of requests under way is filled up to the limit before the first is answered, and never further.
  std::vector<pipeline::InferRequest> held;
  held.reserve(kMostUnderWay);
  for (int i = 0; i < kMostUnderWay; ++i) held.push_back(NextSlow());
  for (int answered = 0; answered < kSent; ++answered) {
    EXPECT_EQ(slow_.size(), 0u) << "a request beyond the limit was read";
    std::exchange(held.front(), {}).done.Finish(Answer());
    held.erase(held.begin());
    ASSERT_TRUE(stream->Read(&response));
    EXPECT_EQ(response.infer_response().id(), std::to_string(answered));
    if (answered + kMostUnderWay < kSent) held.push_back(NextSlow());
  }
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_TRUE(stream->Finish().ok());
}

TEST_F(StreamTest, CancelsAllRequestsOfAClientThatGoesAway) {
  auto context = std::make_unique<::grpc::ClientContext>();
  auto stream = stub_->ModelStreamInfer(context.get());
  stream->Write(Floats("slow", "a"));
  stream->Write(Floats("slow", "b"));
  auto a = NextSlow();
  auto b = NextSlow();
  context->TryCancel();
  EXPECT_EQ(stream->Finish().error_code(), StatusCode::CANCELLED);
  for (auto* request : {&a, &b}) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait(lock, request->context.cancel.get_token(), [] { return false; });
    EXPECT_TRUE(request->context.cancel.stop_requested());
    request->done.Finish(Answer());  // too late, and harmless
  }
}

TEST_F(StreamTest, GivesEveryRequestAnIdAndTheOptionsOfTheCall) {
  ::grpc::ClientContext context;
  context.AddMetadata("x-request-id", "camera-7");
  context.AddMetadata("x-crossdock-tier", "critical");
  auto stream = stub_->ModelStreamInfer(&context);
  auto asks = Floats("slow", "");
  (*asks.mutable_parameters())["triton_enable_empty_final_response"].set_bool_param(true);
  (*asks.mutable_parameters())["timing"].set_bool_param(true);
  stream->Write(asks);
  auto seen = NextSlow();
  EXPECT_EQ(seen.context.id, "camera-7.1");
  EXPECT_EQ(seen.context.tier, Tier::kCritical);
  seen.done.Finish(Answer());
  inference::ModelStreamInferResponse response;
  ASSERT_TRUE(stream->Read(&response));
  EXPECT_EQ(response.infer_response().id(), "camera-7.1");
  EXPECT_TRUE(response.infer_response().parameters().at("triton_final_response").bool_param());
  EXPECT_TRUE(response.infer_response().parameters().contains("queue_ms"));
  stream->WritesDone();
  EXPECT_TRUE(stream->Finish().ok());
}

TEST_F(StreamTest, EndsInBoundedTimeWhenTheServerStops) {
  ::grpc::ClientContext context;
  auto stream = stub_->ModelStreamInfer(&context);
  stream->Write(Floats("slow", "a"));
  auto held = NextSlow();
  server_->Stop(std::chrono::milliseconds(10));
  inference::ModelStreamInferResponse response;
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_EQ(stream->Finish().error_code(), StatusCode::UNAVAILABLE);
  EXPECT_TRUE(held.context.cancel.stop_requested());
  held.done.Finish(Answer());
}

}  // namespace
}  // namespace crossdock::net::grpc
