#include "access/token.h"

#include <gtest/gtest.h>

namespace crossdock::access {
namespace {

TEST(Token, ItsDigestIsThatOfTheShell) {
  // printf %s abc | sha256sum
  const auto known = ParseDigest("BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD");
  ASSERT_TRUE(known);
  EXPECT_TRUE(SameDigest(DigestOf("abc"), *known));
  EXPECT_FALSE(SameDigest(DigestOf("abd"), DigestOf("abc")));
}

TEST(Token, ADigestIsSixtyFourHexadecimalDigits) {
  EXPECT_FALSE(ParseDigest(""));
  EXPECT_FALSE(ParseDigest(std::string(63, 'a')));
  std::string odd(64, 'a');
  odd[63] = 'g';
  EXPECT_FALSE(ParseDigest(odd));
  EXPECT_TRUE(ParseDigest(std::string(64, 'F')));
}

TEST(Token, ComesBehindTheSchemeBearerAlone) {
  EXPECT_EQ(BearerToken("Bearer abc.DEF-1_2~3+4/5="), "abc.DEF-1_2~3+4/5=");
  EXPECT_EQ(BearerToken("bEARER   abc"), "abc");
  for (const char* wrong : {"", "Bearer", "Bearer ", "Bearerabc", "Basic YTpi", "Bearer a b", "Bearer a\"b", "abc"})
    EXPECT_FALSE(BearerToken(wrong)) << wrong;
  EXPECT_FALSE(BearerToken("Bearer " + std::string(5000, 'a')));
}

}  // namespace
}  // namespace crossdock::access
