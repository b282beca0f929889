#include "model/hot/kept_load.h"

#include <gtest/gtest.h>

#include "model/hot/test_cache.h"

namespace crossdock::model {
namespace {

using testing::BytesOf;

KeptLoad Sample() {
  KeptLoad load;
  load.key = {"place", "model", "options", "onnxruntime 1.32.0", "a processor", "build"};
  load.signature.inputs = {{"x", tensor::DType::kF32, {-1, 3}}};
  load.signature.outputs = {{"y", tensor::DType::kBytes, {}, engine::BatchAxis::kNone, true}};
  load.signature.metadata = {{"character", "a\nb\xff"}};  // bytes that are no text
  load.placements = {{"CPU", 12, false}};
  load.findings.max_batch = 4;
  load.findings.buckets.push_back(Bucket{std::vector<tensor::Shape>{tensor::Shape{3}}});
  load.findings.times.push_back({{1, Nanos(500)}, {4, Nanos(900)}});
  load.fresh_load = std::chrono::milliseconds(700);
  return load;
}

std::string FileOf(const KeptLoad& load, std::string_view form) {
  const auto head = EncodeHead(load, BytesOf(form));
  return std::string(reinterpret_cast<const char*>(head.data()), head.size()) + std::string(form);
}

TEST(KeptLoad, ComesBackAsItWasWritten) {
  const std::string file = FileOf(Sample(), "an optimized graph");
  const auto decoded = Decode(BytesOf(file));
  ASSERT_TRUE(decoded) << decoded.error().message;
  const KeptLoad& load = decoded->load;
  EXPECT_EQ(load.key, Sample().key);
  EXPECT_EQ(load.signature.inputs[0].name, "x");
  EXPECT_EQ(load.signature.inputs[0].shape, (tensor::Shape{-1, 3}));
  EXPECT_EQ(load.signature.outputs[0].dtype, tensor::DType::kBytes);
  EXPECT_TRUE(load.signature.outputs[0].any_rank);
  EXPECT_EQ(load.signature.metadata.at("character"), "a\nb\xff");
  EXPECT_EQ(load.placements[0].nodes, 12);
  EXPECT_EQ(load.findings.max_batch, 4);
  EXPECT_EQ(load.findings.buckets[0].inputs[0], (tensor::Shape{3}));
  EXPECT_EQ(load.findings.times, Sample().findings.times);
  EXPECT_EQ(load.fresh_load, std::chrono::milliseconds(700));
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(decoded->form.data()), decoded->form.size()),
            "an optimized graph");
  EXPECT_EQ((reinterpret_cast<const char*>(decoded->form.data()) - file.data()) % 64, 0);
}

TEST(KeptLoad, EveryTruncationIsSeen) {
  const std::string file = FileOf(Sample(), "an optimized graph");
  for (size_t size = 0; size < file.size(); ++size)
    EXPECT_FALSE(Decode(BytesOf(std::string_view(file).substr(0, size)))) << size;
  EXPECT_FALSE(Decode(BytesOf(file + "x")));
}

TEST(KeptLoad, EveryFlippedBitIsSeen) {
  const std::string file = FileOf(Sample(), "an optimized graph");
  for (size_t at = 0; at < file.size(); ++at) {
    if (at >= 56 && at < 64) continue;  // padding, which means nothing
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string flipped = file;
      flipped[at] = static_cast<char>(static_cast<unsigned char>(flipped[at]) ^ (1U << bit));
      EXPECT_FALSE(Decode(BytesOf(flipped))) << "byte " << at << ", bit " << bit;
    }
  }
}

TEST(KeptLoad, WithoutTheRuntimesFormItSaysWhy) {
  KeptLoad load = Sample();
  load.without_it = "it runs slower";
  const std::string file = FileOf(load, "");
  const auto decoded = Decode(BytesOf(file));
  ASSERT_TRUE(decoded) << decoded.error().message;
  EXPECT_TRUE(decoded->form.empty());
  EXPECT_EQ(decoded->load.without_it, "it runs slower");
}

}  // namespace
}  // namespace crossdock::model
