#include <algorithm>
#include <atomic>
#include <latch>
#include <random>
#include <span>
#include <thread>

#include <gtest/gtest.h>

#include "pipeline/byte_budget.h"
#include "pipeline/model_service.h"
#include "pipeline/test_session.h"
#include "pipeline/test_version.h"

namespace crossdock::pipeline {
namespace {

using testing::CallbackSession;

constexpr int kClients = 4;
constexpr int kEach = 250;
constexpr int64_t kWidth = 3;

struct Asked {
  std::vector<float> values;
  std::stop_source cancel;
  std::atomic<int> answers = 0;
  Result<InferAnswer> answer = InferAnswer{};
};

/// Requests of random sizes, some with a row that fails, some taken back.
void Ask(InferService& service, unsigned seed, std::span<Asked> asked, std::latch& answered) {
  std::mt19937 random(seed);
  for (Asked& a : asked) {
    const size_t rows = 1 + random() % 20;
    for (size_t i = 0; i < rows * kWidth; ++i) a.values.push_back(static_cast<float>(random() % 100'000) + 1000);
    if (random() % 10 == 0) a.values[random() % a.values.size()] = CallbackSession::kPoison;
    InferRequest request;
    request.model = "m";
    request.context.cancel = a.cancel;
    request.inputs.push_back({"x", testing::Rows(a.values, kWidth)});
    request.done = Completion<InferAnswer>([&](Result<InferAnswer> result) {
      a.answer = std::move(result);
      ++a.answers;
      answered.count_down();
    });
    service.Infer(std::move(request));
    if (random() % 8 == 0) a.cancel.request_stop();
  }
}

void Check(const Asked& a) {
  ASSERT_EQ(a.answers, 1);
  const bool poisoned = std::find(a.values.begin(), a.values.end(), CallbackSession::kPoison) != a.values.end();
  if (!a.answer) {
    const Error& error = a.answer.error();
    const bool explained = (error.code == ErrorCode::kInternal && poisoned) ||
                           (error.code == ErrorCode::kCancelled && a.cancel.stop_requested()) ||
                           (error.code == ErrorCode::kResourceExhausted &&
                            (error.reason == Reason::kQueueFull || error.reason == Reason::kTierOverload));
    ASSERT_TRUE(explained) << error.message;
    return;
  }
  ASSERT_FALSE(poisoned);
  std::vector<float> expected = a.values;
  for (float& v : expected) v *= 2;
  ASSERT_EQ(testing::Values(a.answer->outputs.at(0).tensor), expected);
}

class ServiceStorm : public ::testing::TestWithParam<const char*> {};

TEST_P(ServiceStorm, EveryReplyMatchesItsOwnRequestHoweverItWasSplit) {
  RealClock clock;
  schedule::BatchingConfig batching;
  batching.max_batch = 4;
  std::unique_ptr<engine::Session> session;
  if (std::string(GetParam()) == "callback") {
    session = std::make_unique<CallbackSession>(kWidth, 2);
  } else {
    auto fake = engine::fake::IdentityModel(kWidth, std::chrono::microseconds(20), Nanos{0});
    fake.compute = engine::fake::Compute::kScale;
    fake.factor = 2;
    fake.slots = 2;
    fake.failures = {{CallbackSession::kPoison, engine::fake::FailKind::kError}};
    session = std::make_unique<engine::fake::FakeSession>(std::move(fake), clock);
  }
  const testing::OneModelCatalog catalog(testing::PinOf(std::move(session), batching, 4));
  ByteBudget budget(size_t{1} << 30);
  std::vector<Asked> asked(kClients * kEach);
  std::latch answered(kClients * kEach);
  {
    Dispatcher dispatcher({2, 0, {}}, clock, schedule::MakeEarliestDeadlinePolicy());
    ModelService service({catalog, dispatcher, clock, &budget, {}});
    std::vector<std::jthread> clients;
    for (unsigned c = 0; c < kClients; ++c) {
      clients.emplace_back([&, c] { Ask(service, c, std::span(asked).subspan(c * kEach, kEach), answered); });
    }
    clients.clear();
    answered.wait();
  }
  int good = 0;
  for (const Asked& a : asked) {
    Check(a);
    good += a.answer ? 1 : 0;
  }
  EXPECT_GT(good, 0);
  EXPECT_EQ(budget.used_bytes(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Sessions, ServiceStorm, ::testing::Values("inline", "callback"),
                         [](const auto& session) { return std::string(session.param); });

}  // namespace
}  // namespace crossdock::pipeline
