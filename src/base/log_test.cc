#include "base/log.h"

#include <algorithm>
#include <regex>
#include <string>

#include <gtest/gtest.h>

namespace crossdock::log {
namespace {

using ::testing::internal::CaptureStderr;
using ::testing::internal::GetCapturedStderr;

/// What is written between the two, with the leading time replaced by "TIME".
class Log : public ::testing::Test {
 protected:
  ~Log() override { Configure(Level::kInfo, false); }
  static std::string Line(bool json, Level level, std::string_view event, std::initializer_list<Field> fields) {
    Configure(Level::kDebug, json);
    CaptureStderr();
    Write(level, event, fields);
    return std::regex_replace(GetCapturedStderr(), std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"), "TIME");
  }
};

TEST_F(Log, TextIsTimeLevelEventAndKeysWithValues) {
  EXPECT_EQ(Line(false, Level::kInfo, "model is ready", {{"model", "yolox"}, {"version", 3}, {"seconds", 1.5}}),
            "TIME info  model is ready model=yolox version=3 seconds=1.5\n");
  EXPECT_EQ(Line(false, Level::kError, "no disk", {}), "TIME error no disk\n");
}

TEST_F(Log, JsonIsOneObjectALine) {
  EXPECT_EQ(Line(true, Level::kWarn, "queue is full", {{"model", "a\"b"}, {"rows", 8}}),
            R"({"time":"TIME","level":"warn","event":"queue is full","model":"a\"b","rows":"8"})"
            "\n");
}

TEST_F(Log, AValueThatWouldBreakTheLineIsQuotedAndEscaped) {
  EXPECT_EQ(Line(false, Level::kInfo, "e", {{"k", ""}}), "TIME info  e k=\"\"\n");
  EXPECT_EQ(Line(false, Level::kInfo, "e", {{"k", "a b=c"}}), "TIME info  e k=\"a b=c\"\n");
  EXPECT_EQ(Line(false, Level::kInfo, "e", {{"k", "a\nTIME info forged"}}),
            "TIME info  e k=\"a\\u000aTIME info forged\"\n");
  EXPECT_EQ(Line(false, Level::kInfo, "e", {{"k", "\"\\"}}), "TIME info  e k=\"\\\"\\\\\"\n");
}

TEST_F(Log, ATerminalEscapeInAValueReachesNoTerminal) {
  EXPECT_EQ(Line(false, Level::kInfo, "e", {{"k", "\x1b[2J"}}), "TIME info  e k=\"\\u001b[2J\"\n");
  EXPECT_EQ(Line(false, Level::kInfo, "e", {{"k", "\x7f"}}), "TIME info  e k=\"\\u007f\"\n");
  EXPECT_EQ(Line(false, Level::kInfo, "e",
                 {{"k",
                   "\xC2\x9B"
                   "2J"}}),
            "TIME info  e k=\"\\u009b2J\"\n");
  EXPECT_EQ(Line(false, Level::kInfo, "e", {{"k", std::string_view("\0", 1)}}), "TIME info  e k=\"\\u0000\"\n");
}

TEST_F(Log, BytesThatAreNoTextAreReplacedInBothForms) {
  EXPECT_EQ(Line(false, Level::kInfo, "e", {{"k", "a\xFFz"}}), "TIME info  e k=\"a\\ufffdz\"\n");
  EXPECT_EQ(Line(true, Level::kInfo, "e", {{"k", "a\xFFz"}}),
            "{\"time\":\"TIME\",\"level\":\"info\",\"event\":\"e\",\"k\":\"a\\ufffdz\"}\n");
}

TEST_F(Log, TextOfAnyScriptStaysAsItIs) {
  EXPECT_EQ(Line(false, Level::kInfo, "e", {{"k", "运单号é🚚"}}), "TIME info  e k=运单号é🚚\n");
}

TEST_F(Log, BracesAreNotAFormat) {
  EXPECT_EQ(Line(false, Level::kInfo, "got {} and {nope}", {{"k", "{0}"}}), "TIME info  got {} and {nope} k={0}\n");
}

TEST_F(Log, WhatIsBelowTheLevelIsNotWritten) {
  Configure(Level::kWarn, false);
  EXPECT_FALSE(Enabled(Level::kInfo));
  EXPECT_TRUE(Enabled(Level::kWarn));
  CaptureStderr();
  Debug("no");
  Info("no");
  Warn("yes");
  Error("yes");
  const std::string written = GetCapturedStderr();
  EXPECT_EQ(written.find("no"), std::string::npos);
  EXPECT_EQ(std::count(written.begin(), written.end(), '\n'), 2);
}

TEST(JsonEscape, ReplacesEveryByteThatBeginsNoUtf8) {
  EXPECT_EQ(JsonEscape("\x80"), "\\ufffd");                                   // a continuation alone
  EXPECT_EQ(JsonEscape("\xC0\xAF"), "\\ufffd\\ufffd");                        // overlong '/'
  EXPECT_EQ(JsonEscape("\xE0\x80\xAF"), "\\ufffd\\ufffd\\ufffd");             // overlong, three bytes
  EXPECT_EQ(JsonEscape("\xED\xA0\x80"), "\\ufffd\\ufffd\\ufffd");             // a surrogate
  EXPECT_EQ(JsonEscape("\xF4\x90\x80\x80"), "\\ufffd\\ufffd\\ufffd\\ufffd");  // beyond U+10FFFF
  EXPECT_EQ(JsonEscape("\xF5\x80\x80\x80"), "\\ufffd\\ufffd\\ufffd\\ufffd");
  EXPECT_EQ(JsonEscape("\xE2\x82"), "\\ufffd\\ufffd");  // cut short
  EXPECT_EQ(JsonEscape("\xF0\x9F\x9A"
                       "a"),
            "\\ufffd\\ufffd\\ufffd"
            "a");
}

TEST(JsonEscape, KeepsTheFirstAndLastCharacterOfEachLength) {
  for (const char* text : {"\x20", "\x7E", "\xC2\xA0", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
                           "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_EQ(JsonEscape(text), text);
  }
}

}  // namespace
}  // namespace crossdock::log
