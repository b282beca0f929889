#include "load/sender.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "load/scripted_server_test.h"

namespace crossdock::load {
namespace {

using std::chrono::milliseconds;
using Answer = ScriptedServer::Answer;

std::vector<Message> One(const Address& address, bool follow = false) {
  Message message = MakeMessage(address, "POST", "/ask", {}, std::make_shared<const std::string>("question"));
  message.follow = follow;
  return {message};
}

Plan OpenLoop(const Address& address, std::unique_ptr<Arrivals> arrivals, int64_t most) {
  Plan plan;
  plan.address = address;
  Stream stream;
  stream.messages = One(address);
  stream.arrivals = std::move(arrivals);
  stream.most = most;
  plan.streams.push_back(std::move(stream));
  return plan;
}

Plan ClosedLoop(const Address& address, int concurrency, int64_t most) {
  Plan plan = OpenLoop(address, nullptr, most);
  plan.streams[0].concurrency = concurrency;
  return plan;
}

std::unique_ptr<Arrivals> EachMillisecond() {
  return DrawnArrivals(ArrivalKind::kConstant, 1, RateProfile(1000, {}), 1);
}

/// Five moments, and a call once all five have been taken.
class FiveThenCall final : public Arrivals {
 public:
  explicit FiveThenCall(std::function<void()> call) : call_(std::move(call)) {}
  std::optional<Nanos> Next() override {
    if (taken_ < 5) return milliseconds(taken_++);
    call_();
    return std::nullopt;
  }

 private:
  std::function<void()> call_;
  int taken_ = 0;
};

int CountOk(const std::vector<Record>& records) {
  return static_cast<int>(std::count_if(records.begin(), records.end(), [](const Record& r) { return r.ok(); }));
}

TEST(Sender, RecordsEachRequestInOrderOfItsIntendedMoment) {
  ScriptedServer server([](int number, const std::string&) { return Answer{.status = number == 7 ? 503 : 200}; });
  int heard = 0;
  const auto sent = Send(OpenLoop(server.address(), EachMillisecond(), 50), {},
                         [&](const Record&, std::string_view body) { heard += body == "{}"; });
  ASSERT_TRUE(sent) << sent.error().message;
  ASSERT_EQ(sent->records.size(), 50u);
  EXPECT_EQ(server.requests(), 50);
  EXPECT_EQ(heard, 50);
  EXPECT_EQ(CountOk(sent->records), 49);
  for (size_t i = 0; i < 50; ++i) {
    const Record& record = sent->records[i];
    EXPECT_NEAR(static_cast<double>(record.intended.count()), 1e6 * static_cast<double>(i), 1e3);
    EXPECT_LE(record.intended, record.ready);
    EXPECT_LE(record.ready, record.sent);
    EXPECT_LE(record.sent, record.first_byte);
    EXPECT_LE(record.first_byte, record.done);
    EXPECT_EQ(record.reply_bytes, 2u);
  }
}

TEST(Sender, CountsTheWaitForAStalledServerFromTheIntendedMoment) {
  std::promise<void> all_due;
  ScriptedServer server([due = all_due.get_future().share()](int number, const std::string&) {
    if (number == 0) due.wait();
    return Answer{};
  });
  Plan plan = OpenLoop(server.address(), std::make_unique<FiveThenCall>([&] { all_due.set_value(); }), 100);
  plan.connections = 1;
  const auto sent = Send(std::move(plan), {});
  ASSERT_TRUE(sent) << sent.error().message;
  ASSERT_EQ(sent->records.size(), 5u);
  EXPECT_EQ(server.connections(), 1);
  for (size_t i = 1; i < 5; ++i) {
    const Record& record = sent->records[i];
    EXPECT_GE(record.sent, sent->records[i - 1].done) << "there is one connection";
    EXPECT_LT(record.ready, sent->records[0].done) << "the generator itself was not held up";
    EXPECT_EQ(record.latency(), record.done - milliseconds(i));
  }
}

TEST(Sender, OpensOneMoreConnectionWhenAllAreBusy) {
  ScriptedServer server([&](int number, const std::string&) -> std::optional<Answer> {
    if (number == 0) return std::nullopt;  // this connection stays busy
    return Answer{};
  });
  Plan plan = OpenLoop(server.address(), EachMillisecond(), 3);
  plan.timeout = milliseconds(200);
  const auto sent = Send(std::move(plan), {});
  ASSERT_TRUE(sent) << sent.error().message;
  EXPECT_EQ(CountOk(sent->records), 2);
  EXPECT_EQ(sent->records[0].failure, Failure::kTimeout);
  EXPECT_GE(sent->records[0].latency(), milliseconds(200));
  EXPECT_GE(server.connections(), 2);
}

TEST(Sender, KeepsSoManyUnderWayInAClosedLoop) {
  ScriptedServer server([](int, const std::string&) { return Answer{}; });
  const auto sent = Send(ClosedLoop(server.address(), 3, 40), {});
  ASSERT_TRUE(sent) << sent.error().message;
  EXPECT_EQ(CountOk(sent->records), 40);
  EXPECT_EQ(server.connections(), 3);
}

TEST(Sender, SendsAgainWhatAClosedKeptConnectionSwallowed) {
  ScriptedServer server([](int, const std::string&) { return Answer{.hang_up = true}; });
  const auto sent = Send(ClosedLoop(server.address(), 1, 10), {});
  ASSERT_TRUE(sent) << sent.error().message;
  EXPECT_EQ(CountOk(sent->records), 10);
  EXPECT_EQ(server.connections(), 10);
}

TEST(Sender, FollowsAJobToItsEnd) {
  ScriptedServer server([](int number, const std::string& target) {
    if (number == 0) return Answer{.status = 202, .body = R"({"state":"running"})", .location = "/jobs/7"};
    EXPECT_EQ(target, "/jobs/7");
    return Answer{.body = number < 3 ? R"({"state":"running"})" : R"({"state":"done"})"};
  });
  Plan plan = ClosedLoop(server.address(), 1, 1);
  plan.streams[0].messages = One(server.address(), /*follow=*/true);
  std::string last;
  const auto sent = Send(std::move(plan), {}, [&](const Record&, std::string_view body) { last = body; });
  ASSERT_TRUE(sent) << sent.error().message;
  ASSERT_EQ(sent->records.size(), 1u);
  EXPECT_TRUE(sent->records[0].ok());
  EXPECT_EQ(last, R"({"state":"done"})");
  EXPECT_EQ(server.requests(), 4);
}

TEST(Sender, SaysThatNobodyListens) {
  // Port 1 of the loopback is reserved and closed on an ordinary machine.
  const auto sent = Send(OpenLoop({"127.0.0.1", "1"}, EachMillisecond(), 5), {});
  ASSERT_TRUE(sent) << sent.error().message;
  ASSERT_EQ(sent->records.size(), 5u);
  for (const Record& record : sent->records) EXPECT_EQ(record.failure, Failure::kConnect);
}

TEST(Sender, EndsAtOnceWhenItIsStopped) {
  std::stop_source stop;
  ScriptedServer server([&](int number, const std::string&) -> std::optional<Answer> {
    if (number == 3) stop.request_stop();
    return number < 3 ? std::optional(Answer{}) : std::nullopt;
  });
  Plan plan = OpenLoop(server.address(), EachMillisecond(), 1'000'000);
  plan.connections = 4;
  const auto sent = Send(std::move(plan), stop.get_token());
  ASSERT_TRUE(sent) << sent.error().message;
  EXPECT_TRUE(sent->stopped);
  EXPECT_LE(sent->records.size(), 3u);
}

TEST(Sender, SendsNothingFromTheEndOn) {
  ScriptedServer server([](int, const std::string&) { return Answer{}; });
  Plan plan = OpenLoop(server.address(), EachMillisecond(), 1'000'000);
  plan.length = milliseconds(20);
  const auto sent = Send(std::move(plan), {});
  ASSERT_TRUE(sent) << sent.error().message;
  EXPECT_GE(sent->records.size(), 20u);  // one may fall on the end itself, by a nanosecond of rounding
  EXPECT_LE(sent->records.size(), 21u);
}

}  // namespace
}  // namespace crossdock::load
