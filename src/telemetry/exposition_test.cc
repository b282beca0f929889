#include "telemetry/exposition.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "telemetry/registry.h"

namespace crossdock::telemetry {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

void Fill(Registry& registry) {
  registry.AddCounter({.name = "crossdock_requests", .help = "Requests \"seen\" by \\path", .label_names = {"model"}})
      .With({"a\"b\\c\nd"})
      ->Add(3);
  registry.AddGauge({.name = "crossdock_connections", .help = "Open connections"}).With({})->Set(2);
  auto& family = registry.AddHistogram({.name = "crossdock_stage_duration_seconds",
                                        .help = "Time per stage",
                                        .label_names = {"stage"},
                                        .unit = "seconds",
                                        .layout = {0.001, 4}});
  family.With({"decode"})->Observe(0.0035, "req-1");
  family.With({"decode"})->Observe(9, "req-2");
}

TEST(Exposition, WritesThePrometheusFormWithoutExemplars) {
  Registry registry;
  Fill(registry);
  const auto text = ToText(registry.Take(), TextFormat::kPrometheus);
  EXPECT_THAT(text, HasSubstr("# TYPE crossdock_requests_total counter\n"));
  EXPECT_THAT(text, HasSubstr("crossdock_requests_total{model=\"a\\\"b\\\\c\\nd\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("crossdock_connections 2.0\n"));
  EXPECT_THAT(text, HasSubstr("crossdock_stage_duration_seconds_bucket{stage=\"decode\",le=\"0.004\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("crossdock_stage_duration_seconds_bucket{stage=\"decode\",le=\"+Inf\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("crossdock_stage_duration_seconds_count{stage=\"decode\"} 2\n"));
  EXPECT_THAT(text, Not(HasSubstr("req-1")));
  EXPECT_THAT(text, Not(HasSubstr("# EOF")));
}

TEST(Exposition, WritesOpenMetricsWithUnitsExemplarsAndAnEnd) {
  Registry registry;
  Fill(registry);
  const auto text = ToText(registry.Take(), TextFormat::kOpenMetrics);
  EXPECT_THAT(text, HasSubstr("# TYPE crossdock_requests counter\n"));
  EXPECT_THAT(text, HasSubstr("crossdock_requests_total{model="));
  EXPECT_THAT(text, HasSubstr("# UNIT crossdock_stage_duration_seconds seconds\n"));
  EXPECT_THAT(text, HasSubstr("le=\"0.004\"} 1 # {request_id=\"req-1\"} 0.0035 "));
  EXPECT_THAT(text, EndsWith("# EOF\n"));
}

TEST(Exposition, ChoosesTheFormThatTheScraperPrefers) {
  EXPECT_EQ(ChooseFormat(""), TextFormat::kPrometheus);
  EXPECT_EQ(ChooseFormat("*/*"), TextFormat::kPrometheus);
  EXPECT_EQ(ChooseFormat("application/openmetrics-text; version=1.0.0,text/plain;version=0.0.4;q=0.5"),
            TextFormat::kOpenMetrics);
  EXPECT_EQ(ChooseFormat("text/plain, application/openmetrics-text;q=0.3"), TextFormat::kPrometheus);
  EXPECT_EQ(ChooseFormat("application/openmetrics-text;q=0"), TextFormat::kPrometheus);
}

TEST(Exposition, IsWhatPromtoolCallsWellFormed) {
  if (std::system("command -v promtool > /dev/null") != 0)
    GTEST_SKIP() << "promtool is not installed (package prometheus)";
  Registry registry;
  Fill(registry);
  const auto path = std::filesystem::temp_directory_path() / "crossdock_exposition_test.prom";
  std::ofstream(path) << ToText(registry.Take(), TextFormat::kPrometheus);
  EXPECT_EQ(std::system(("promtool check metrics < " + path.string()).c_str()), 0);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace crossdock::telemetry
