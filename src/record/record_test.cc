#include "record/record.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "record/crc32c.h"
#include "record/sample_record_test.h"

namespace crossdock::record {
namespace {

uint32_t CrcOf(std::string_view text) { return Crc32c(std::as_bytes(std::span(text))); }

TEST(Crc32c, GivesTheValuesOfTheStandard) {  // RFC 3720, B.4
  EXPECT_EQ(CrcOf("123456789"), 0xE3069283U);
  EXPECT_EQ(CrcOf(std::string(32, '\0')), 0x8A9136AAU);
  EXPECT_EQ(CrcOf(std::string(32, '\xff')), 0x62A8AB43U);
  EXPECT_EQ(CrcOf(""), 0U);
}

TEST(Record, ComesBackAsItWasWritten) {
  const Record record = SampleRecord(7);
  const auto again = Decode(Encode(record));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(Same(*again, record));
  EXPECT_TRUE(Same(*Decode(Encode(Record{})), Record{}));
}

TEST(Record, KeepsScalarsAndEmptyTensors) {
  Record record;
  record.inputs.push_back({"scalar", *tensor::Tensor::Allocate(tensor::DType::kI64, {})});
  record.inputs[0].tensor.as<int64_t>()[0] = 5;
  record.inputs.push_back({"none", *tensor::Tensor::Allocate(tensor::DType::kU8, {0, 4})});
  const auto again = Decode(Encode(record));
  ASSERT_TRUE(again);
  EXPECT_TRUE(Same(*again, record));
}

TEST(Record, PassesOverFieldsOfALaterVersion) {
  std::vector<std::byte> payload = Encode(SampleRecord(1));
  const std::vector<std::byte> strange = {std::byte{200}, std::byte{2}, std::byte{0}, std::byte{0},
                                          std::byte{0},   std::byte{0}, std::byte{0}, std::byte{0},
                                          std::byte{0},   std::byte{9}, std::byte{9}};
  payload.insert(payload.begin(), strange.begin(), strange.end());
  const auto again = Decode(payload);
  ASSERT_TRUE(again);
  EXPECT_TRUE(Same(*again, SampleRecord(1)));
}

TEST(Record, SurvivesAnyCutAndAnyChangedByte) {
  const std::vector<std::byte> payload = Encode(SampleRecord(1));
  for (size_t i = 0; i < payload.size(); ++i) {
    (void)Decode(std::span(payload).first(i));
    for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
      std::vector<std::byte> changed = payload;
      changed[i] ^= static_cast<std::byte>(flip);
      (void)Decode(changed);
    }
  }
}

}  // namespace
}  // namespace crossdock::record
