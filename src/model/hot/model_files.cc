#include "model/hot/model_files.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "digest/sha256.h"
#include "model/hot/aligned_bytes.h"
#include "model/hot/whole_file.h"

namespace crossdock::model {
namespace {

namespace fs = std::filesystem;

// StringStringEntryProto { key = 1: "location", value = 2: … } in protobuf's wire form, up to the value's length.
constexpr std::string_view kLocation("\x0a\x08location\x12", 11);
constexpr uint64_t kLongestName = 4096;

/// A base-128 number at the begin of `bytes`, which loses it; nothing if there is none of a file name's size.
std::optional<size_t> TakeLength(std::string_view& bytes) {
  uint64_t length = 0;
  for (unsigned shift = 0; shift < 21 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    length |= uint64_t{byte & 0x7fU} << shift;
    if ((byte & 0x80U) == 0)
      return length <= std::min<uint64_t>(kLongestName, bytes.size()) ? std::optional(length) : std::nullopt;
  }
  return std::nullopt;
}

Status AddFile(const fs::path& file, digest::Sha256& hash) {
  const auto bytes = ReadWholeFile(file);
  if (!bytes) return bytes.error();
  hash.Add(fmt::format("{}:{}:", file.filename().string(), bytes->span().size()));
  hash.Add(bytes->span());
  return {};
}

}  // namespace

std::vector<fs::path> ExternalDataOf(std::span<const std::byte> onnx, const fs::path& folder) {
  const std::string_view text(reinterpret_cast<const char*>(onnx.data()), onnx.size());
  const std::boyer_moore_horspool_searcher searcher(kLocation.begin(), kLocation.end());
  std::set<fs::path> files;
  for (auto at = std::search(text.begin(), text.end(), searcher); at != text.end();
       at = std::search(at + 1, text.end(), searcher)) {
    std::string_view rest = text.substr(static_cast<size_t>(at - text.begin()) + kLocation.size());
    const auto length = TakeLength(rest);
    if (!length || rest.substr(0, *length).find('\0') != std::string_view::npos) continue;
    std::error_code ec;
    const fs::path file = folder / rest.substr(0, *length);
    if (fs::is_regular_file(file, ec)) files.insert(file);
  }
  return {files.begin(), files.end()};
}

Result<std::string> DigestOfModel(const fs::path& model, std::span<const fs::path> libraries) {
  digest::Sha256 hash;
  std::vector<fs::path> others(libraries.begin(), libraries.end());
  {
    const auto bytes = ReadWholeFile(model);
    if (!bytes) return bytes.error();
    hash.Add(fmt::format("{}:", bytes->span().size()));
    hash.Add(bytes->span());
    if (model.extension() == ".onnx") {
      for (fs::path& file : ExternalDataOf(bytes->span(), model.parent_path())) others.push_back(std::move(file));
    }
  }
  std::error_code ec;
  if (const fs::path weights = fs::path(model).replace_extension(".bin");
      model.extension() == ".xml" && fs::is_regular_file(weights, ec))
    others.push_back(weights);
  for (const fs::path& file : others) {
    if (Status added = AddFile(file, hash); !added) return added.error();
  }
  return digest::Hex(hash.Finish());
}

}  // namespace crossdock::model
