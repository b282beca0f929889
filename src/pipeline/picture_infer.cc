#include "pipeline/picture_infer.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "model/picture_config.h"
#include "vision/decode.h"
#include "vision/letterbox.h"

namespace crossdock::pipeline {
namespace {

constexpr size_t kMostPictures = 64;  // of one request: each becomes megabytes

/// The request's pictures, by the number of their input; nothing where there are none.
std::optional<size_t> PictureInput(const InferRequest& request, const model::Version& version,
                                   const model::PictureTarget& target) {
  const std::string& name = version.signature().inputs[target.port].name;
  for (size_t i = 0; i < request.inputs.size(); ++i) {
    if (request.inputs[i].name == name && request.inputs[i].tensor.dtype() == tensor::DType::kBytes) return i;
  }
  return std::nullopt;
}

vision::Normalization NormalizationOf(const model::PictureConfig& config) {
  vision::Normalization normalization;
  for (size_t c = 0; c < 3; ++c) {
    normalization.mean[c] = static_cast<float>(config.mean[c]);
    normalization.scale[c] = static_cast<float>(config.scale[c]);
  }
  normalization.bgr = config.order == "bgr";
  normalization.pad = static_cast<float>(config.pad);
  return normalization;
}

vision::Letterbox BoxOf(const model::PictureConfig& config, vision::Size picture, vision::Size bucket) {
  if (config.fit == "stretch") return {.picture = picture, .bucket = bucket, .inner = bucket};
  return vision::Fit(picture, bucket,
                     config.fit == "top_left" ? vision::Placement::kTopLeft : vision::Placement::kCentred);
}

Result<tensor::Tensor> Rows(const tensor::Tensor& pictures, const model::PictureConfig& config,
                            const model::PictureTarget& target, const std::string& field) {
  const auto encoded = tensor::Strings(pictures.view());
  if (!encoded) return encoded.error();
  if (encoded->empty()) return InvalidArgument(field, "there is no picture");
  if (encoded->size() > kMostPictures) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{} pictures; at most {} are taken in one request", encoded->size(), kMostPictures), field,
                 Reason::kTooLarge};
  }
  auto rows = tensor::Tensor::Allocate(
      tensor::DType::kF32, {static_cast<int64_t>(encoded->size()), 3, int64_t{target.height}, int64_t{target.width}});
  if (!rows) return rows.error();
  const size_t row_size = 3 * static_cast<size_t>(target.height) * static_cast<size_t>(target.width);
  vision::DecodeOptions options;
  options.limits.max_pixels = config.max_pixels;
  options.cover_width = target.width;
  options.cover_height = target.height;
  const auto normalization = NormalizationOf(config);
  for (size_t k = 0; k < encoded->size(); ++k) {
    const auto decoded = vision::Decode(std::as_bytes(std::span((*encoded)[k])), options);
    if (!decoded) {
      Error error = decoded.error();
      error.field = fmt::format("{}[{}]", field, k);
      return error;
    }
    const auto box = BoxOf(config, {decoded->image.width(), decoded->image.height()}, {target.width, target.height});
    vision::FillTensor(decoded->image, box, normalization, vision::Resample::kBilinear,
                       rows->as<float>().subspan(k * row_size, row_size));
  }
  return rows;
}

}  // namespace

void PictureInfer::Infer(InferRequest request) noexcept {
  const auto pin = catalog_.Find(request.model, request.version);
  if (!pin || !(*pin)->config().picture) return inner_.Infer(std::move(request));
  const auto target = model::TargetOf(*(*pin)->config().picture, (*pin)->signature());
  if (!target) return request.done.Finish(target.error());
  const auto input = PictureInput(request, **pin, *target);
  if (!input) return inner_.Infer(std::move(request));

  const Tier tier = request.context.tier;
  const TimePoint deadline = request.context.deadline;
  const auto kept = std::make_shared<InferRequest>(std::move(request));
  const bool taken = pool_.Submit(tier, deadline, [this, kept, pin = *pin, target = *target, input = *input] {
    if (kept->context.cancel.stop_requested())
      return kept->done.Finish(Error{ErrorCode::kCancelled, "the client went away"});
    if (kept->context.deadline <= clock_.Now())
      return kept->done.Finish(
          Error{ErrorCode::kDeadlineExceeded, "the deadline passed before the pictures were decoded", "deadline"});
    NamedTensor& pictures = kept->inputs[input];
    auto rows = Rows(pictures.tensor, *pin->config().picture, target, fmt::format("inputs[{}].data", input));
    if (!rows) return kept->done.Finish(rows.error());
    pictures.tensor = *std::move(rows);
    inner_.Infer(std::move(*kept));
  });
  if (taken) return;
  kept->done.Finish(Error{ErrorCode::kResourceExhausted, "more pictures wait to be decoded than may", "",
                          Reason::kQueueFull, std::chrono::milliseconds(100)});
}

}  // namespace crossdock::pipeline
