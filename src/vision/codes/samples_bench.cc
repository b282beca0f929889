#include "vision/codes/samples_bench.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>

#include "vision/decode.h"

namespace crossdock::vision::codes {
namespace {

std::string ReadAll(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool IsPicture(const std::filesystem::path& path) {
  const auto extension = path.extension();
  return extension == ".png" || extension == ".jpg" || extension == ".webp";
}

}  // namespace

bool Sample::even_half() const {
  const auto last = std::find_if(name.rbegin(), name.rend(), [](unsigned char c) { return std::isdigit(c); });
  return last == name.rend() || (*last - '0') % 2 == 0;
}

std::vector<Sample> ListSamples(const std::filesystem::path& folder) {
  std::vector<Sample> samples;
  if (!std::filesystem::exists(folder)) return samples;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || !IsPicture(entry.path())) continue;
    Sample sample;
    sample.picture = entry.path();
    sample.family = entry.path().parent_path().filename().string();
    sample.name = sample.family + "/" + entry.path().stem().string();
    auto text = entry.path();
    text.replace_extension(".txt");
    sample.has_truth = std::filesystem::exists(text);
    if (sample.has_truth) sample.truth = ReadAll(text);
    samples.push_back(std::move(sample));
  }
  std::sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) { return a.name < b.name; });
  return samples;
}

Image LoadPicture(const std::filesystem::path& path, bool grey) {
  const std::string bytes = ReadAll(path);
  auto decoded = Decode(std::as_bytes(std::span(bytes.data(), bytes.size())), {.grey = grey});
  return decoded ? decoded->image : Image();
}

std::string LettersAndDigits(const std::string& text) {
  std::string kept;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 128 && std::isalnum(byte)) kept += c;
  }
  return kept;
}

std::string PrintedInstead(const Sample& sample) {
  // The same book as in 21 to 26 of this family; the .txt names the one of 01 and 02.
  return sample.name == "ean13-2/28" ? "9784872348880" : "";
}

}  // namespace crossdock::vision::codes
