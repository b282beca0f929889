#include "net/infer_call.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "net/call_parameters.h"
#include "net/description.h"
#include "net/request_id.h"
#include "net/testing/echo_service.h"

namespace crossdock::net {
namespace {

class InferCallTest : public ::testing::Test {
 protected:
  InferCall Call(std::string model = "identity_fp32") const {
    InferCall call;
    call.model = std::move(model);
    call.request_id = "r";
    call.received = TimePoint(std::chrono::hours(1));
    call.inputs.push_back({"INPUT0", *tensor::Tensor::Allocate(tensor::DType::kF32, {1, 4})});
    return call;
  }
  Result<pipeline::InferRequest> Build(InferCall call) const { return BuildInferRequest(front_end_, call); }
  std::string FieldOf(InferCall call) const {
    const auto built = Build(std::move(call));
    return built ? "accepted" : built.error().field;
  }

  testing::EchoCatalog catalog_;
  testing::EchoService service_{catalog_};
  FrontEnd front_end_{.infer = service_, .catalog = catalog_};
};

TEST_F(InferCallTest, BecomesARequestWithTheModelsDefaults) {
  auto call = Call();
  call.outputs.push_back({"OUTPUT0", true});
  call.version = "1";
  const auto request = Build(std::move(call));
  ASSERT_TRUE(request) << request.error().message;
  EXPECT_EQ(request->context.id, "r");
  EXPECT_EQ(request->context.tier, Tier::kNormal);
  EXPECT_EQ(request->context.deadline, TimePoint(std::chrono::hours(1) + std::chrono::seconds(30)));
  EXPECT_EQ(request->version, 1);
  EXPECT_EQ(request->wanted_outputs, std::vector<std::string>{"OUTPUT0"});
}

TEST_F(InferCallTest, TakesTierAndDeadlineFromTheSender) {
  auto call = Call();
  call.options.priority = 1;
  call.options.timeout_us = 2500;
  auto request = Build(call);
  EXPECT_EQ(request->context.tier, Tier::kCritical);
  EXPECT_EQ(request->context.deadline, call.received + std::chrono::microseconds(2500));
  call.options.tier = "batch";
  call.options.deadline_ms = 1.5;
  request = Build(call);
  EXPECT_EQ(request->context.tier, Tier::kBatch);
  EXPECT_EQ(request->context.deadline, call.received + std::chrono::microseconds(1500));
}

TEST_F(InferCallTest, NamesTheOptionThatIsWrong) {
  const auto with = [&](auto change) {
    auto call = Call();
    change(call.options);
    return FieldOf(std::move(call));
  };
  EXPECT_EQ(with([](CallOptions& o) { o.tier = "urgent"; }), "parameters.tier");
  EXPECT_EQ(with([](CallOptions& o) { o.priority = 4; }), "parameters.priority");
  EXPECT_EQ(with([](CallOptions& o) { o.timeout_us = -1; }), "parameters.timeout");
  EXPECT_EQ(with([](CallOptions& o) { o.deadline_ms = 0; }), "parameters.deadline_ms");
  EXPECT_EQ(with([](CallOptions& o) { o.deadline_ms = std::numeric_limits<double>::infinity(); }),
            "parameters.deadline_ms");
  EXPECT_EQ(with([](CallOptions& o) { o.deadline_ms = std::numeric_limits<double>::quiet_NaN(); }),
            "parameters.deadline_ms");
}

TEST_F(InferCallTest, RefusesNamesThatAreMissingOrTwice) {
  auto call = Call();
  call.inputs.push_back(call.inputs[0]);
  EXPECT_EQ(FieldOf(call), "inputs[1].name");
  call.inputs[1].name = "";
  EXPECT_EQ(FieldOf(call), "inputs[1].name");
  call.inputs.pop_back();
  call.outputs = {{"Y", {}}, {"Z", {}}, {"Y", {}}};
  EXPECT_EQ(FieldOf(call), "outputs[2].name");
  call.outputs.clear();
  call.inputs.clear();
  EXPECT_EQ(FieldOf(call), "inputs");
}

TEST_F(InferCallTest, SaysWhichModelOrVersionIsNotThere) {
  EXPECT_EQ(Build(Call("nobody")).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(Build(Call("loading")).error().code, ErrorCode::kUnavailable);
  for (const char* version : {"x", "0", "-1", "1.0", "99999999999"}) {
    auto call = Call();
    call.version = version;
    EXPECT_EQ(FieldOf(call), "model_version") << version;
  }
}

TEST_F(InferCallTest, HeadersSayWhatTheBodyLeavesOpen) {
  auto call = Call();
  call.options.tier = "batch";
  ASSERT_TRUE(ApplyHeaders("critical", "20", "1", call));
  EXPECT_EQ(call.options.tier, "batch");
  EXPECT_EQ(call.options.deadline_ms, 20);
  EXPECT_TRUE(call.options.timing);
  auto other = Call();
  EXPECT_EQ(ApplyHeaders("urgent", "", "", other).error().field, "X-Crossdock-Tier");
  EXPECT_EQ(ApplyHeaders("", "soon", "", other).error().field, "X-Crossdock-Deadline-Ms");
}

TEST_F(InferCallTest, DescribesAModelAsClientsExpectIt) {
  const auto description = DescribeModel(catalog_, "batched", "");
  ASSERT_TRUE(description);
  EXPECT_EQ(description->inputs[0].shape, (tensor::Shape{-1, 16}));
  EXPECT_EQ(description->versions, std::vector<std::string>{"1"});
  const auto config = Configuration(catalog_, "batched", "1");
  EXPECT_EQ(config->max_batch_size, 8);
  EXPECT_EQ(config->model.inputs[0].shape, (tensor::Shape{16})) << "the batch dimension is apart";
  EXPECT_EQ(Configuration(catalog_, "fixed", "")->max_batch_size, 0);
  EXPECT_EQ(Configuration(catalog_, "fixed", "")->model.inputs[0].shape, (tensor::Shape{1, 4}));
  EXPECT_EQ(ConfigTypeName(tensor::DType::kF32), "TYPE_FP32");
  EXPECT_EQ(ConfigTypeName(tensor::DType::kBytes), "TYPE_STRING");
}

TEST_F(InferCallTest, ClaimsOnlyTheExtensionsThatItHas) {
  const auto claims = [&](std::string_view name) {
    const auto all = front_end_.Extensions();
    return std::find(all.begin(), all.end(), name) != all.end();
  };
  EXPECT_TRUE(claims("binary_tensor_data"));
  EXPECT_FALSE(claims("statistics"));
  EXPECT_FALSE(claims("model_repository"));
  front_end_.load = [](const std::string&, pipeline::Completion<void>) {};
  EXPECT_FALSE(claims("model_repository")) << "half of it";
  front_end_.unload = front_end_.load;
  front_end_.statistics = [](const std::string&, const std::string&) { return std::vector<ModelStatistics>(); };
  EXPECT_TRUE(claims("model_repository"));
  EXPECT_TRUE(claims("statistics"));
}

TEST(RequestId, IsTakenOnlyIfItIsHarmless) {
  EXPECT_EQ(RequestIdOr("a-1/b"), "a-1/b");
  EXPECT_NE(RequestIdOr("a\nb"), "a\nb");
  EXPECT_NE(RequestIdOr(std::string(65, 'x')), std::string(65, 'x'));
  EXPECT_NE(NewRequestId(), NewRequestId());
  EXPECT_TRUE(IsGoodRequestId(NewRequestId()));
}

}  // namespace
}  // namespace crossdock::net
