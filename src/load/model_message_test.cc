#include "load/model_message.h"

#include <gtest/gtest.h>

namespace crossdock::load {
namespace {

constexpr const char* kMetadata =
    R"({"name":"m","inputs":[{"name":"x","datatype":"FP32","shape":[-1,4]},{"name":"n","datatype":"INT64","shape":[2]}]})";

Result<Message> Made(ModelCall call, std::string_view metadata = kMetadata) {
  call.model = "m";
  return MakeModelMessage({"127.0.0.1", "8000"}, call, metadata, {{"X-Crossdock-Tier", "batch"}});
}

TEST(ModelMessage, FillsTheBatchAndPutsTensorsBehindTheJson) {
  const auto message = Made({.batch = 3});
  ASSERT_TRUE(message) << message.error().message;
  const std::string json =
      R"({"inputs":[{"name":"x","datatype":"FP32","shape":[3,4],"parameters":{"binary_data_size":48}},)"
      R"({"name":"n","datatype":"INT64","shape":[2],"parameters":{"binary_data_size":16}}],)"
      R"("parameters":{"binary_data_output":true}})";
  EXPECT_TRUE(message->body->starts_with(json)) << *message->body;
  EXPECT_EQ(message->body->size(), json.size() + 48 + 16);
  EXPECT_EQ(message->head,
            "POST /v2/models/m/infer HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nUser-Agent: crossdock-load\r\n"
            "X-Crossdock-Tier: batch\r\nContent-Type: application/octet-stream\r\n"
            "Inference-Header-Content-Length: " +
                std::to_string(json.size()) + "\r\nContent-Length: " + std::to_string(message->body->size()) +
                "\r\n\r\n");
}

TEST(ModelMessage, IsTheSameForTheSameSeed) {
  EXPECT_EQ(*Made({.seed = 4})->body, *Made({.seed = 4})->body);
  EXPECT_NE(*Made({.seed = 4})->body, *Made({.seed = 5})->body);
}

TEST(ModelMessage, TakesWholeShapesByName) {
  EXPECT_NE(Made({.shapes = {{"x", {7, 4}}}})->body->find("[7,4]"), std::string::npos);
  EXPECT_EQ(Made({.shapes = {{"x", {7, 5}}}}).error().field, "shapes.x");
  EXPECT_NE(Made({.shapes = {{"y", {7, 4}}}}).error().message.find("it has x, n"), std::string::npos);
}

TEST(ModelMessage, AsksForAShapeThatTheBatchDoesNotSettle) {
  const auto message = Made({}, R"({"inputs":[{"name":"x","datatype":"FP32","shape":[-1,3,-1,-1]}]})");
  ASSERT_FALSE(message);
  EXPECT_EQ(message.error().field, "shapes.x");
}

TEST(ModelMessage, RefusesADescriptionThatIsNone) {
  for (const char* metadata :
       {"", "[]", "{}", R"({"inputs":[{"name":"x"}]})", R"({"inputs":[{"name":"x","datatype":"FP7","shape":[1]}]})"})
    EXPECT_FALSE(Made({}, metadata)) << metadata;
}

}  // namespace
}  // namespace crossdock::load
