#include "jobs/callback/target_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crossdock::jobs {
namespace {

using ::testing::HasSubstr;

TargetRules Rules(const std::vector<std::string>& targets, const std::vector<std::string>& networks = {}) {
  auto rules = TargetRules::Parse(targets, networks);
  EXPECT_TRUE(rules) << rules.error().message;
  return *std::move(rules);
}

bool Allows(const TargetRules& rules, std::string_view host, std::string_view address) {
  return rules.AllowsAddress(host, *Address::Parse(address));
}

TEST(TargetRules, OnlyListedHostsAreCalled) {
  const TargetRules rules = Rules({"https://hooks.example.com", "http://127.0.0.1:9000", "http://[::1]"});
  EXPECT_EQ(*rules.CheckUrl("https://hooks.example.com/parcels?x=1"), "https://hooks.example.com:443");
  EXPECT_EQ(*rules.CheckUrl("https://HOOKS.example.com:8443/"), "https://hooks.example.com:8443");
  EXPECT_EQ(*rules.CheckUrl("http://127.0.0.1:9000/done"), "http://127.0.0.1:9000");
  EXPECT_EQ(*rules.CheckUrl("http://[::1]:5/"), "http://[::1]:5");
  for (const char* url :
       {"http://hooks.example.com/", "http://127.0.0.1:9001/", "http://127.0.0.1/", "https://example.com/",
        "https://hooks.example.com.evil.org/", "https://hooks.example.com@evil.org/",
        "https://evil.org/hooks.example.com", "https://evil.org#@hooks.example.com/",
        "https://evil.org\\@hooks.example.com/", "file:///etc/passwd", "gopher://127.0.0.1:9000/", "hooks.example.com",
        "https:///x", "", "https://hooks.example.com/\r\nX: y"}) {
    const auto checked = rules.CheckUrl(url);
    ASSERT_FALSE(checked) << url;
    EXPECT_EQ(checked.error().code, ErrorCode::kInvalidArgument) << url;
    EXPECT_EQ(checked.error().field, "callback") << url;
  }
}

TEST(TargetRules, OddWaysToWriteAnAddressReachOnlyWhatIsListed) {
  const TargetRules rules = Rules({"http://127.0.0.1", "http://10.0.0.7"});
  // curl reads these as 127.0.0.1, so they are what was listed; none of them is another one.
  for (const char* url : {"http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/"}) {
    const auto checked = rules.CheckUrl(url);
    if (checked) {
      EXPECT_EQ(*checked, "http://127.0.0.1:80") << url;
    }
  }
  EXPECT_FALSE(rules.CheckUrl("http://10.0.0.8/"));
  EXPECT_FALSE(rules.CheckUrl("http://167772168/")) << "10.0.0.8 as one number";
}

TEST(TargetRules, AListedNameThatLeadsToAnInnerAddressIsNotCalled) {
  const TargetRules rules = Rules({"https://hooks.example.com"});
  EXPECT_TRUE(Allows(rules, "hooks.example.com", "93.184.216.34"));
  EXPECT_TRUE(Allows(rules, "hooks.example.com", "2606:2800:220:1::1"));
  for (const char* inner : {"127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
                            "0.0.0.0", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fd00::1",
                            "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "ff02::1"}) {
    EXPECT_FALSE(Allows(rules, "hooks.example.com", inner)) << inner;
  }
}

TEST(TargetRules, PrivateNetworksCanBeOpenedOneByOne) {
  const TargetRules rules = Rules({"https://wms.hub"}, {"10.20.0.0/16", "fd00:1::/32"});
  EXPECT_TRUE(Allows(rules, "wms.hub", "10.20.3.4"));
  EXPECT_TRUE(Allows(rules, "wms.hub", "fd00:1::5"));
  EXPECT_FALSE(Allows(rules, "wms.hub", "10.21.3.4"));
  EXPECT_FALSE(Allows(rules, "wms.hub", "127.0.0.1"));
}

TEST(TargetRules, LocalhostMeansLoopbackWhateverANameServerSays) {
  const TargetRules rules = Rules({"http://localhost"});
  EXPECT_TRUE(Allows(rules, "localhost", "127.0.0.1"));
  EXPECT_TRUE(Allows(rules, "localhost", "::1"));
  EXPECT_FALSE(Allows(rules, "localhost", "93.184.216.34"));
}

TEST(TargetRules, AWrongListNamesItsEntry) {
  const auto target = TargetRules::Parse({"http://127.0.0.1", "ftp://x"}, {});
  ASSERT_FALSE(target);
  EXPECT_EQ(target.error().field, "targets[1]");
  for (const char* network : {"10.0.0.0/33", "10.0.0/8", "x", "10.0.0.0/", "fd00::/129"}) {
    const auto parsed = TargetRules::Parse({}, {network});
    ASSERT_FALSE(parsed) << network;
    EXPECT_EQ(parsed.error().field, "networks[0]");
  }
}

}  // namespace
}  // namespace crossdock::jobs
