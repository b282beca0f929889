#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hub/page/markup.h"

namespace crossdock::hub {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Report OnePicture(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  Report report;
  report.title = "a <shift>";
  PictureFile picture;
  picture.path = folder / "1.jpg";
  std::ofstream(picture.path) << "not looked at";
  PictureTruth truth;
  truth.width = 640;
  truth.height = 480;
  truth.codes.push_back({"YT73", "Code 128", Rect{10, 10, 100, 30}.Corners()});
  truth.lines.push_back({"R&D <3", "DejaVu Sans", 22, Rect{10, 60, 100, 22}.Corners()});
  picture.truth = truth;
  report.pictures.push_back(picture);
  Shot shot;
  shot.reading.emplace();
  shot.reading->codes.push_back({"YT73", "Code 128", 0.99, "plain", truth.codes[0].corners});
  shot.verdict = Judge(truth, *shot.reading);
  report.sent = {{shot}, 1.0};
  report.tally = TallyShots(report.pictures, report.sent.shots);
  report.latencies = Measure(report.sent.shots);
  return report;
}

TEST(Page, MarksWhatWasMissedAndEscapesWhatIsRead) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "hub_page_test";
  const auto written = WritePage(OnePicture(folder), folder / "report");
  ASSERT_TRUE(written) << written.error().message;
  std::stringstream html;
  html << std::ifstream(folder / "report" / "index.html").rdbuf();
  EXPECT_THAT(html.str(), HasSubstr("a &lt;shift&gt;"));
  EXPECT_THAT(html.str(), HasSubstr("<polygon class=\"missed\" points=\"10.0,60.0"));
  EXPECT_THAT(html.str(), HasSubstr("R&amp;D &lt;3"));
  EXPECT_THAT(html.str(), HasSubstr("<polygon class=\"code\""));
  EXPECT_THAT(html.str(), Not(HasSubstr("R&D <3")));
  EXPECT_TRUE(std::filesystem::exists(folder / "report" / "pictures" / "0000.jpg"));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace crossdock::hub
