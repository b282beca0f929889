#include "net/http/uri.h"

#include <gtest/gtest.h>

namespace crossdock::net::http {
namespace {

std::string PathOf(std::string_view target) {
  const auto parsed = ParseTarget(target);
  return parsed ? parsed->path : "refused: " + parsed.error().field;
}

TEST(PercentDecode, TakesEveryByteAndOnlyWholeEscapes) {
  EXPECT_EQ(PercentDecode("a%2Fb%2fc"), "a/b/c");
  EXPECT_EQ(PercentDecode("%D0%9F%00"), std::string("П\0", 3));
  EXPECT_EQ(PercentDecode("%25%32%35"), "%25") << "once, not twice";
  EXPECT_EQ(PercentDecode("a+b"), "a+b");
  EXPECT_EQ(PercentDecode("a+b%2B", true), "a b+");
  for (const char* bad : {"%", "%4", "a%", "%g0", "%0g", "%%41"}) EXPECT_FALSE(PercentDecode(bad)) << bad;
}

TEST(ParseTarget, CutsPathAndQuery) {
  const auto parsed = ParseTarget("/v2/models/a%2Fb?x=1&&y=a+b%26&flag&=e&x=2");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->path, "/v2/models/a%2Fb") << "still encoded, so that the name stays one part";
  const NamedValues expected{{"x", "1"}, {"y", "a b&"}, {"flag", ""}, {"", "e"}, {"x", "2"}};
  EXPECT_EQ(parsed->query, expected);
}

TEST(ParseTarget, TakesTheFormsThatRequestsHave) {
  EXPECT_EQ(PathOf("/"), "/");
  EXPECT_EQ(PathOf("*"), "*");
  EXPECT_EQ(PathOf("/a#fragment?no"), "/a");
  EXPECT_EQ(PathOf("http://hub:8000/v2?x"), "/v2");
  EXPECT_EQ(PathOf("https://hub"), "/");
}

TEST(ParseTarget, KeepsTheQueryOfAnAbsoluteTargetWithoutAPath) {
  const auto parsed = ParseTarget("http://hub?ready=1/2");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->path, "/");
  EXPECT_EQ(parsed->query, (NamedValues{{"ready", "1/2"}}));
}

TEST(ParseTarget, RefusesTheRest) {
  for (const char* bad : {"", "v2", "ftp://x/", "hub:8000", "/a b", "/a\tb", "/a\x7f"})
    EXPECT_EQ(PathOf(bad), "refused: path") << bad;
  EXPECT_EQ(PathOf("/a?x=%zz"), "refused: query");
  EXPECT_EQ(PathOf("/a?%=1"), "refused: query");
  std::string many = "/a?";
  for (int i = 0; i < 64; ++i) many += "x&";
  EXPECT_EQ(PathOf(many), "/a");
  EXPECT_EQ(PathOf(many + "x"), "refused: query");
}

TEST(Uri, EncodesAnyTextAsOnePartOfAPath) {
  EXPECT_EQ(PercentEncode("a-Z_0.~"), "a-Z_0.~");
  EXPECT_EQ(PercentEncode("a/b c+=@:%"), "a%2Fb%20c%2B%3D%40%3A%25");
  const std::string any("\0ž\xff", 4);
  EXPECT_EQ(PercentDecode(PercentEncode(any)), any);
}

}  // namespace
}  // namespace crossdock::net::http
