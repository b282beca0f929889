#include "pipeline/parcel/read_text.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "vision/text_crop.h"
#include "vision/text_detection.h"

namespace crossdock::pipeline {
namespace {

using tensor::DType;
using tensor::Tensor;

// How far a crop reaches beyond the detected box, in parts of its height: the detector's boxes are tight at the ends.
constexpr float kGrowEnds = 0.1f;
constexpr float kGrowSides = 0.05f;
constexpr float kGrowSidesAgain = 0.1f;
constexpr float kStretch = 1.25f;  // of a line of which some letter was left out

/// Shapes of a detector that names no buckets: upright and lying pictures from a label to a whole parcel.
const std::vector<vision::Size> kDetectionSizes = {{736, 736},   {960, 736},  {736, 960},  {1280, 736},
                                                   {736, 1280},  {1280, 960}, {960, 1280}, {1600, 1216},
                                                   {1216, 1600}, {2016, 736}, {736, 2016}, {2016, 2016}};

/// Height and width of the warmed [channels, height, width] inputs.
std::vector<vision::Size> WarmedSizes(const model::Version& version) {
  std::vector<vision::Size> sizes;
  for (const model::Bucket& bucket : version.buckets()) {
    const auto& shape = bucket.inputs.front();
    if (shape.size() == 3) sizes.push_back({static_cast<int>(shape[2]), static_cast<int>(shape[1])});
  }
  return sizes;
}

std::vector<vision::Size> DetectionSizes(const model::Version& detector) {
  auto sizes = WarmedSizes(detector);
  return sizes.empty() ? kDetectionSizes : sizes;
}

std::vector<int> LineWidths(const model::Version& recognizer, const std::vector<int>& configured) {
  std::vector<int> widths;
  for (const vision::Size& size : WarmedSizes(recognizer)) widths.push_back(size.width);
  std::sort(widths.begin(), widths.end());
  return widths.empty() ? configured : widths;
}

}  // namespace

void TextReading::Read(const ParcelRunPtr& run, int picture, const vision::Image& image) {
  const auto page = std::make_shared<TextPage>(run, picture, image, config_.min_line_confidence);
  Post(page, "letterbox", [this, page](StageTimer& timer) { Detect(page, timer); });
}

void TextReading::Post(const PagePtr& page, const char* stage, UniqueFunction<void(StageTimer&)> step) {
  if (page->failed()) return;
  auto job = [this, page, stage, step = std::move(step), queued = clock_.Now()]() mutable {
    if (clock_.Now() >= Deadline(page->run->context())) {
      page->Fail(Error{ErrorCode::kDeadlineExceeded, "the text's deadline passed", "deadline"});
    } else if (page->run->context().cancel.stop_requested()) {
      page->Fail(Error{ErrorCode::kCancelled, "the client went away"});
    } else if (!page->failed()) {
      StageTimer timer(page->run, stage, queued, clock_);
      step(timer);
    }
  };
  if (!pool_.Submit(TierOf(page->run->context()), Deadline(page->run->context()), std::move(job))) {
    page->Fail(Error{ErrorCode::kResourceExhausted, "too many pictures wait for their text", "", Reason::kQueueFull});
  }
}

TimePoint TextReading::Deadline(const Context& context) const {
  return std::min(context.deadline, context.received + std::chrono::milliseconds(config_.text_deadline_ms));
}

void TextReading::Detect(const PagePtr& page, StageTimer& timer) {
  auto detector = calls_.Find(config_.detector);
  if (!detector) return page->Fail(detector.error());
  const auto sizes = DetectionSizes(**detector);
  const vision::Letterbox box = vision::PlanTextDetection({page->image.width(), page->image.height()}, sizes);
  auto input = Tensor::Allocate(DType::kF32, {1, 3, box.bucket.height, box.bucket.width});
  if (!input) return page->Fail(input.error());
  vision::FillTensor(page->image, box, vision::TextDetectionInput(), vision::Resample::kBilinear, input->as<float>());
  timer.Stop();
  calls_.Start(page->run,
               {"detect", *detector, *std::move(input), TierOf(page->run->context()), Deadline(page->run->context())},
               [this, page, box](Result<Tensor> map) {
                 if (!map) return page->Fail(map.error());
                 Post(page, "cut", [this, page, box, boxes = *map](StageTimer&) { CutLines(page, box, boxes); });
               });
}

void TextReading::CutLines(const PagePtr& page, const vision::Letterbox& box, const Tensor& map) {
  const auto boxes = vision::FindTextBoxes(map.view(), box);
  if (!boxes) return page->Fail(boxes.error());
  std::vector<vision::Quad> quads;
  for (const vision::TextBox& found : *boxes) quads.push_back(found.quad);
  page->SetLines(quads);
  for (size_t i = 0; i < quads.size(); ++i) {
    Line line{i, quads[i], vision::CropLine(page->image, vision::Grown(quads[i], kGrowEnds, kGrowSides))};
    if (line.pixels.empty()) {
      page->PieceRead(i, 0, {});
    } else if (config_.orientation.empty()) {
      Recognize(page, line);
    } else {
      Orient(page, std::move(line));
    }
  }
}

void TextReading::Orient(const PagePtr& page, Line line) {
  auto net = calls_.Find(config_.orientation);
  if (!net) return page->Fail(net.error());
  auto input = Tensor::Allocate(DType::kF32, {1, 3, vision::kLineHeight, vision::kDirectionWidth});
  if (!input) return page->Fail(input.error());
  vision::FillDirection(line.pixels, input->as<float>());
  calls_.Start(
      page->run, {"orient", *net, *std::move(input), TierOf(page->run->context()), Deadline(page->run->context())},
      [this, page, line = std::move(line)](Result<Tensor> answer) mutable {
        if (!answer) return page->Fail(answer.error());
        line.turned = vision::IsUpsideDown(answer->as<const float>());
        if (line.turned) line.pixels = vision::Turned(line.pixels);
        Post(page, "split", [this, page, upright = std::move(line)](StageTimer&) { Recognize(page, upright); });
      });
}

void TextReading::Recognize(const PagePtr& page, const Line& line) {
  auto net = calls_.Find(config_.recognizer);
  if (!net) return page->Fail(net.error());
  auto dictionary = DictionaryOf(*net);
  if (!dictionary) return page->Fail(dictionary.error());
  const Recognizer recognizer{*net, *dictionary, LineWidths(**net, config_.line_widths)};
  const std::vector<vision::Image> pieces = vision::SplitLine(line.pixels, recognizer.widths.back());
  page->SetPieces(line.number, pieces.size());
  int left = 0;
  for (size_t number = 0; number < pieces.size(); ++number) {
    ReadPiece(page, recognizer, {line, number, left, pieces[number], std::nullopt});
    left += pieces[number].width();
  }
}

void TextReading::ReadPiece(const PagePtr& page, const Recognizer& recognizer, Piece piece) {
  const int width = vision::ChooseWidth(piece.pixels.width(), recognizer.widths);
  auto input = Tensor::Allocate(DType::kF32, {1, 3, vision::kLineHeight, width});
  if (!input) return page->Fail(input.error());
  vision::FillLine(piece.pixels, width, input->as<float>());
  auto read = [this, page, recognizer, width, piece = std::move(piece)](Result<Tensor> steps) mutable {
    if (!steps) return page->Fail(steps.error());
    auto decode = [this, page, recognizer, width, piece = std::move(piece),
                   answer = *std::move(steps)](StageTimer& timer) {
      auto reading = vision::DecodeCtc(answer.view(), recognizer.letters, piece.pixels, width);
      timer.Stop();
      if (!reading) return page->Fail(reading.error());
      if (piece.first_look) {
        page->PieceRead(piece.line.number, piece.number, vision::Surer(*piece.first_look, *std::move(reading)));
      } else if (vision::Wavers(*reading)) {
        Piece again = piece;
        again.first_look = *std::move(reading);
        Post(page, "cut", [this, page, recognizer, again](StageTimer&) { LookAgain(page, recognizer, again); });
      } else {
        page->PieceRead(piece.line.number, piece.number, *std::move(reading));
      }
    };
    Post(page, "letters", std::move(decode));
  };
  calls_.Start(
      page->run,
      {"recognize", recognizer.net, *std::move(input), TierOf(page->run->context()), Deadline(page->run->context())},
      std::move(read));
}

void TextReading::LookAgain(const PagePtr& page, const Recognizer& recognizer, Piece piece) {
  const vision::Quad quad = vision::Grown(piece.line.quad, kGrowEnds, kGrowSidesAgain);
  vision::Image line = vision::CropLine(page->image, quad, vision::Edges::kSharp);
  if (piece.line.turned) line = vision::Turned(line);
  const double scale = static_cast<double>(line.width()) / piece.line.pixels.width();
  const int left = std::min(static_cast<int>(piece.left * scale), line.width() - 1);
  const int right = std::min(static_cast<int>(std::ceil((piece.left + piece.pixels.width()) * scale)), line.width());
  piece.pixels = line.Part(left, 0, std::max(1, right - left), line.height());
  if (piece.first_look->unread > 0) piece.pixels = vision::Stretched(piece.pixels, kStretch);
  ReadPiece(page, recognizer, std::move(piece));
}

Result<vision::Dictionary> TextReading::DictionaryOf(const model::Pin& recognizer) {
  auto known = dictionary_.Lock();
  if (known->second && known->first.lock() == recognizer) return *known->second;
  const auto& metadata = recognizer->signature().metadata;
  const auto letters = metadata.find("character");
  if (letters == metadata.end()) {
    return Error{ErrorCode::kInvalidArgument,
                 "model " + recognizer->id().name + " carries no dictionary (metadata key \"character\")",
                 "recognizer"};
  }
  auto parsed = vision::Dictionary::Parse(letters->second);
  if (!parsed) return parsed.error();
  *known = {recognizer, *parsed};
  return parsed;
}

}  // namespace crossdock::pipeline
