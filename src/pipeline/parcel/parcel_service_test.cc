#include "pipeline/parcel/parcel_service.h"

#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>

#include <gtest/gtest.h>

#include "model/local_catalog.h"

namespace crossdock::pipeline {
namespace {

namespace fs = std::filesystem;

const fs::path kData = "../shared/data";
const fs::path kModels = ".deps/models";

Picture ReadPicture(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  auto bytes =
      std::make_shared<std::vector<char>>(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  return {"", bytes, std::as_bytes(std::span(*bytes))};
}

Picture Junk() {
  auto bytes = std::make_shared<std::string>("this is no picture");
  return {"image/png", bytes, std::as_bytes(std::span(bytes->data(), bytes->size()))};
}

/// The whole pipeline over the real models, loaded once for all tests.
class Parcel : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (!fs::exists(kData) || !fs::exists(kModels)) return;
    model::LocalCatalog::Options options;
    for (const auto& [name, file] :
         {std::pair{"det", "ch_PP-OCRv4_det_infer.onnx"}, std::pair{"rec", "ch_PP-OCRv4_rec_infer.onnx"},
          std::pair{"cls", "ch_ppocr_mobile_v2.0_cls_infer.onnx"}}) {
      options.configured.push_back({name, 1, kModels / file, {}});
    }
    catalog_ = model::LocalCatalog::Create(std::move(options)).value();
    catalog_->WaitSettled({});
  }
  static void TearDownTestSuite() { catalog_.reset(); }
  void SetUp() override {
    if (!catalog_) GTEST_SKIP() << "needs ../shared/data and the models that tools/setup brings";
    ASSERT_TRUE(catalog_->ready());
    config_.detector = "det";
    config_.recognizer = "rec";
    config_.orientation = "cls";
  }

  Result<ParcelResult> Read(std::vector<Picture> pictures, std::optional<bool> text = std::nullopt,
                            std::function<void(const ParcelResult&)> on_codes = {}) {
    pipelines_.push_back(std::make_unique<ParcelPipeline>(
        config_, ParcelPipeline::Parts{*catalog_, dispatcher_, clock_, codes_, rescue_, text_, nullptr, {}}));
    std::promise<Result<ParcelResult>> promise;
    ParcelRequest request;
    request.context.id = "p";
    request.context.received = clock_.Now();
    request.pictures = std::move(pictures);
    request.text = text;
    request.on_codes = std::move(on_codes);
    request.done = Completion<ParcelResult>([&promise](Result<ParcelResult> r) { promise.set_value(std::move(r)); });
    pipelines_.back()->Submit(std::move(request));
    return promise.get_future().get();
  }

  static inline std::unique_ptr<model::LocalCatalog> catalog_;
  RealClock clock_;
  ParcelConfig config_;
  std::vector<std::unique_ptr<ParcelPipeline>> pipelines_;  // outlive the threads below
  Dispatcher dispatcher_{{2, 0, {}}, clock_, schedule::MakeEarliestDeadlinePolicy()};
  WorkerPool codes_{{"codes", 2, 0, 64}, clock_};
  WorkerPool rescue_{{"rescue", 1, 0, 64}, clock_};
  WorkerPool text_{{"text", 2, 0, 4096}, clock_};
};

TEST_F(Parcel, ReadsTextWithItsPlace) {
  const auto result = Read({ReadPicture(kData / "text/ch_en_num.jpg")});
  ASSERT_TRUE(result) << result.error().message;
  std::string all;
  for (const LineResult& line : result->lines) {
    all += line.text;
    for (const Point& p : line.corners) {
      EXPECT_GE(p.x, -10);
      EXPECT_LE(p.x, static_cast<float>(result->pictures[0].width) + 10);
    }
  }
  EXPECT_GE(result->lines.size(), 10u);
  EXPECT_NE(all.find("-40"), std::string::npos) << all;
  EXPECT_TRUE(result->lines_done);
}

TEST_F(Parcel, CodesAreToldBeforeTheTextIsThere) {
  bool told = false;
  const auto result = Read({ReadPicture(kData / "text/ch_en_num.jpg")}, std::nullopt, [&](const ParcelResult& early) {
    told = true;
    EXPECT_TRUE(early.codes_done);
    EXPECT_FALSE(early.lines_done);
  });
  ASSERT_TRUE(result);
  EXPECT_TRUE(told);
}

TEST_F(Parcel, OneBrokenPictureFailsAloneAndABrokenJobNamesIt) {
  const auto mixed = Read({ReadPicture(kData / "text/en.jpg"), Junk()});
  ASSERT_TRUE(mixed) << mixed.error().message;
  EXPECT_FALSE(mixed->pictures[0].error);
  ASSERT_TRUE(mixed->pictures[1].error);
  EXPECT_EQ(mixed->pictures[1].error->field, "picture[1]");
  EXPECT_FALSE(mixed->lines.empty());

  const auto broken = Read({Junk()});
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(broken.error().field, "picture");
}

TEST_F(Parcel, ModelsThatAreMissingFailTheTextAndNotTheCodes) {
  config_.recognizer = "ghost";
  const auto result = Read({ReadPicture(kData / "text/en.jpg")});
  ASSERT_TRUE(result) << result.error().message;
  ASSERT_TRUE(result->text_error);
  EXPECT_EQ(result->text_error->code, ErrorCode::kNotFound);
  EXPECT_TRUE(result->codes_done);
}

TEST_F(Parcel, TooManyPicturesAreRefused) {
  config_.max_pictures = 1;
  const auto result = Read({Junk(), Junk()});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().field, "picture");
}

}  // namespace
}  // namespace crossdock::pipeline
