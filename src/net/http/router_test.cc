#include "net/http/router.h"

#include <gtest/gtest.h>

#include "net/http/uri.h"

namespace crossdock::net::http {
namespace {

Router Make(std::vector<std::pair<std::string, std::string>> rows) {
  std::vector<Route> routes;
  for (auto& [method, path] : rows) routes.push_back({method, path, Role::kInfer, [](Request, Responder) {}});
  return Router(std::move(routes));
}

TEST(Router, PrefersPartsThatAreSpelledOut) {
  const auto router =
      Make({{"GET", "/v2/models/{model}"}, {"GET", "/v2/models/stats"}, {"GET", "/{rest*}"}, {"GET", "/v2"}});
  EXPECT_EQ(router.Find("GET", "/v2/models/stats").route->path, "/v2/models/stats");
  EXPECT_EQ(router.Find("GET", "/v2/models/other").route->path, "/v2/models/{model}");
  EXPECT_EQ(router.Find("GET", "/v2/").route->path, "/v2");
  EXPECT_EQ(router.Find("GET", "/").route->path, "/{rest*}");
  const auto rest = router.Find("GET", "/assets/js/a%20b.js");
  EXPECT_EQ(rest.route->path, "/{rest*}");
  EXPECT_EQ(rest.params, (NamedValues{{"rest", "assets/js/a b.js"}}));
}

TEST(Router, DecodesNamesAfterCuttingThePath) {
  const auto router = Make({{"POST", "/v2/models/{model}/versions/{version}/infer"}});
  const auto match = router.Find("POST", "/v2/models/a%2Fb%20c/versions/3/infer");
  ASSERT_NE(match.route, nullptr);
  EXPECT_EQ(match.params, (NamedValues{{"model", "a/b c"}, {"version", "3"}}));
  EXPECT_EQ(router.Find("POST", "/v2/models//versions/3/infer").route, nullptr);
  EXPECT_TRUE(router.Find("POST", "/v2/models/%/versions/3/infer").bad_path);
}

TEST(Router, SaysWhichMethodsAPathHas) {
  const auto router = Make({{"GET", "/a"}, {"POST", "/a"}});
  EXPECT_NE(router.Find("HEAD", "/a").route, nullptr);
  EXPECT_EQ(router.Find("PUT", "/a").allowed, (std::vector<std::string>{"GET", "HEAD", "POST"}));
  EXPECT_TRUE(router.Find("GET", "/b").allowed.empty());
}

TEST(Target, IsCutIntoPathAndQuery) {
  const auto target = ParseTarget("http://host:8000/a/b?x=1&y=%41+z&flag&&");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/a/b");
  EXPECT_EQ(target->query, (NamedValues{{"x", "1"}, {"y", "A z"}, {"flag", ""}}));
  EXPECT_EQ(ParseTarget("http://host")->path, "/");
  EXPECT_EQ(ParseTarget("*")->path, "*");
}

TEST(Target, RefusesWhatIsNoPath) {
  for (const char* bad : {"", "a/b", "/a b", "/a\x01", "/a?x=%4", "/a?%zz=1"}) EXPECT_FALSE(ParseTarget(bad)) << bad;
}

}  // namespace
}  // namespace crossdock::net::http
