#include "pipeline/model_service.h"

#include <gtest/gtest.h>

#include "pipeline/byte_budget.h"
#include "pipeline/test_version.h"

namespace crossdock::pipeline {
namespace {

using std::chrono::milliseconds;
using testing::MakeVersion;
using testing::OneModelCatalog;
using testing::Rows;
using testing::Values;

class Service : public ::testing::Test {
 protected:
  Service() {
    schedule::BatchingConfig batching;
    batching.max_batch = 4;
    version_ =
        MakeVersion(engine::fake::IdentityModel(2, std::chrono::microseconds(100), Nanos{0}), clock_, batching, 4);
    catalog_ = std::make_unique<OneModelCatalog>(version_.pin);
  }
  Result<InferAnswer> Infer(std::vector<NamedTensor> inputs, std::vector<std::string> outputs = {},
                            std::string model = "m", Admission* admission = nullptr, Taps taps = {}) {
    ModelService service({*catalog_, dispatcher_, clock_, admission, taps});
    std::promise<Result<InferAnswer>> promise;
    auto answer = promise.get_future();
    InferRequest request;
    request.context.id = "r1";
    request.model = std::move(model);
    request.inputs = std::move(inputs);
    request.wanted_outputs = std::move(outputs);
    request.done = Completion<InferAnswer>([&promise](Result<InferAnswer> r) { promise.set_value(std::move(r)); });
    service.Infer(std::move(request));
    return answer.get();
  }
  std::string FieldOf(std::vector<NamedTensor> inputs, std::vector<std::string> outputs = {}) {
    const auto answer = Infer(std::move(inputs), std::move(outputs));
    if (answer) return "accepted";
    EXPECT_EQ(answer.error().code, ErrorCode::kInvalidArgument);
    return answer.error().field;
  }

  RealClock clock_;
  testing::FakeVersion version_;
  std::unique_ptr<OneModelCatalog> catalog_;
  Dispatcher dispatcher_{{1, 0, {}}, clock_, schedule::MakeEarliestDeadlinePolicy()};
};

TEST_F(Service, ARequestLargerThanTheLargestBatchIsSplitAndJoinedInOrder) {
  std::vector<float> values;
  for (int i = 0; i < 22; ++i) values.push_back(static_cast<float>(i));
  const auto answer = Infer({{"x", Rows(values, 2)}});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->outputs[0].name, "y");
  EXPECT_EQ(answer->outputs[0].tensor.shape(), (tensor::Shape{11, 2}));
  EXPECT_EQ(Values(answer->outputs[0].tensor), values);
  for (const auto& call : version_.session->calls()) EXPECT_LE(call.rows, 4);
}

TEST_F(Service, AClientsMistakeNamesItsField) {
  EXPECT_EQ(FieldOf({}), "inputs");
  EXPECT_EQ(FieldOf({{"z", Rows({1, 2}, 2)}}), "inputs[0].name");
  EXPECT_EQ(FieldOf({{"x", Rows({1, 2}, 2)}, {"x", Rows({1, 2}, 2)}}), "inputs[1].name");
  EXPECT_EQ(FieldOf({{"x", Rows({1, 2, 3}, 3)}}), "inputs[0].shape");
  EXPECT_EQ(FieldOf({{"x", tensor::Tensor::Allocate(tensor::DType::kI32, {1, 2}).value()}}), "inputs[0].datatype");
  EXPECT_EQ(FieldOf({{"x", tensor::Tensor::Allocate(tensor::DType::kF32, {0, 2}).value()}}), "inputs");
  EXPECT_EQ(FieldOf({{"x", Rows({1, 2}, 2)}}, {"nope"}), "outputs[0].name");
  EXPECT_EQ(FieldOf({{"x", Rows({1, 2}, 2)}}, {"y", "y"}), "outputs[1].name");
}

TEST_F(Service, DataShorterThanItsShapeIsRefusedBeforeAnEngineReadsIt) {
  auto whole = Rows({1, 2, 3, 4}, 2);
  const tensor::Tensor cut(tensor::DType::kF32, {4, 2}, nullptr, whole.mutable_view().bytes);
  EXPECT_EQ(FieldOf({{"x", cut}}), "inputs[0].data");
}

TEST_F(Service, AnUnknownModelIsNotFound) {
  const auto answer = Infer({{"x", Rows({1, 2}, 2)}}, {}, "ghost");
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kNotFound);
}

TEST_F(Service, BytesAreGivenBackWhenTheAnswerIsOut) {
  ByteBudget budget(8);
  EXPECT_TRUE(Infer({{"x", Rows({1, 2}, 2)}}, {}, "m", &budget));
  EXPECT_TRUE(Infer({{"x", Rows({1, 2}, 2)}}, {}, "m", &budget));
  const auto refused = Infer({{"x", Rows({1, 2, 3, 4}, 2)}}, {}, "m", &budget);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason, Reason::kMemory);
}

TEST_F(Service, MoreRowsThanMayEverWaitAreRefusedAtOnce) {
  const auto answer = Infer({{"x", Rows(std::vector<float>(2 * 1025, 1), 2)}});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kResourceExhausted);
  EXPECT_EQ(answer.error().reason, Reason::kTooLarge);
  EXPECT_TRUE(version_.session->calls().empty());
  EXPECT_TRUE(Infer({{"x", Rows(std::vector<float>(2 * 1024, 1), 2)}}));
}

TEST_F(Service, OutputsComeInTheAskedOrder) {
  auto fake = engine::fake::IdentityModel(2, Nanos{0}, Nanos{0});
  for (const char* name : {"z", "w"}) {
    fake.outputs.push_back(fake.outputs[0]);
    fake.outputs.back().name = name;
  }
  version_ = MakeVersion(std::move(fake), clock_, {}, 4);
  catalog_ = std::make_unique<OneModelCatalog>(version_.pin);
  const auto names = [&](std::vector<std::string> asked) {
    std::string seen;
    const auto answer = Infer({{"x", Rows({1, 2}, 2)}}, std::move(asked));
    for (const auto& output : answer.value().outputs) seen += output.name;
    return seen;
  };
  EXPECT_EQ(names({}), "yzw");
  EXPECT_EQ(names({"w", "y", "z"}), "wyz");
  EXPECT_EQ(names({"z", "y"}), "zy");
}

TEST_F(Service, AnInputThatTheModelDeclaresNoShapeForTakesAny) {
  auto fake = engine::fake::IdentityModel(2, Nanos{0}, Nanos{0});
  for (auto* ports : {&fake.inputs, &fake.outputs}) {
    ports->front().any_rank = true;
    ports->front().shape = {};
  }
  version_ = MakeVersion(std::move(fake), clock_, {}, 1);
  catalog_ = std::make_unique<OneModelCatalog>(version_.pin);
  for (const tensor::Shape& shape : {tensor::Shape{}, tensor::Shape{3}, tensor::Shape{1, 2, 3, 4}}) {
    const auto answer = Infer({{"x", tensor::Tensor::Allocate(tensor::DType::kF32, shape).value()}});
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->outputs[0].tensor.shape(), shape);
  }
}

TEST_F(Service, WhenOnePartFailsTheOthersAreNotWorkedOn) {
  schedule::BatchingConfig twos;
  twos.mode = "sync";
  twos.max_batch = 2;
  auto failing = engine::fake::IdentityModel(1, milliseconds(1), Nanos{0});
  failing.failures = {{13, engine::fake::FailKind::kError}};
  version_ = MakeVersion(std::move(failing), clock_, twos, 2);
  catalog_ = std::make_unique<OneModelCatalog>(version_.pin);
  std::vector<float> values(200, 1);
  values[0] = 13;
  const auto answer = Infer({{"x", Rows(values)}});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kInternal);
  EXPECT_LT(version_.session->calls().size(), 100u);
}

/// A service whose only slot is taken by another request until the clock is turned.
class BusyService : public ::testing::Test {
 protected:
  std::future<Result<InferAnswer>> Ask(std::vector<float> values) {
    auto promise = std::make_shared<std::promise<Result<InferAnswer>>>();
    InferRequest request;
    request.context.cancel = client_;
    request.model = "m";
    request.inputs = {{"x", Rows(std::move(values))}};
    request.done = Completion<InferAnswer>([promise](Result<InferAnswer> r) { promise->set_value(std::move(r)); });
    service_.Infer(std::move(request));
    return promise->get_future();
  }
  static testing::FakeVersion Version(Clock& clock) {
    schedule::BatchingConfig batching;
    batching.mode = "greedy";
    batching.max_batch = 4;
    batching.max_queued = 12;
    return MakeVersion(engine::fake::IdentityModel(1, milliseconds(100), Nanos{0}), clock, batching, 4);
  }
  int waiting() { return dispatcher_.load().queued_rows; }

  VirtualClock clock_;
  std::stop_source client_;
  testing::FakeVersion version_ = Version(clock_);
  OneModelCatalog catalog_{version_.pin};
  Dispatcher dispatcher_{{1, 0, {}}, clock_, schedule::MakeEarliestDeadlinePolicy()};
  ModelService service_{{catalog_, dispatcher_, clock_, nullptr, {}, std::chrono::hours(10'000)}};
};

// The symptom: the parent was cancelled and its queued children still ran.
TEST_F(BusyService, WhenTheClientGoesEveryPartOfItsRequestLeavesTheQueueAtOnce) {
  auto running = Ask({1});
  client_ = std::stop_source();
  auto split = Ask(std::vector<float>(11, 2));
  EXPECT_EQ(waiting(), 11);
  client_.request_stop();
  EXPECT_EQ(split.get().error().code, ErrorCode::kCancelled);
  EXPECT_EQ(waiting(), 0);
  EXPECT_EQ(running.wait_for(Nanos{0}), std::future_status::timeout);
  while (running.wait_for(Nanos{0}) == std::future_status::timeout) clock_.Advance(milliseconds(100));
}

// The symptom: a server crashed after the queue had refused one of several parallel parts.
TEST_F(BusyService, ARequestOfWhichOnlyAPartFitsTheQueueIsRefusedWhole) {
  auto running = Ask({1});
  auto first = Ask(std::vector<float>(4, 2));
  auto whole = Ask(std::vector<float>(12, 3));  // 8 rows would fit
  const auto refused = whole.get();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason, Reason::kQueueFull);
  EXPECT_EQ(waiting(), 4);
  while (first.wait_for(Nanos{0}) == std::future_status::timeout) clock_.Advance(milliseconds(100));
  EXPECT_TRUE(first.get());
}

// The symptom: rows of text were cut by their bytes, and a client got another one's.
TEST(TextBatch, StringsOfSeveralClientsInOneCallComeBackToTheirOwn) {
  RealClock clock;
  schedule::BatchingConfig batching;
  batching.mode = "fixed";
  batching.max_batch = 6;
  engine::fake::FakeModel text;
  text.inputs = {{"x", tensor::DType::kBytes, {-1, 2}}};
  text.outputs = {{"y", tensor::DType::kBytes, {-1, 2}}};
  const auto version = MakeVersion(std::move(text), clock, batching, 6);
  const OneModelCatalog catalog(version.pin);
  Dispatcher dispatcher({1, 0, {}}, clock, schedule::MakeEarliestDeadlinePolicy());
  ModelService service({catalog, dispatcher, clock, nullptr, {}});
  const std::vector<std::vector<std::string_view>> sent = {
      {"a", ""}, {"three rows", "of", "several", "lengths", "", "x"}, {"bb", "\x00\x01"}, {"", "end"}};
  std::vector<std::promise<Result<InferAnswer>>> answers(sent.size());
  for (size_t i = 0; i < sent.size(); ++i) {
    InferRequest request;
    request.model = "m";
    request.inputs = {{"x", tensor::Tensor::OfStrings({static_cast<int64_t>(sent[i].size()) / 2, 2}, sent[i])}};
    request.done = Completion<InferAnswer>([&, i](Result<InferAnswer> r) { answers[i].set_value(std::move(r)); });
    service.Infer(std::move(request));
  }
  for (size_t i = 0; i < sent.size(); ++i) {
    const auto answer = answers[i].get_future().get();
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(tensor::Strings(answer->outputs[0].tensor.view()).value(), sent[i]);
  }
  EXPECT_EQ(version.session->calls().size(), 1u);
}

class CountingTap final : public Tap {
 public:
  bool Wants(const RequestFacts& facts) const noexcept override { return facts.context.id == "r1"; }
  void See(const TapEvent& event) noexcept override { rows += static_cast<int>(event.outputs[0].shape()[0]); }
  int rows = 0;
};

TEST_F(Service, ATapSeesEveryAnsweredInference) {
  CountingTap tap;
  ASSERT_TRUE(Infer({{"x", Rows({1, 2, 3, 4, 5, 6}, 2)}}, {}, "m", nullptr, {.request_log = &tap}));
  EXPECT_EQ(tap.rows, 3);
}

TEST(Completion, AnAbandonedRequestIsAnsweredNotLost) {
  int code = -1;
  {
    Completion<int> dropped([&](Result<int> r) { code = r ? 0 : static_cast<int>(r.error().code); });
  }
  EXPECT_EQ(code, static_cast<int>(ErrorCode::kUnavailable));
}

}  // namespace
}  // namespace crossdock::pipeline
