#include "net/http/content_coding.h"

#include <gtest/gtest.h>

namespace crossdock::net::http {
namespace {

TEST(ContentEncoding, IsOneOfTheTakenOnesWhateverItsCase) {
  EXPECT_EQ(ParseContentEncoding(""), ContentCoding::kIdentity);
  EXPECT_EQ(ParseContentEncoding("Identity"), ContentCoding::kIdentity);
  EXPECT_EQ(ParseContentEncoding(" GZip "), ContentCoding::kGzip);
  EXPECT_EQ(ParseContentEncoding("x-gzip"), ContentCoding::kGzip);
  EXPECT_EQ(ParseContentEncoding("deflate"), ContentCoding::kDeflate);
  for (const char* other : {"br", "gzip, gzip", "zstd", "gzip;q=1", ","}) EXPECT_FALSE(ParseContentEncoding(other));
}

TEST(AcceptEncoding, ChoosesWhatIsWantedMost) {
  EXPECT_EQ(ChooseCoding(""), ContentCoding::kIdentity);
  EXPECT_EQ(ChooseCoding("br, zstd"), ContentCoding::kIdentity);
  EXPECT_EQ(ChooseCoding("gzip"), ContentCoding::kGzip);
  EXPECT_EQ(ChooseCoding("deflate, gzip"), ContentCoding::kGzip);
  EXPECT_EQ(ChooseCoding("gzip;q=0.5, Deflate;Q=0.9"), ContentCoding::kDeflate);
  EXPECT_EQ(ChooseCoding("*"), ContentCoding::kGzip);
  EXPECT_EQ(ChooseCoding("gzip;q=0, *"), ContentCoding::kDeflate);
  EXPECT_EQ(ChooseCoding("gzip;q=0"), ContentCoding::kIdentity);
  EXPECT_EQ(ChooseCoding("*;q=0"), ContentCoding::kIdentity);
  EXPECT_EQ(ChooseCoding("identity;q=1, gzip;q=0.5"), ContentCoding::kIdentity);
  EXPECT_EQ(ChooseCoding("identity, gzip"), ContentCoding::kGzip) << "equals: the smaller answer";
}

TEST(AcceptEncoding, TakesWhatCannotBeReadAsNotSaid) {
  for (const char* broken : {"gzip;q=2", "gzip;q=-1", "gzip;q=x", "gzip;q=", ";;,,=", "gzip;q=nan"})
    EXPECT_EQ(ChooseCoding(broken), ContentCoding::kIdentity) << broken;
  EXPECT_EQ(ChooseCoding("gzip;level=1"), ContentCoding::kGzip);
}

}  // namespace
}  // namespace crossdock::net::http
