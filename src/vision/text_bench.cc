#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <onnxruntime_cxx_api.h>

#include "vision/ctc.h"
#include "vision/decode.h"
#include "vision/text_boxes.h"
#include "vision/text_crop.h"
#include "vision/text_detection.h"

/// Reads the text of pictures with the module's own functions around the bare runtime, to measure them: one JSON object a picture.
///   text_bench [--option value]... MODELS_DIR PICTURE...
namespace {
using namespace crossdock;
using namespace crossdock::vision;

std::map<std::string, std::string> g_options;
double Option(const std::string& name, double fallback) {
  const auto found = g_options.find(name);
  return found == g_options.end() ? fallback : std::atof(found->second.c_str());
}

struct Net {
  Ort::Session session;
  std::string input, output;
  Net(Ort::Env& env, const std::string& path) : session(nullptr) {
    Ort::SessionOptions options;
    options.SetIntraOpNumThreads(static_cast<int>(Option("threads", 1)));
    options.AddConfigEntry("session.intra_op.allow_spinning", "0");
    session = Ort::Session(env, path.c_str(), options);
    Ort::AllocatorWithDefaultOptions allocator;
    input = session.GetInputNameAllocated(0, allocator).get();
    output = session.GetOutputNameAllocated(0, allocator).get();
  }
  std::vector<float> Run(std::vector<float>& values, std::vector<int64_t> shape, tensor::Shape& out_shape) {
    const auto memory = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);
    auto tensor = Ort::Value::CreateTensor<float>(memory, values.data(), values.size(), shape.data(), shape.size());
    const char* in = input.c_str();
    const char* out = output.c_str();
    auto outputs = session.Run(Ort::RunOptions{}, &in, &tensor, 1, &out, 1);
    out_shape = outputs[0].GetTensorTypeAndShapeInfo().GetShape();
    const float* data = outputs[0].GetTensorData<float>();
    return {data, data + outputs[0].GetTensorTypeAndShapeInfo().GetElementCount()};
  }
};

tensor::TensorView View(const std::vector<float>& values, const tensor::Shape& shape) {
  return {tensor::DType::kF32, shape, std::as_bytes(std::span(values))};
}

std::string Quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) out += c;
  }
  return out + '"';
}

struct Clock {
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  double Lap() {
    const auto now = std::chrono::steady_clock::now();
    const double ms = std::chrono::duration<double, std::milli>(now - start).count();
    start = now;
    return ms;
  }
};

std::vector<int> Widths() {
  std::vector<int> widths;
  const auto found = g_options.find("widths");
  std::string list = found == g_options.end() ? "160,320,480,640,960,1280,1920,2560" : found->second;
  for (size_t at = 0; at < list.size();) {
    widths.push_back(std::atoi(list.c_str() + at));
    const size_t comma = list.find(',', at);
    at = comma == std::string::npos ? list.size() : comma + 1;
  }
  return widths;
}

Reading ReadLine(Net& net, const Dictionary& dictionary, const Image& line) {
  const auto widths = Widths();
  std::vector<Reading> readings;
  for (const Image& piece : SplitLine(line, *std::max_element(widths.begin(), widths.end()))) {
    const int width = ChooseWidth(piece.width(), widths);
    std::vector<float> input(size_t{3} * kLineHeight * static_cast<size_t>(width));
    FillLine(piece, width, input);
    tensor::Shape shape;
    const auto output = net.Run(input, {1, 3, kLineHeight, width}, shape);
    auto reading = DecodeCtc(View(output, shape), dictionary, piece, width);
    if (reading) readings.push_back(*reading);
  }
  return Joined(readings);
}

bool UpsideDown(Net& net, const Image& line) {
  std::vector<float> input(size_t{3} * kLineHeight * kDirectionWidth);
  FillDirection(line, input);
  tensor::Shape shape;
  const auto output = net.Run(input, {1, 3, kLineHeight, kDirectionWidth}, shape);
  return IsUpsideDown(output);
}

TextDetectionOptions DetectionOptions() {
  TextDetectionOptions options;
  options.min_side = static_cast<int>(Option("min_side", options.min_side));
  options.max_side = static_cast<int>(Option("max_side", options.max_side));
  options.max_enlargement = Option("max_enlargement", options.max_enlargement);
  return options;
}

std::vector<Size> Buckets(Size picture) {
  if (g_options.count("buckets") == 0) {
    const Size any[] = {{4096, 4096}};
    const Letterbox box = PlanTextDetection(picture, any, DetectionOptions());
    return {{(box.inner.width + 31) / 32 * 32, (box.inner.height + 31) / 32 * 32}};
  }
  std::vector<Size> buckets;
  std::string list = g_options["buckets"];
  for (size_t at = 0; at < list.size();) {
    Size size;
    std::sscanf(list.c_str() + at, "%dx%d", &size.width, &size.height);
    buckets.push_back(size);
    const size_t comma = list.find(',', at);
    at = comma == std::string::npos ? list.size() : comma + 1;
  }
  return buckets;
}
}  // namespace

int main(int argc, char** argv) {
  int at = 1;
  for (; at + 1 < argc && std::string(argv[at]).starts_with("--"); at += 2) g_options[argv[at] + 2] = argv[at + 1];
  if (argc - at < 2) return std::fprintf(stderr, "text_bench [--option value]... MODELS_DIR PICTURE...\n"), 2;
  const std::string models = argv[at++];
  Ort::Env env(ORT_LOGGING_LEVEL_ERROR);
  env.DisableTelemetryEvents();
  Net det(env, models + "/ch_PP-OCRv4_det_infer.onnx");
  Net rec(env, models + "/ch_PP-OCRv4_rec_infer.onnx");
  Net cls(env, models + "/ch_ppocr_mobile_v2.0_cls_infer.onnx");
  Ort::AllocatorWithDefaultOptions allocator;
  const auto dictionary =
      Dictionary::Parse(rec.session.GetModelMetadata().LookupCustomMetadataMapAllocated("character", allocator).get());
  for (; at < argc; ++at) {
    std::ifstream file(argv[at], std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    Clock clock;
    const auto decoded = Decode(std::as_bytes(std::span(bytes)));
    const double decode_ms = clock.Lap();
    if (!decoded) {
      std::printf("{\"file\": %s, \"error\": %s}\n", Quoted(argv[at]).c_str(), Quoted(decoded.error().message).c_str());
      continue;
    }
    const Image& image = decoded->image;
    const Size size{image.width(), image.height()};
    const auto buckets = Buckets(size);
    const Letterbox box = PlanTextDetection(size, buckets, DetectionOptions());
    std::vector<float> input(size_t{3} * static_cast<size_t>(box.bucket.width) *
                             static_cast<size_t>(box.bucket.height));
    FillTensor(image, box, TextDetectionInput(), Resample::kBilinear, input);
    const double fill_ms = clock.Lap();
    tensor::Shape shape;
    const auto map = det.Run(input, {1, 3, box.bucket.height, box.bucket.width}, shape);
    const double det_ms = clock.Lap();
    TextBoxOptions options;
    options.threshold = static_cast<float>(Option("threshold", 0.3));
    options.min_score = static_cast<float>(Option("min_score", 0.5));
    options.unclip_ratio = static_cast<float>(Option("unclip", 1.6));
    const auto boxes = FindTextBoxes(View(map, shape), box, options);
    const double boxes_ms = clock.Lap();
    double crop_ms = 0, cls_ms = 0, rec_ms = 0;
    std::string lines;
    for (const TextBox& found : *boxes) {
      const Quad quad =
          Grown(found.quad, static_cast<float>(Option("ends", 0)), static_cast<float>(Option("sides", 0)));
      Image line = CropLine(image, quad);
      crop_ms += clock.Lap();
      if (line.empty()) continue;
      if (Option("cls", 1) > 0 && UpsideDown(cls, line)) line = Turned(line);
      cls_ms += clock.Lap();
      const Reading reading = ReadLine(rec, *dictionary, line);
      rec_ms += clock.Lap();
      if (reading.confidence < static_cast<float>(Option("min_confidence", 0.5))) continue;
      if (!lines.empty()) lines += ", ";
      lines += "{\"text\": " + Quoted(reading.text) + ", \"confidence\": " + std::to_string(reading.confidence) +
               ", \"corners\": [";
      for (size_t i = 0; i < 4; ++i) {
        const Point p = decoded->ToFull(quad.corners[i]);
        lines += (i > 0 ? ", [" : "[") + std::to_string(p.x) + ", " + std::to_string(p.y) + "]";
      }
      lines += "]}";
    }
    std::printf(
        "{\"file\": %s, \"bucket\": [%d, %d], \"ms\": {\"decode\": %.2f, \"fill\": %.2f, \"det\": %.2f, \"boxes\": "
        "%.2f, \"crop\": %.2f, "
        "\"cls\": %.2f, \"rec\": %.2f}, \"lines\": [%s]}\n",
        Quoted(argv[at]).c_str(), box.bucket.width, box.bucket.height, decode_ms, fill_ms, det_ms, boxes_ms, crop_ms,
        cls_ms, rec_ms, lines.c_str());
    std::fflush(stdout);
  }
  return 0;
}
