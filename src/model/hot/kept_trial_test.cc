#include "model/hot/kept_trial.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/fake/fake_session.h"
#include "model/load_version.h"

namespace crossdock::model {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using testing::HasSubstr;

KeptTrial Trial(Nanos fresh_load, Nanos kept_load, Nanos fresh_call, Nanos kept_call) {
  return {fresh_load, kept_load, fresh_call, kept_call, true};
}

TEST(KeptTrial, PaysWhereItLoadsFasterAndRunsAsFast) {
  EXPECT_EQ(WhyNot(Trial(milliseconds(500), milliseconds(80), milliseconds(10), milliseconds(10))), "");
  EXPECT_EQ(WhyNot(Trial(milliseconds(500), milliseconds(400), milliseconds(10), milliseconds(11))), "");
}

TEST(KeptTrial, DoesNotPayWhereItRunsSlower) {
  EXPECT_THAT(WhyNot(Trial(milliseconds(500), milliseconds(80), milliseconds(10), milliseconds(12))),
              HasSubstr("runs slower: 12.000 ms a call against 10.000"));
}

TEST(KeptTrial, DoesNotPayWhereItLoadsNoFaster) {
  EXPECT_THAT(WhyNot(Trial(milliseconds(500), milliseconds(450), milliseconds(10), milliseconds(10))),
              HasSubstr("loads no faster: 450 ms against 500"));
}

TEST(KeptTrial, MicrosecondsOfACallAreNoReason) {
  EXPECT_EQ(WhyNot(Trial(milliseconds(500), milliseconds(80), microseconds(20), microseconds(60))), "");
}

TEST(KeptTrial, OtherAnswersAreTheFirstReason) {
  KeptTrial trial = Trial(milliseconds(500), milliseconds(80), milliseconds(10), milliseconds(10));
  trial.same_answers = false;
  EXPECT_EQ(WhyNot(trial), "it answers differently");
}

/// Sessions whose calls take what a virtual clock says would need somebody to turn it: these take no time.
class Comparing : public ::testing::Test {
 protected:
  std::unique_ptr<const Version> Make(engine::fake::FakeModel fake) {
    FoundVersion found;
    found.name = "m";
    found.file = "m.fake";
    return MakeVersion(found, std::make_unique<engine::fake::FakeSession>(std::move(fake), clock_), "fake", "1", [] {},
                       {})
        .value();
  }
  RealClock clock_;
};

TEST_F(Comparing, SeesOtherAnswers) {
  const auto fresh = Make(engine::fake::IdentityModel(4, Nanos{0}, Nanos{0}));
  const auto same = Make(engine::fake::IdentityModel(4, Nanos{0}, Nanos{0}));
  auto scaled = engine::fake::IdentityModel(4, Nanos{0}, Nanos{0});
  scaled.compute = engine::fake::Compute::kScale;
  scaled.factor = 2;
  const auto other = Make(std::move(scaled));
  EXPECT_TRUE(Compare(same->session(), fresh->session(), *fresh, {})->same_answers);
  EXPECT_FALSE(Compare(other->session(), fresh->session(), *fresh, {})->same_answers);
}

TEST_F(Comparing, AModelOfOpenShapesWithoutBucketsIsComparedByNothing) {
  const auto open = Make(engine::fake::IdentityModel(-1, Nanos{0}, Nanos{0}));
  ASSERT_TRUE(open->buckets().empty());
  EXPECT_TRUE(Compare(open->session(), open->session(), *open, {})->same_answers);
}

}  // namespace
}  // namespace crossdock::model
