#include "hub/driving/reading.h"

#include <gtest/gtest.h>

namespace crossdock::hub {
namespace {

TEST(Reading, HoldsWhatAJobSays) {
  const auto reading = ParseReading(R"({
    "id": "a1", "state": "done", "waybill": "", "pictures": [{"width": 1280, "height": 960}],
    "codes": [{"text": "YT73", "format": "Code 128", "confidence": 0.98, "corners": [[1,2],[3,2],[3,4],[1,4]], "path": "rotate", "picture": 0}],
    "lines": [{"text": "收件人", "confidence": 0.9, "corners": [[5,6],[7,6],[7,8],[5,8]], "picture": 0}],
    "times": {"codes_ms": 12.5, "total_ms": 410, "stages": [{"stage": "decode", "wait_ms": 0.1, "run_ms": 9},
                                                           {"stage": "rescue", "wait_ms": 1, "run_ms": 30}]}})");
  ASSERT_TRUE(reading) << reading.error().message;
  EXPECT_EQ(reading->width, 1280);
  ASSERT_EQ(reading->codes.size(), 1u);
  EXPECT_EQ(reading->codes[0].path, "rotate");
  EXPECT_DOUBLE_EQ(reading->codes[0].corners[2].y, 4);
  ASSERT_EQ(reading->lines.size(), 1u);
  EXPECT_EQ(reading->lines[0].text, "收件人");
  EXPECT_DOUBLE_EQ(reading->codes_ms, 12.5);
  EXPECT_TRUE(reading->WasRescued());
  EXPECT_EQ(reading->problem, "");
}

TEST(Reading, TellsWhatWentWrongWithAPictureOrItsText) {
  EXPECT_EQ(
      ParseReading(
          R"({"pictures": [{"width": 0, "height": 0, "error": {"error": "no JPEG", "code": "invalid_argument"}}]})")
          ->problem,
      "no JPEG");
  EXPECT_EQ(ParseReading(R"({"text_error": {"error": "too late", "code": "deadline_exceeded"}})")->problem,
            "text: too late");
  EXPECT_EQ(ParseReading(R"({"state": "failed", "error": "stopped"})")->problem, "stopped");
}

TEST(Reading, RefusesWhatIsNoJob) {
  for (const char* json :
       {"", "[1]", "{\"codes\": 1}", "{\"codes\": [{}]}", "{\"lines\": [{\"text\": \"a\", \"corners\": [[1]]}]}"}) {
    EXPECT_FALSE(ParseReading(json)) << json;
  }
}

}  // namespace
}  // namespace crossdock::hub
