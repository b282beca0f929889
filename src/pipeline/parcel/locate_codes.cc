#include "pipeline/parcel/locate_codes.h"

#include <utility>

#include <fmt/format.h>

#include "vision/letterbox.h"
#include "vision/yolox.h"

namespace crossdock::pipeline {
namespace {

constexpr float kLeastScore = 0.25f;  // a place costs some milliseconds; a box that is left out costs the code
constexpr size_t kMostPlaces = 4;

/// Width and height of the pictures that the model takes.
Result<vision::Size> InputSize(const model::Version& locator) {
  const auto& inputs = locator.signature().inputs;
  if (inputs.size() == 1 && inputs[0].dtype == tensor::DType::kF32 && inputs[0].shape.size() == 4 &&
      inputs[0].shape[1] == 3 && inputs[0].shape[2] > 0 && inputs[0].shape[3] > 0) {
    return vision::Size{static_cast<int>(inputs[0].shape[3]), static_cast<int>(inputs[0].shape[2])};
  }
  return InvalidArgument(
      "locator",
      fmt::format("model {} does not take one FP32 picture of a fixed size, [n,3,height,width]", locator.id().name));
}

std::vector<vision::CodePlace> ToPlaces(const std::vector<vision::Detection>& boxes) {
  std::vector<vision::CodePlace> places;
  for (const vision::Detection& box : boxes) {
    if (places.size() == kMostPlaces) break;
    places.push_back({vision::Corners(box)});
  }
  return places;
}

}  // namespace

void CodeLocator::Locate(const ParcelRunPtr& run, const vision::Image& picture, TimePoint deadline,
                         Answer answer) const {
  auto locator = calls_.Find(model_);
  if (!locator) return answer(locator.error());
  const auto size = InputSize(**locator);
  if (!size) return answer(size.error());
  auto input = tensor::Tensor::Allocate(tensor::DType::kF32, {1, 3, size->height, size->width});
  if (!input) return answer(input.error());
  const auto box = vision::Fit({picture.width(), picture.height()}, *size, vision::Placement::kTopLeft);
  vision::FillTensor(picture, box, vision::YoloxRgb1(), vision::Resample::kBilinear, input->as<float>());
  calls_.Start(run, {"locate", *locator, *std::move(input), run->context().tier, deadline},
               [box, answer = std::move(answer)](Result<tensor::Tensor> output) mutable {
                 if (!output) return answer(std::move(output).error());
                 const auto boxes = vision::DecodeYoloxBoxes(output->view(), box,
                                                             {.min_score = kLeastScore, .nms = {.per_label = false}});
                 if (!boxes) return answer(boxes.error());
                 answer(ToPlaces(*boxes));
               });
}

}  // namespace crossdock::pipeline
