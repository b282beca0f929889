#include "pipeline/picture_infer.h"

#include <cmath>
#include <cstring>
#include <future>

#include <gtest/gtest.h>

#include "pipeline/test_version.h"

namespace crossdock::pipeline {
namespace {

constexpr int kSide = 8;

/// A grey BMP of one value everywhere.
std::string Bmp(int width, int height, uint8_t value) {
  const int row = (3 * width + 3) / 4 * 4;
  std::string file(54 + static_cast<size_t>(row * height), '\0');
  const auto put = [&](size_t at, uint32_t number) { std::memcpy(&file[at], &number, 4); };
  file[0] = 'B';
  file[1] = 'M';
  put(2, static_cast<uint32_t>(file.size()));
  put(10, 54);
  put(14, 40);
  put(18, static_cast<uint32_t>(width));
  put(22, static_cast<uint32_t>(height));
  put(26, 1 | 24 << 16);
  std::fill(file.begin() + 54, file.end(), static_cast<char>(value));
  return file;
}

/// Keeps what reaches the model.
class Recorder final : public InferService {
 public:
  void Infer(InferRequest request) noexcept override {
    inputs = std::move(request.inputs);
    request.done.Finish(InferAnswer{});
  }
  std::vector<NamedTensor> inputs;
};

class PictureInferTest : public ::testing::Test {
 protected:
  PictureInferTest() {
    model::PictureConfig picture;
    picture.mean = {10, 20, 30};
    picture.scale = {1, 1, 0.5};
    picture.pad = 0;
    Serve(picture);
  }
  void Serve(const model::PictureConfig& picture) {
    model::Version::Parts parts;
    parts.id = {"m", 1};
    parts.config.picture = picture;
    parts.signature.inputs = {{"x", tensor::DType::kF32, {-1, 3, kSide, kSide}, engine::BatchAxis::kFirst}};
    catalog_ = std::make_unique<testing::OneModelCatalog>(std::make_shared<const model::Version>(std::move(parts)));
    service_ = std::make_unique<PictureInfer>(recorder_, *catalog_, pool_, clock_);
  }
  Result<InferAnswer> Infer(tensor::Tensor input, TimePoint deadline = TimePoint::max()) {
    std::promise<Result<InferAnswer>> promise;
    auto answer = promise.get_future();
    InferRequest request;
    request.model = "m";
    request.context.deadline = deadline;
    request.inputs.push_back({"x", std::move(input)});
    request.done = Completion<InferAnswer>([&](Result<InferAnswer> r) { promise.set_value(std::move(r)); });
    service_->Infer(std::move(request));
    return answer.get();
  }
  static tensor::Tensor Pictures(const std::vector<std::string>& files) {
    const std::vector<std::string_view> views(files.begin(), files.end());
    return tensor::Tensor::OfStrings({static_cast<int64_t>(files.size())}, views);
  }

  RealClock clock_;
  Recorder recorder_;
  WorkerPool pool_{{"pictures", 1, 0, 4}, clock_};
  std::unique_ptr<testing::OneModelCatalog> catalog_;
  std::unique_ptr<PictureInfer> service_;
};

TEST_F(PictureInferTest, EachPictureBecomesANormalizedRowInItsPlace) {
  ASSERT_TRUE(Infer(Pictures({Bmp(kSide, kSide, 110), Bmp(kSide, kSide / 2, 50)})));
  const auto& tensor = recorder_.inputs[0].tensor;
  EXPECT_EQ(tensor.shape(), (tensor::Shape{2, 3, kSide, kSide}));
  const auto values = tensor.view().as<float>();
  constexpr size_t kPlane = kSide * kSide;
  EXPECT_EQ(values[0], 100);          // red: 110 - 10
  EXPECT_EQ(values[kPlane], 90);      // green: 110 - 20
  EXPECT_EQ(values[2 * kPlane], 40);  // blue: (110 - 30) / 2
  const auto second = values.subspan(3 * kPlane);
  EXPECT_EQ(second[0], -10) << "padding above the centred picture";
  EXPECT_EQ(second[kPlane / 2], 40) << "its middle";
}

TEST_F(PictureInferTest, AStretchedPictureLeavesNoPadding) {
  model::PictureConfig picture;
  picture.fit = "stretch";
  Serve(picture);
  ASSERT_TRUE(Infer(Pictures({Bmp(kSide, kSide / 2, 50)})));
  for (const float value : recorder_.inputs[0].tensor.view().as<float>()) EXPECT_EQ(value, 50);
}

TEST_F(PictureInferTest, TensorsPassAsTheyAre) {
  const auto tensor = tensor::Tensor::Allocate(tensor::DType::kF32, {1, 3, kSide, kSide}).value();
  ASSERT_TRUE(Infer(tensor));
  EXPECT_EQ(recorder_.inputs[0].tensor.view().bytes.data(), tensor.view().bytes.data());
}

TEST_F(PictureInferTest, NamesThePictureThatIsNone) {
  const auto broken = Infer(Pictures({Bmp(kSide, kSide, 1), "no picture"}));
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(broken.error().field, "inputs[0].data[1]");
  EXPECT_EQ(Infer(Pictures({})).error().field, "inputs[0].data");
  EXPECT_EQ(Infer(Pictures(std::vector<std::string>(65, "x"))).error().reason, Reason::kTooLarge);
}

TEST_F(PictureInferTest, DecodesNothingForWhoIsTooLateAnyway) {
  EXPECT_EQ(Infer(Pictures({Bmp(kSide, kSide, 1)}), clock_.Now()).error().code, ErrorCode::kDeadlineExceeded);
}

TEST_F(PictureInferTest, RefusesWhenMoreWaitThanMay) {
  pool_.Stop();
  EXPECT_FALSE(Infer(Pictures({Bmp(kSide, kSide, 1)})));
}

}  // namespace
}  // namespace crossdock::pipeline
