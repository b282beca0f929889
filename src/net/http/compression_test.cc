#include "net/http/compression.h"

#include <zlib.h>

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crossdock::net::http {
namespace {

using ::testing::HasSubstr;

constexpr size_t kMib = 1 << 20;

/// The text as zlib itself compresses it, well.
std::string Packed(std::string_view text, ContentCoding coding) {
  z_stream z{};
  deflateInit2(&z, 9, Z_DEFLATED, coding == ContentCoding::kGzip ? 31 : 15, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&z, text.size()) + 64, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  deflate(&z, Z_FINISH);
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}

Result<Body> Inflated(std::string_view packed, ContentCoding coding, size_t most = 64 * kMib, size_t aligned_at = 0,
                      std::shared_ptr<BodyBudget> budget = nullptr) {
  Inflater inflater(Body::Of(packed), coding, most, aligned_at, std::move(budget));
  for (;;) {
    const auto whole = inflater.Step();
    if (!whole) return whole.error();
    if (*whole) return inflater.Take();
  }
}

Error Failure(std::string_view packed, ContentCoding coding, size_t most = 64 * kMib) {
  const auto body = Inflated(packed, coding, most);
  return body ? Error{ErrorCode::kInternal, "inflated"} : body.error();
}

std::string Noise(size_t size) {
  std::mt19937 random(7);
  std::string text(size, '\0');
  for (char& c : text) c = static_cast<char>(random());
  return text;
}

TEST(Inflater, GivesBackWhatWasCompressedInEitherCoding) {
  for (const auto coding : {ContentCoding::kGzip, ContentCoding::kDeflate}) {
    for (const auto& text : {std::string(), std::string("x"), std::string(3 * kMib, 'a'), Noise(kMib + 1)}) {
      const auto body = Inflated(Packed(text, coding), coding);
      ASSERT_TRUE(body) << body.error().message;
      EXPECT_EQ(body->text(), text);
    }
  }
}

TEST(Inflater, TakesAFileOfSeveralMembers) {
  const auto three =
      Packed("one ", ContentCoding::kGzip) + Packed("", ContentCoding::kGzip) + Packed("two", ContentCoding::kGzip);
  EXPECT_EQ(Inflated(three, ContentCoding::kGzip)->text(), "one two");
}

TEST(Inflater, PutsTheChosenByteOnABoundary) {
  const auto body = Inflated(Packed(std::string(kMib, 'b'), ContentCoding::kGzip), ContentCoding::kGzip, kMib, 13);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(body->bytes().data() + 13) % 64, 0u);
}

TEST(Inflater, RefusesABombAtTheLimitWithoutTakingTheRest) {
  const auto bomb = Packed(std::string(64 * kMib, '\0'), ContentCoding::kGzip);
  EXPECT_LT(bomb.size(), 128u * 1024);
  const auto budget = std::make_shared<BodyBudget>(3 * kMib);
  const auto error = Inflated(bomb, ContentCoding::kGzip, kMib, 0, budget).error();
  EXPECT_EQ(error.reason, Reason::kTooLarge);
  EXPECT_THAT(error.message, HasSubstr("1048576"));
  EXPECT_EQ(budget->held(), 0u);
  EXPECT_TRUE(Inflated(Packed(std::string(kMib, 'x'), ContentCoding::kGzip), ContentCoding::kGzip, kMib))
      << "as much as the limit is not beyond it";
}

TEST(Inflater, TakesItsRoomFromTheBudget) {
  const auto budget = std::make_shared<BodyBudget>(kMib);
  const auto packed = Packed(std::string(4 * kMib, 'x'), ContentCoding::kGzip);
  EXPECT_EQ(Inflated(packed, ContentCoding::kGzip, 64 * kMib, 0, budget).error().reason, Reason::kMemory);
  EXPECT_EQ(budget->held(), 0u);
}

TEST(Inflater, RefusesWhatIsBrokenCutShortOrFollowedByMore) {
  for (const auto coding : {ContentCoding::kGzip, ContentCoding::kDeflate}) {
    const auto good = Packed("some text that is long enough to be cut", coding);
    for (const auto& bad :
         {std::string(), std::string("plain text"), good.substr(0, good.size() - 1), good.substr(0, 5), good + "x"}) {
      const auto error = Failure(bad, coding);
      EXPECT_EQ(error.code, ErrorCode::kInvalidArgument) << bad;
      EXPECT_EQ(error.field, "body");
    }
    auto spoiled = good;
    spoiled[spoiled.size() - 3] = static_cast<char>(spoiled[spoiled.size() - 3] ^ 0x55);  // in the checksum
    EXPECT_EQ(Failure(spoiled, coding).field, "body");
  }
  EXPECT_EQ(Failure(Packed("x", ContentCoding::kDeflate), ContentCoding::kGzip).field, "body");
}

std::optional<std::string> Deflated(const Response& response, ContentCoding coding) {
  Deflater deflater(response, coding);
  while (!deflater.Step()) {
  }
  return deflater.Take();
}

TEST(Deflater, CompressesBodyAndTailTogether) {
  Response response;
  response.body = std::string(5000, '{');
  response.tail.push_back(tensor::Tensor::Allocate(tensor::DType::kF32, {100'000}).value());
  response.tail.push_back(tensor::Tensor::Allocate(tensor::DType::kF32, {0}).value());
  response.tail.push_back(tensor::Tensor::Allocate(tensor::DType::kU8, {7}).value());
  std::string whole = response.body;
  for (auto& tensor : response.tail) {
    const auto bytes = tensor.mutable_view().bytes;
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i % 13);
    whole.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  for (const auto coding : {ContentCoding::kGzip, ContentCoding::kDeflate}) {
    const auto packed = Deflated(response, coding);
    ASSERT_TRUE(packed);
    EXPECT_LT(packed->size(), whole.size() / 10);
    EXPECT_EQ(Inflated(*packed, coding)->text(), whole);
  }
}

TEST(Deflater, LeavesAloneWhatIsSmallOrGetsNoSmaller) {
  Response response;
  response.body = std::string(Deflater::kLeastBytes - 1, 'x');
  EXPECT_FALSE(Deflated(response, ContentCoding::kGzip));
  response.body += 'x';
  EXPECT_TRUE(Deflated(response, ContentCoding::kGzip));
  response.body = Noise(2 * kMib);
  EXPECT_FALSE(Deflated(response, ContentCoding::kGzip));
}

}  // namespace
}  // namespace crossdock::net::http
