#include "hub/drawing/truth.h"

#include <algorithm>
#include <fstream>

#include <nlohmann/json.hpp>

namespace crossdock::hub {
namespace {

using Json = nlohmann::ordered_json;

// Hundredths of a pixel are enough and keep the files small.
double Rounded(double value) { return std::round(value * 100) / 100; }

Json ToJson(const Quad& quad) {
  Json corners = Json::array();
  for (const Point& corner : quad) corners.push_back({Rounded(corner.x), Rounded(corner.y)});
  return corners;
}

Quad QuadFrom(const Json& json) {
  Quad quad;
  for (std::size_t i = 0; i < quad.size(); ++i)
    quad[i] = {json.at(i).at(0).get<double>(), json.at(i).at(1).get<double>()};
  return quad;
}

template <class Enum, std::size_t N>
Enum NamedIn(const std::array<std::string_view, N>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw std::invalid_argument("unknown name " + name);
  return static_cast<Enum>(found - names.begin());
}

Json ToJson(const PictureTruth& truth) {
  Json codes = Json::array();
  for (const CodeTruth& code : truth.codes) {
    codes.push_back({{"text", code.text}, {"format", code.format}, {"corners", ToJson(code.corners)}});
  }
  Json lines = Json::array();
  for (const LineTruth& line : truth.lines) {
    lines.push_back({{"text", line.text},
                     {"letter_px", Rounded(line.letter_px)},
                     {"font", line.font},
                     {"corners", ToJson(line.corners)}});
  }
  return {{"picture", truth.picture},
          {"width", truth.width},
          {"height", truth.height},
          {"line", Name(truth.stratum.line)},
          {"light", Name(truth.stratum.light)},
          {"weather", Name(truth.stratum.weather)},
          {"shape", Name(truth.shape)},
          {"jpeg_quality", truth.jpeg_quality},
          {"codes", codes},
          {"lines", lines}};
}

PictureTruth TruthFrom(const Json& json) {
  PictureTruth truth;
  truth.picture = json.at("picture");
  truth.width = json.at("width");
  truth.height = json.at("height");
  truth.stratum = {NamedIn<SortingLine>(kLineNames, json.at("line")), NamedIn<Light>(kLightNames, json.at("light")),
                   NamedIn<Weather>(kWeatherNames, json.at("weather"))};
  truth.shape = NamedIn<Shape>(kShapeNames, json.at("shape"));
  truth.jpeg_quality = json.value("jpeg_quality", 0);
  for (const Json& code : json.at("codes"))
    truth.codes.push_back({code.at("text"), code.at("format"), QuadFrom(code.at("corners"))});
  for (const Json& line : json.at("lines")) {
    truth.lines.push_back(
        {line.at("text"), line.value("font", ""), line.at("letter_px"), QuadFrom(line.at("corners"))});
  }
  return truth;
}

}  // namespace

std::filesystem::path TruthPath(const std::filesystem::path& picture) {
  auto path = picture;
  return path.replace_extension(".json");
}

Status WriteTruth(const PictureTruth& truth, const std::filesystem::path& path) {
  std::ofstream file(path, std::ios::binary);
  file << ToJson(truth).dump(1) << '\n';
  file.close();
  if (!file) return Error{ErrorCode::kUnavailable, "cannot write " + path.string()};
  return {};
}

Result<PictureTruth> ReadTruth(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{ErrorCode::kNotFound, "no truth at " + path.string()};
  try {
    return TruthFrom(Json::parse(file));
  } catch (const std::exception& error) {
    return InvalidArgument("truth", path.string() + ": " + error.what());
  }
}

}  // namespace crossdock::hub
