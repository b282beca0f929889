#include "load/replay_file.h"

#include <fstream>

#include <gtest/gtest.h>

namespace crossdock::load {
namespace {

Result<std::vector<double>> Read(const std::string& text) {
  const auto file = std::filesystem::path(testing::TempDir()) / "load_replay.csv";
  std::ofstream(file) << text;
  return ReadReplayFile(file);
}

TEST(ReplayFile, IsTheFirstColumnWithOrWithoutAHeading) {
  EXPECT_EQ(*Read("intended_s,stream\n0.5,a\n0.75,b\r\n\n# later\n3 x\n"), (std::vector<double>{0.5, 0.75, 3}));
  EXPECT_EQ(*Read("1\n1\n2.5"), (std::vector<double>{1, 1, 2.5}));
}

TEST(ReplayFile, NamesTheLineAtFault) {
  EXPECT_NE(Read("1\n2\nthree\n").error().message.find(":3: begins with no number"), std::string::npos);
  EXPECT_NE(Read("1\n0.5\n").error().message.find(":2: is earlier"), std::string::npos);
  EXPECT_FALSE(Read("times\n"));
  EXPECT_EQ(ReadReplayFile("no/such/file").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace crossdock::load
