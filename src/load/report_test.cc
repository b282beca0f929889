#include "load/report.h"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace crossdock::load {
namespace {

using std::chrono::milliseconds;

const std::vector<StreamTraits> kTwo{{"codes", true, milliseconds(1)}, {"a<b,c", false, milliseconds(1)}};
constexpr SummaryOptions kOptions{.warm_up_seconds = 0, .seconds = 1, .slo_ms = 15};

std::vector<Record> Answers() {
  std::vector<Record> records(4);
  for (size_t i = 0; i < records.size(); ++i) {
    records[i].stream = i % 2;
    records[i].intended = records[i].ready = records[i].sent = milliseconds(100 * i);
    records[i].first_byte = records[i].done = milliseconds(100 * i + 10 * (i + 1));
    records[i].status = i == 3 ? 503 : 200;
  }
  return records;
}

std::string Csv() {
  std::ostringstream out;
  WriteCsv(Answers(), kTwo, kOptions, out);
  return out.str();
}

TEST(Report, SaysInJsonWhatTheTableSays) {
  const Summary summary = Summarize(Answers(), kTwo, kOptions);
  const RunFacts facts{"127.0.0.1:8000", 7, 1.1, 0.25};
  const auto json = nlohmann::json::parse(ToJson(summary, facts));
  EXPECT_EQ(json["valid"], true);
  EXPECT_EQ(json["seed"], 7);
  EXPECT_EQ(json["generator"]["processor_seconds"], 0.25);
  EXPECT_EQ(json["streams"][0]["latency_ms"]["max"], 30);
  EXPECT_EQ(json["streams"][1]["outcomes"]["503"], 1);
  EXPECT_EQ(json["total"]["ok"], 3);
  EXPECT_EQ(json["total"]["good"], 1);
  const std::string table = ToTable(summary, facts);
  EXPECT_NE(table.find("codes "), std::string::npos);
  EXPECT_NE(table.find("1 × 503"), std::string::npos) << table;
  EXPECT_NE(table.find("0.25 processor seconds"), std::string::npos) << table;
}

TEST(Report, SaysWhyARunIsNotValid) {
  const Summary summary = Summarize({}, kTwo, kOptions);
  EXPECT_NE(ToTable(summary, {}).find("NOT VALID: nothing was sent"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(ToJson(summary, {}))["valid"], false);
}

TEST(Report, GivesEachRequestARowOfAsManyFieldsAsTheHeading) {
  std::istringstream lines(Csv());
  std::string line;
  int rows = 0;
  while (std::getline(lines, line)) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 12) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 5);
  EXPECT_NE(Csv().find("\n0.000000,codes,0.000000,0.000000,0.010000,0.010000,10.000,200,,0,0,0,0\n"), std::string::npos)
      << Csv();
}

TEST(Report, DrawsADotForEachRequestAndEscapesNames) {
  const std::string svg = ToSvg(Answers(), kTwo, kOptions);
  size_t dots = 0;
  for (size_t at = svg.find("h0"); at != std::string::npos; at = svg.find("h0", at + 1)) ++dots;
  EXPECT_EQ(dots, 4u);
  EXPECT_NE(svg.find("a&lt;b,c"), std::string::npos);
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST(Report, DrawsARunWithoutRequests) { EXPECT_EQ(ToSvg({}, kTwo, kOptions).find("nan"), std::string::npos); }

}  // namespace
}  // namespace crossdock::load
