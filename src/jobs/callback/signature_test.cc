#include "jobs/callback/signature.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "digest/sha256.h"

namespace crossdock::jobs {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// The example of the Standard Webhooks specification.
constexpr const char* kSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
constexpr const char* kSignature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

TEST(Signature, IsTheOneOfTheSpecification) {
  const auto signer = Signer::Parse(kSecret);
  ASSERT_TRUE(signer);
  EXPECT_EQ(signer->Sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, R"({"test": 2432232314})"), kSignature);
}

TEST(Signature, EverySecretSignsSoThatTheyCanBeChanged) {
  std::string secrets = "# new\nwhsec_";
  secrets.append(Base64(std::string(32, 'n'))).append("\r\n\n").append(kSecret).append("\n");
  const auto signer = Signer::Parse(secrets);
  ASSERT_TRUE(signer);
  const std::string header = signer->Sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, R"({"test": 2432232314})");
  EXPECT_TRUE(header.starts_with("v1,"));
  EXPECT_TRUE(header.ends_with(std::string(" ").append(kSignature)));
}

TEST(Signature, ABadSecretIsNamedByItsLineAndNotShown) {
  for (const char* bad : {"whsec_c2hvcnQ=", "secret-secret-secret-secret-secret", "whsec_!!!!", "whsec_"}) {
    const auto signer = Signer::Parse(std::string("\n") + bad);
    ASSERT_FALSE(signer) << bad;
    EXPECT_EQ(signer.error().field, "secret_file");
    EXPECT_THAT(signer.error().message, HasSubstr("line 2"));
    EXPECT_THAT(signer.error().message, Not(HasSubstr("c2hvcnQ")));
  }
  EXPECT_FALSE(Signer::Parse("# nothing\n"));
  EXPECT_FALSE(Signer::Read("/nowhere/secret"));
}

TEST(Signature, DigestsAreTheStandardsAndLettersIdsDiffer) {
  digest::Sha256 hash;
  hash.Add("a");
  hash.Add("bc");
  EXPECT_EQ(Base64(hash.Finish()), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  EXPECT_EQ(*FromBase64(Base64("any\xff")), "any\xff");
  std::set<std::string> ids;
  for (int i = 0; i < 100; ++i) ids.insert(NewLetterId());
  EXPECT_EQ(ids.size(), 100u);
}

}  // namespace
}  // namespace crossdock::jobs
