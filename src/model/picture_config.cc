#include "model/picture_config.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace crossdock::model {
namespace {

constexpr size_t kChannels = 3;

Status CheckChannels(const std::vector<double>& values, const char* field) {
  if (values.size() != kChannels ||
      !std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); }))
    return InvalidArgument(field, "three finite numbers are wanted, one for each channel");
  return {};
}

/// The configured size where the model leaves it open.
Result<int> SideOf(int configured, int64_t of_model, const char* field) {
  if (of_model > 0 && configured > 0 && of_model != configured)
    return InvalidArgument(field, fmt::format("{}, and the model takes {}", configured, of_model));
  if (of_model > 0) return static_cast<int>(of_model);
  if (configured <= 0) return InvalidArgument(field, "the model leaves it open: say it here");
  return configured;
}

}  // namespace

Status PictureConfig::Validate() const {
  if (Status checked = CheckChannels(mean, "mean"); !checked) return checked;
  return CheckChannels(scale, "scale");
}

Result<PictureTarget> TargetOf(const PictureConfig& config, const engine::Signature& signature) {
  const auto& inputs = signature.inputs;
  if (config.input.empty() && inputs.size() != 1)
    return InvalidArgument("picture.input",
                           fmt::format("the model has {} inputs: name the one for pictures", inputs.size()));
  const auto at = std::find_if(inputs.begin(), inputs.end(), [&](const engine::Port& port) {
    return config.input.empty() || port.name == config.input;
  });
  if (at == inputs.end())
    return InvalidArgument("picture.input", fmt::format("the model has no input \"{}\"", config.input));
  const auto& shape = at->shape;
  if (at->dtype != engine::DType::kF32 || shape.size() != 4 ||
      (shape[1] != static_cast<int64_t>(kChannels) && shape[1] != -1)) {
    return InvalidArgument("picture.input",
                           fmt::format("\"{}\" is {} {}, and pictures become FP32 [rows,3,height,width]", at->name,
                                       tensor::Name(at->dtype), tensor::ToString(shape)));
  }
  const auto height = SideOf(config.height, shape[2], "picture.height");
  if (!height) return height.error();
  const auto width = SideOf(config.width, shape[3], "picture.width");
  if (!width) return width.error();
  return PictureTarget{static_cast<size_t>(at - inputs.begin()), *width, *height};
}

}  // namespace crossdock::model
