#include "access/gate.h"

#include <unistd.h>

#include <fstream>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace crossdock::access {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNorth = "NORTH";
constexpr const char* kSouth = "SOUTH";

std::string Hex(std::string_view token) {
  std::string hex;
  for (const uint8_t byte : DigestOf(token)) hex += fmt::format("{:02x}", byte);
  return hex;
}

class GateTest : public ::testing::Test {
 protected:
  GateTest() {
    config_.principals = fs::temp_directory_path() / fmt::format("principals-{}.yaml", getpid());
    Write(
        fmt::format("principals:\n  north: {{tokens: [{}], tier: normal, requests: 1}}\n"
                    "  south: {{tokens: [{}, {}], control: true}}\n",
                    Hex(kNorth), Hex("old"), Hex(kSouth)));
  }
  ~GateTest() override { fs::remove(config_.principals); }
  void Write(const std::string& text) { std::ofstream(config_.principals) << text; }
  Gate& Open() {
    gate_ = Gate::Create(config_, {clock_, [this](const Error& error) { refusals_.push_back(error); }}).value();
    return *gate_;
  }
  static std::string Bearer(std::string_view token) { return fmt::format("Bearer {}", token); }

  VirtualClock clock_;
  AccessConfig config_;
  std::unique_ptr<Gate> gate_;
  std::vector<Error> refusals_;
};

TEST_F(GateTest, ATokenSaysWhoseJobsAndWhatTier) {
  Gate& gate = Open();
  const std::string north = Bearer(kNorth);
  const auto caller = gate.Enter({north, "10.0.0.7"}, "", Role::kInfer);
  ASSERT_TRUE(caller);
  EXPECT_EQ(caller->tenant(), "north");
  EXPECT_EQ(caller->Allow(Tier::kCritical, "tier").value(), Tier::kNormal) << "lowered";
  EXPECT_EQ(caller->Allow(Tier::kBatch, "tier").value(), Tier::kBatch);
  EXPECT_EQ(gate.Enter({Bearer("old"), "10.0.0.7"}, "", Role::kInfer)->tenant(), "south")
      << "two tokens, to change them";
}

TEST_F(GateTest, AHigherTierIsRefusedWhereThatIsConfigured) {
  config_.above_tier = "refuse";
  const auto caller = Open().Enter({Bearer(kNorth), "10.0.0.7"}, "", Role::kInfer);
  const auto refused = caller->Allow(Tier::kCritical, "X-Crossdock-Tier");
  EXPECT_EQ(refused.error().code, ErrorCode::kPermissionDenied);
  EXPECT_EQ(refused.error().field, "X-Crossdock-Tier");
}

TEST_F(GateTest, AWrongTokenIsRefusedFromThisMachineTooAndIsNotShown) {
  Gate& gate = Open();
  for (const std::string& wrong : {Bearer("guessed"), std::string("Basic guessed"), Bearer(Hex(kNorth))}) {
    const auto refused = gate.Enter({wrong, "127.0.0.1"}, "", Role::kInfer);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kUnauthenticated);
    EXPECT_EQ(refused.error().message.find("guessed"), std::string::npos);
  }
  EXPECT_EQ(refusals_.size(), 3u);
}

TEST_F(GateTest, ThisMachineNeedsNoTokenAndOthersDo) {
  Gate& gate = Open();
  for (const char* own : {"127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"})
    EXPECT_TRUE(gate.Enter({"", own}, "", Role::kControl)) << own;
  for (const char* other : {"10.0.0.7", "::ffff:10.0.0.7", "fe80::1", "", "128.0.0.1"}) {
    EXPECT_EQ(gate.Enter({"", other}, "", Role::kInfer).error().code, ErrorCode::kUnauthenticated) << other;
    EXPECT_TRUE(gate.Enter({"", other}, "", Role::kProbe)) << "probes ask for nothing that is anybody's";
  }
  config_.loopback.allowed = false;
  EXPECT_FALSE(Open().Enter({"", "127.0.0.1"}, "", Role::kInfer));
  config_.anybody.allowed = true;
  EXPECT_TRUE(Open().Enter({"", "10.0.0.7"}, "", Role::kInfer));
  EXPECT_EQ(Open().Enter({"", "10.0.0.7"}, "", Role::kControl).error().code, ErrorCode::kPermissionDenied);
}

TEST_F(GateTest, OnlyWhoSpeaksForAllMayNameAnothersTenant) {
  Gate& gate = Open();
  EXPECT_EQ(gate.Enter({Bearer(kNorth), "10.0.0.7"}, "south", Role::kInfer).error().code, ErrorCode::kPermissionDenied);
  EXPECT_EQ(gate.Enter({Bearer(kNorth), "10.0.0.7"}, "north", Role::kInfer)->tenant(), "north");
  EXPECT_EQ(gate.Enter({"", "127.0.0.1"}, "south", Role::kInfer)->tenant(), "south") << "a proxy on this machine";
}

TEST_F(GateTest, ChangingTheServerIsForThoseWhoMay) {
  Gate& gate = Open();
  EXPECT_EQ(gate.Enter({Bearer(kNorth), "10.0.0.7"}, "", Role::kControl).error().code, ErrorCode::kPermissionDenied);
  EXPECT_TRUE(gate.Enter({Bearer(kSouth), "10.0.0.7"}, "", Role::kControl));
  EXPECT_TRUE(gate.Enter({Bearer(kNorth), "10.0.0.7"}, "", Role::kObserve));
}

TEST_F(GateTest, APrincipalsLimitIsItsOwnAndLooksAreNotCounted) {
  Gate& gate = Open();
  const auto first = gate.Enter({Bearer(kNorth), "10.0.0.7"}, "", Role::kInfer);
  EXPECT_EQ(gate.Enter({Bearer(kNorth), "10.0.0.8"}, "", Role::kInfer).error().reason, Reason::kQuota);
  EXPECT_TRUE(gate.Enter({Bearer(kNorth), "10.0.0.8"}, "", Role::kObserve));
  EXPECT_TRUE(gate.Enter({Bearer(kSouth), "10.0.0.8"}, "", Role::kInfer));
}

TEST_F(GateTest, AReloadTakesTokensAwayAndABrokenFileChangesNothing) {
  Gate& gate = Open();
  const auto held = gate.Enter({Bearer(kNorth), "10.0.0.7"}, "", Role::kInfer);
  Write("principals: [");
  EXPECT_FALSE(gate.Reload());
  EXPECT_TRUE(gate.Enter({Bearer(kSouth), "10.0.0.7"}, "", Role::kInfer));
  Write(fmt::format("principals:\n  north: {{tokens: [{}], requests: 1}}\n", Hex(kNorth)));
  EXPECT_TRUE(gate.Reload());
  EXPECT_FALSE(gate.Enter({Bearer(kSouth), "10.0.0.7"}, "", Role::kInfer));
  EXPECT_EQ(gate.Enter({Bearer(kNorth), "10.0.0.7"}, "", Role::kInfer).error().reason, Reason::kQuota)
      << "what is under way still counts";
}

TEST_F(GateTest, AMistakeInTheFileIsNamed) {
  Write("principals:\n  north: {tokens: [abc]}\n");
  const auto refused = Gate::Create(config_, {clock_, {}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().field, "principals.north.tokens[0]");
  Write(fmt::format("principals:\n  a: {{tokens: [{0}]}}\n  b: {{tokens: [{0}]}}\n", Hex(kNorth)));
  EXPECT_EQ(Gate::Create(config_, {clock_, {}}).error().field, "principals.b.tokens");
  fs::remove(config_.principals);
  EXPECT_FALSE(Gate::Create(config_, {clock_, {}}));
}

}  // namespace
}  // namespace crossdock::access
