#include "pipeline/parcel/read_codes.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "pipeline/parcel/parcel_service.h"
#include "pipeline/test_version.h"
#include "vision/codes/test_code_pictures.h"
#include "vision/letterbox.h"

namespace crossdock::pipeline {
namespace {

using vision::codes::testing::PictureOf;

constexpr int kSide = 64;  // of the net's input

/// A locator that names the same boxes whatever it sees: rows of centre x, y, width, height, object score, class score.
class FixedBoxes final : public engine::Session {
 public:
  FixedBoxes(std::vector<float> rows, engine::Shape input) : rows_(std::move(rows)) {
    signature_.inputs = {{"input", engine::DType::kF32, std::move(input)}};
    signature_.outputs = {{"output", engine::DType::kF32, {1, -1, 6}}};
  }
  const engine::Signature& signature() const override { return signature_; }
  int slots() const override { return 1; }
  void Start(int, const engine::RunArgs&, engine::RunSink& sink) noexcept override {
    ++calls_;
    auto output = tensor::Tensor::Allocate(engine::DType::kF32, {1, static_cast<int64_t>(rows_.size() / 6), 6}).value();
    std::copy(rows_.begin(), rows_.end(), output.as<float>().begin());
    engine::RunDone done;
    done.outputs.push_back(std::move(output));
    sink.OnDone(std::move(done));
  }
  int calls() const { return calls_; }

 private:
  engine::Signature signature_;
  std::vector<float> rows_;
  std::atomic<int> calls_ = 0;
};

/// A grey picture as a BMP of 24 bits.
std::string ToBmp(const vision::Image& grey) {
  const auto put = [](std::string& out, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out += static_cast<char>((value >> (8 * i)) & 255u);
  };
  const size_t row_bytes = (static_cast<size_t>(grey.width()) * 3 + 3) / 4 * 4;
  const auto size = static_cast<uint32_t>(row_bytes * static_cast<size_t>(grey.height()));
  std::string bmp = "BM";
  for (const auto& [value, bytes] :
       std::initializer_list<std::pair<uint32_t, int>>{{54 + size, 4},
                                                       {0, 4},
                                                       {54, 4},
                                                       {40, 4},
                                                       {static_cast<uint32_t>(grey.width()), 4},
                                                       {static_cast<uint32_t>(grey.height()), 4},
                                                       {1, 2},
                                                       {24, 2},
                                                       {0, 4},
                                                       {size, 4},
                                                       {2835, 4},
                                                       {2835, 4},
                                                       {0, 4},
                                                       {0, 4}}) {
    put(bmp, value, bytes);
  }
  for (int y = grey.height() - 1; y >= 0; --y) {
    const size_t begin = bmp.size();
    for (int x = 0; x < grey.width(); ++x) bmp.append(3, static_cast<char>(grey.row(y)[x]));
    bmp.resize(begin + row_bytes);
  }
  return bmp;
}

void Paste(const vision::Image& part, int x, int y, vision::Image& picture) {
  for (int row = 0; row < part.height(); ++row)
    std::copy_n(part.row(row), part.width(), picture.mutable_row(y + row) + x);
}

vision::Image Blank(int width, int height) {
  vision::Image picture(width, height, 1);
  for (int y = 0; y < height; ++y) std::fill_n(picture.mutable_row(y), width, uint8_t{235});
  return picture;
}

/// So blurred that only the rescue reads it.
vision::Image BlurredCode() { return PictureOf("EAN-13", "400638133393", {.module = 3, .blur = 0.65}); }

/// The blurred code, faint, at the bottom of a picture full of sharp bars that are none: the classical search looks at the strongest places.
struct Crowd {
  Crowd() : picture(Blank(900, 900)) {
    for (int grating = 0; grating < 4; ++grating) {
      for (int y = 20 + 160 * grating; y < 120 + 160 * grating; ++y) {
        for (int x = 60; x < 840; ++x) picture.mutable_row(y)[x] = (x / 6 + x / 35) % 2 ? 235 : 10;
      }
    }
    const auto code = PictureOf("EAN-13", "400638133393", {.module = 3, .blur = 0.65, .dark = 130});
    Paste(code, 280, 690, picture);
    const float left = 280 + 12 + 3 * 11;
    bars = {{{left, 706}, {left + 285, 706}, {left + 285, 820}, {left, 820}}};
  }
  vision::Image picture;
  vision::Quad bars;
};

class ParcelCodes : public ::testing::Test {
 protected:
  ParcelCodes() {
    Locator({});
    config_.locator.clear();
  }
  void Locator(const std::vector<float>& rows, engine::Shape input = {1, 3, kSide, kSide}) {
    auto session = std::make_unique<FixedBoxes>(rows, std::move(input));
    locator_ = session.get();
    catalogs_.push_back(std::make_unique<testing::OneModelCatalog>(testing::PinOf(std::move(session), {}, 1, "boxes")));
    config_.locator = "boxes";
  }
  /// The net's row for an upright place in a picture.
  static std::vector<float> Row(const vision::Image& picture, const vision::Quad& place) {
    const auto box = vision::Fit({picture.width(), picture.height()}, {kSide, kSide}, vision::Placement::kTopLeft);
    const auto low = box.ToBucket(place.corners[0]);
    const auto high = box.ToBucket(place.corners[2]);
    return {(low.x + high.x) / 2, (low.y + high.y) / 2, high.x - low.x, high.y - low.y, 0.9f, 0.8f};
  }

  Result<ParcelResult> Read(const vision::Image& picture) {
    const auto bytes = std::make_shared<std::string>(ToBmp(picture));
    pipelines_.push_back(std::make_unique<ParcelPipeline>(
        config_, ParcelPipeline::Parts{*catalogs_.back(), dispatcher_, clock_, codes_, rescue_, text_, nullptr, {}}));
    std::promise<Result<ParcelResult>> promise;
    ParcelRequest request;
    request.context.id = "p";
    request.context.received = clock_.Now();
    request.pictures.push_back({"", bytes, std::as_bytes(std::span(*bytes))});
    request.done = Completion<ParcelResult>([&promise](Result<ParcelResult> r) { promise.set_value(std::move(r)); });
    pipelines_.back()->Submit(std::move(request));
    return promise.get_future().get();
  }
  static std::vector<std::string> Stages(const ParcelResult& result) {
    std::vector<std::string> stages;
    stages.reserve(result.times.size());
    for (const auto& time : result.times) stages.push_back(time.stage);
    return stages;
  }

  RealClock clock_;
  ParcelConfig config_ = [] {
    ParcelConfig config;
    config.codes_deadline_ms = config.rescue_deadline_ms = 60'000;  // the machine may be slow
    return config;
  }();
  FixedBoxes* locator_ = nullptr;
  std::vector<std::unique_ptr<testing::OneModelCatalog>> catalogs_;
  std::vector<std::unique_ptr<ParcelPipeline>> pipelines_;  // outlive the threads below
  Dispatcher dispatcher_{{1, 0, {}}, clock_, schedule::MakeEarliestDeadlinePolicy()};
  WorkerPool codes_{{"codes", 2, 0, 64}, clock_};
  WorkerPool rescue_{{"rescue", 1, 0, 64}, clock_};
  WorkerPool text_{{"text", 1, 0, 64}, clock_};
};

TEST_F(ParcelCodes, APlainCodeIsReadWithoutARescue) {
  Locator({});
  const auto result = Read(PictureOf("Code 128", "SF1234567890"));
  ASSERT_TRUE(result) << result.error().message;
  ASSERT_EQ(result->codes.size(), 1u);
  EXPECT_EQ(result->codes[0].text, "SF1234567890");
  EXPECT_EQ(result->codes[0].path, "plain");
  EXPECT_GT(result->codes[0].confidence, 0.9);
  EXPECT_EQ(Stages(*result), (std::vector<std::string>{"decode", "codes"}));
  EXPECT_EQ(locator_->calls(), 0);
}

TEST_F(ParcelCodes, BothHalvesOfAPictureComeAsOneAnswer) {
  vision::Image picture = Blank(800, 400);
  Paste(PictureOf("Data Matrix", "parcel 7"), 20, 20, picture);
  Paste(PictureOf("Code 128", "SF123"), 300, 150, picture);
  const auto result = Read(picture);
  ASSERT_TRUE(result);
  ASSERT_EQ(result->codes.size(), 2u);
  EXPECT_EQ(result->codes[0].format, "Data Matrix");
  EXPECT_EQ(result->codes[1].format, "Code 128");
}

TEST_F(ParcelCodes, TextBeginsWhenThePlainReadIsOver) {
  Locator({});
  config_.locator.clear();
  config_.detector = config_.recognizer = "boxes";
  const auto result = Read(PictureOf("Code 128", "SF1234567890"));
  ASSERT_TRUE(result) << result.error().message;
  ASSERT_EQ(result->codes.size(), 1u);
  const auto stages = Stages(*result);
  ASSERT_GE(stages.size(), 3u);
  EXPECT_EQ(stages[1], "codes");
  EXPECT_EQ(stages[2], "letterbox");
}

TEST_F(ParcelCodes, WhatThePlainReadMissesIsRescued) {
  Locator({});
  const auto result = Read(BlurredCode());
  ASSERT_TRUE(result);
  ASSERT_EQ(result->codes.size(), 1u);
  EXPECT_EQ(result->codes[0].text, "4006381333931");
  EXPECT_NE(result->codes[0].path, "plain");
  EXPECT_EQ(locator_->calls(), 0);
}

TEST_F(ParcelCodes, WithoutARescueAMissedCodeIsMissed) {
  config_.rescue_deadline_ms = 0;
  const auto result = Read(BlurredCode());
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->codes.empty());
}

TEST_F(ParcelCodes, WhiteOnBlackIsReadByTheRescue) {
  const auto result = Read(PictureOf("QR Code", "parcel 7", {.dark = 235, .bright = 20}));
  ASSERT_TRUE(result);
  ASSERT_EQ(result->codes.size(), 1u);
  EXPECT_EQ(result->codes[0].path, "invert");
}

TEST_F(ParcelCodes, ACodeThatOnlyTheLocatorFindsIsReadAtItsPlace) {
  const Crowd crowd;
  const auto without = Read(crowd.picture);
  ASSERT_TRUE(without);
  ASSERT_TRUE(without->codes.empty());

  Locator(Row(crowd.picture, crowd.bars));
  const auto result = Read(crowd.picture);
  ASSERT_TRUE(result);
  ASSERT_EQ(result->codes.size(), 1u);
  EXPECT_EQ(result->codes[0].text, "4006381333931");
  EXPECT_EQ(Stages(*result), (std::vector<std::string>{"decode", "codes", "rescue", "locate", "rescue"}));
}

TEST_F(ParcelCodes, ALocatorThatFailsCostsOnlyWhatItMightHaveFound) {
  const vision::Image flat = Blank(200, 200);
  Locator({}, {1, 1, kSide, kSide});  // takes no colours
  const auto unfit = Read(flat);
  ASSERT_TRUE(unfit);
  EXPECT_TRUE(unfit->codes_done);
  EXPECT_FALSE(unfit->pictures[0].error);
  EXPECT_EQ(locator_->calls(), 0);

  config_.locator = "ghost";
  const auto missing = Read(flat);
  ASSERT_TRUE(missing);
  EXPECT_TRUE(missing->codes_done);
  EXPECT_FALSE(missing->pictures[0].error);
}

TEST_F(ParcelCodes, ALocatorThatSeesNothingEndsTheRescue) {
  Locator({10, 10, 5, 5, 0.1f, 0.1f});
  const auto result = Read(Blank(200, 200));
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->codes.empty());
  EXPECT_EQ(locator_->calls(), 1);
  EXPECT_EQ(Stages(*result), (std::vector<std::string>{"decode", "codes", "rescue", "locate"}));
}

}  // namespace
}  // namespace crossdock::pipeline
