#include "net/http/openapi.h"

#include <cctype>
#include <cstring>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "net/http/v2_operations.h"
#include "net/http/v2_routes.h"
#include "net/testing/echo_service.h"

namespace crossdock::net::http {
namespace {

using Json = nlohmann::json;

class OpenApiTest : public ::testing::Test {
 protected:
  OpenApiTest() {
    front_end_.statistics = [](const std::string&, const std::string&) { return std::vector<ModelStatistics>(); };
    front_end_.load = front_end_.unload = [](const std::string&, pipeline::Completion<void>) {};
    routes_ = V2Routes(front_end_);
    document_ = Json::parse(OpenApi(routes_, V2Schemas(), "1"));
  }

  testing::EchoCatalog catalog_;
  testing::EchoService service_{catalog_};
  FrontEnd front_end_{.infer = service_, .catalog = catalog_};
  std::vector<Route> routes_;
  Json document_;
};

void FindReferences(const Json& json, std::set<std::string>& found) {
  if (json.is_object() && json.contains("$ref")) found.insert(json["$ref"].get<std::string>());
  for (const auto& [key, value] : json.items()) {
    if (value.is_structured()) FindReferences(value, found);
  }
}

TEST_F(OpenApiTest, DescribesEveryRouteOfTheRouterAndNothingElse) {
  size_t operations = 0;
  const Router router(routes_);
  for (const auto& [path, methods] : document_["paths"].items()) {
    for (const auto& [method, operation] : methods.items()) {
      ++operations;
      std::string upper = method;
      for (char& c : upper) c = static_cast<char>(std::toupper(c));
      std::string concrete = path;
      for (const char* name : {"{model}", "{version}"}) {
        if (const auto at = concrete.find(name); at != std::string::npos) concrete.replace(at, std::strlen(name), "1");
      }
      const auto match = router.Find(upper, concrete);
      ASSERT_NE(match.route, nullptr) << upper << " " << path;
      EXPECT_EQ(match.route->path, path);
      EXPECT_EQ(operation["summary"], match.route->operation.summary);
    }
  }
  EXPECT_EQ(operations, routes_.size());
}

TEST_F(OpenApiTest, LeavesNoRouteWithoutASummaryAndAGoodAnswer) {
  std::set<std::string> ids;
  for (const Route& route : routes_) {
    EXPECT_FALSE(route.operation.summary.empty()) << route.path;
    ASSERT_FALSE(route.operation.gives.empty()) << route.path;
    EXPECT_LT(route.operation.gives.front().status, 300) << route.path;
  }
  for (const auto& [path, methods] : document_["paths"].items()) {
    for (const auto& [method, operation] : methods.items())
      EXPECT_TRUE(ids.insert(operation["operationId"].get<std::string>()).second) << path;
  }
}

TEST_F(OpenApiTest, NamesOnlySchemasThatItHasAndHasNoneThatNobodyNames) {
  std::set<std::string> named;
  FindReferences(document_, named);
  std::set<std::string> there;
  for (const auto& [name, schema] : document_["components"]["schemas"].items())
    there.insert("#/components/schemas/" + name);
  EXPECT_EQ(named, there);
}

TEST_F(OpenApiTest, SaysWhichPartsOfAPathAreOpen) {
  const auto& infer = document_["paths"]["/v2/models/{model}/versions/{version}/infer"]["post"];
  EXPECT_EQ(infer["parameters"][0]["name"], "model");
  EXPECT_EQ(infer["parameters"][1]["name"], "version");
  EXPECT_EQ(infer["parameters"][1]["in"], "path");
  EXPECT_EQ(infer["operationId"], "postV2ModelsModelVersionsVersionInfer");
  EXPECT_TRUE(infer["responses"].contains("413"));
  EXPECT_FALSE(document_["paths"]["/v2"]["get"]["responses"].contains("413")) << "it takes no body";
}

TEST_F(OpenApiTest, DescribesItself) {
  const auto routes = WithOpenApi(routes_, V2Schemas(), "1");
  EXPECT_EQ(routes.size(), routes_.size() + 1);
  EXPECT_EQ(routes.back().path, "/openapi.json");
}

}  // namespace
}  // namespace crossdock::net::http
