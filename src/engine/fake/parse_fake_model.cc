#include <charconv>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>

#include <fmt/format.h>

#include "engine/fake/fake_model.h"

namespace crossdock::engine::fake {
namespace {

constexpr size_t kMaxFileBytes = 64 * 1024;
constexpr size_t kMaxPorts = 64;
constexpr size_t kMaxRank = 8;
constexpr int64_t kMaxMicroseconds = 60'000'000;
constexpr int64_t kMaxRows = 1 << 20;

using Words = std::vector<std::string>;

std::optional<int64_t> ParseInteger(std::string_view text, int64_t least, int64_t most) {
  int64_t value = 0;
  const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (ec != std::errc() || end != text.data() + text.size() || value < least || value > most) return std::nullopt;
  return value;
}

std::optional<double> ParseNumber(const std::string& text) {
  double value = 0;
  const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (ec != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Shape> ParseShape(const std::string& text) {
  Shape shape;
  if (text == "scalar") return shape;
  std::istringstream stream(text);
  for (std::string dim; std::getline(stream, dim, ',');) {
    const auto value = ParseInteger(dim, -1, int64_t{1} << 32);
    if (!value || shape.size() == kMaxRank) return std::nullopt;
    shape.push_back(*value);
  }
  if (shape.empty()) return std::nullopt;
  return shape;
}

bool AddPort(const Words& words, std::vector<Port>& ports) {
  if (words.size() != 4 || ports.size() == kMaxPorts) return false;
  const auto dtype = tensor::ParseDType(words[2]);
  auto shape = ParseShape(words[3]);
  if (!dtype || !shape) return false;
  ports.push_back(Port{words[1], *dtype, *std::move(shape)});
  return true;
}

bool SetMicroseconds(const std::string& text, Nanos& out) {
  const auto value = ParseInteger(text, 0, kMaxMicroseconds);
  if (value) out = std::chrono::microseconds(*value);
  return value.has_value();
}

bool SetCompute(const Words& words, FakeModel& model) {
  if (words.size() == 2 && words[1] == "identity") {
    model.compute = Compute::kIdentity;
  } else if (words.size() == 2 && words[1] == "sum") {
    model.compute = Compute::kSum;
  } else if (const auto factor = words.size() == 3 ? ParseNumber(words[2]) : std::nullopt;
             factor && words[1] == "scale") {
    model.compute = Compute::kScale;
    model.factor = *factor;
  } else {
    return false;
  }
  return true;
}

bool AddFailure(const Words& words, FakeModel& model) {
  const auto value = words.size() == 3 ? ParseNumber(words[2]) : std::nullopt;
  if (!value) return false;
  for (const auto& [name, kind] :
       {std::pair{"error", FailKind::kError}, {"throw", FailKind::kThrow}, {"nan", FailKind::kNan}}) {
    if (words[1] != name) continue;
    model.failures.push_back({*value, kind});
    return true;
  }
  return false;
}

bool SetFlaw(const Words& words, FakeModel& model) {
  if (words.size() != 2) return false;
  for (const auto& [name, flaw] : {std::pair{"mixes_rows", Flaw::kMixesRows},
                                   {"fixed_output", Flaw::kFixedOutput},
                                   {"refuses_batches", Flaw::kRefusesBatches}}) {
    if (words[1] != name) continue;
    model.flaw = flaw;
    return true;
  }
  return false;
}

bool SetKeep(const Words& words, FakeModel& model) {
  if (words.size() != 2) return false;
  for (const auto& [name, keep] :
       {std::pair{"good", Keep::kGood}, {"slow", Keep::kSlow}, {"wrong", Keep::kWrong}, {"refused", Keep::kRefused}}) {
    if (words[1] != name) continue;
    model.keep = keep;
    return true;
  }
  return false;
}

bool AddMetadata(const Words& words, FakeModel& model) {
  if (words.size() < 3) return false;
  std::string value = words[2];
  for (size_t i = 3; i < words.size(); ++i) value += ' ' + words[i];
  model.metadata[words[1]] = std::move(value);
  return true;
}

bool AddBatchTime(const Words& words, FakeModel& model) {
  const auto rows = words.size() == 3 ? ParseInteger(words[1], 1, kMaxRows) : std::nullopt;
  return rows && SetMicroseconds(words[2], model.batch[*rows]);
}

bool SetSlots(const Words& words, FakeModel& model) {
  const auto slots = words.size() == 2 ? ParseInteger(words[1], 1, 1024) : std::nullopt;
  if (slots) model.slots = static_cast<int>(*slots);
  return slots.has_value();
}

/// Takes one line into the model; false if it means nothing.
bool Take(const Words& words, FakeModel& model) {
  const std::string& key = words[0];
  if (key == "input") return AddPort(words, model.inputs);
  if (key == "output") return AddPort(words, model.outputs);
  if (key == "metadata") return AddMetadata(words, model);
  if (key == "compute") return SetCompute(words, model);
  if (key == "base_us") return words.size() == 2 && SetMicroseconds(words[1], model.base);
  if (key == "per_row_us") return words.size() == 2 && SetMicroseconds(words[1], model.per_row);
  if (key == "batch_us") return AddBatchTime(words, model);
  if (key == "slots") return SetSlots(words, model);
  if (key == "fail") return AddFailure(words, model);
  if (key == "flaw") return SetFlaw(words, model);
  if (key == "load_us") return words.size() == 2 && SetMicroseconds(words[1], model.load);
  if (key == "keep") return SetKeep(words, model);
  return false;
}

Words SplitWords(const std::string& line) {
  std::istringstream stream(line.substr(0, line.find('#')));
  Words words;
  for (std::string word; stream >> word;) words.push_back(std::move(word));
  return words;
}

}  // namespace

Result<FakeModel> ParseFakeModel(std::string_view text) {
  if (text.size() > kMaxFileBytes) return InvalidArgument("model", fmt::format("more than {} bytes", kMaxFileBytes));
  FakeModel model;
  std::istringstream stream{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    const Words words = SplitWords(line);
    if (!words.empty() && !Take(words, model)) {
      return InvalidArgument("model", fmt::format("line {} is not understood: '{}'", number, line.substr(0, 80)));
    }
  }
  if (auto status = model.Validate(); !status) return status.error();
  return model;
}

Result<FakeModel> ReadFakeModel(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return Error{ErrorCode::kNotFound, fmt::format("{} cannot be read", file.string()), "model"};
  std::string text(kMaxFileBytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(stream.gcount()));
  auto model = ParseFakeModel(text);
  if (!model) model.error().message = fmt::format("{}: {}", file.string(), model.error().message);
  return model;
}

}  // namespace crossdock::engine::fake
