#include "model/hot/load_key.h"

#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "config/config.h"
#include "digest/sha256.h"
#include "engine/cores.h"
#include "manifest/manifest.h"
#include "model/hot/model_files.h"

namespace crossdock::model {
namespace {

constexpr size_t kPlaceDigits = 16;
constexpr size_t kKeyDigits = 32;

std::string DigestOf(std::string_view text) {
  digest::Sha256 hash;
  hash.Add(text);
  return digest::Hex(hash.Finish());
}

/// The configuration as text, without what only requests see. A key that is new to it counts until it is named here.
std::string OptionsText(ModelConfig config) {
  const ModelConfig fresh;
  config.tier = fresh.tier;
  config.deadline_ms = fresh.deadline_ms;
  config.version_policy = fresh.version_policy;
  config.load = fresh.load;
  config.load_priority = fresh.load_priority;
  auto& batching = config.batching;
  batching.window_us = fresh.batching.window_us;
  batching.max_queued = fresh.batching.max_queued;
  batching.margin_us = fresh.batching.margin_us;
  batching.target_us = fresh.batching.target_us;
  batching.queue_ref = fresh.batching.queue_ref;
  return config::ToYaml(config);
}

std::string ProcessorName() {
  std::ifstream stream("/proc/cpuinfo");
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("model name")) return line.substr(std::min(line.find(": ") + 2, line.size()));
  }
  return "a processor without a name";
}

std::string Processor() {
  const std::string features = fmt::format("{}", fmt::join(manifest::ProcessorFeatures(), " "));
  return fmt::format("{}, {} cores, {}", ProcessorName(), engine::AvailableCores(),
                     DigestOf(features).substr(0, kPlaceDigits));
}

}  // namespace

std::string DigestOf(const LoadKey& key) {
  return DigestOf(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n", key.place, key.model, key.options, key.runtime, key.processor,
                              key.build))
      .substr(0, kKeyDigits);
}

std::string Differences(const LoadKey& kept, const LoadKey& wanted) {
  std::vector<std::string> parts;
  if (kept.model != wanted.model) parts.emplace_back("the model's bytes");
  if (kept.runtime != wanted.runtime) parts.push_back(fmt::format("the runtime ({})", kept.runtime));
  if (kept.processor != wanted.processor) parts.push_back(fmt::format("the processor ({})", kept.processor));
  if (kept.build != wanted.build) parts.emplace_back("the build of this program");
  return fmt::format("{}", fmt::join(parts, ", "));
}

Result<LoadKey> KeyOf(const FoundVersion& found, std::string_view runtime, std::string_view runtime_version,
                      int limit) {
  std::vector<std::filesystem::path> libraries = found.config.options.custom_op_libraries;
  libraries.insert(libraries.end(), found.config.options.extensions.begin(), found.config.options.extensions.end());
  auto model = DigestOfModel(found.file, libraries);
  if (!model) return model.error();
  std::error_code ec;
  LoadKey key;
  key.options = DigestOf(fmt::format("{}\nlimit {}\n", OptionsText(found.config), limit));
  key.place = DigestOf(fmt::format("{}\n{}\n{}\n{}\n", found.name, found.version,
                                   std::filesystem::absolute(found.file, ec).string(), key.options))
                  .substr(0, kPlaceDigits);
  key.model = *std::move(model);
  key.runtime = fmt::format("{} {}", runtime, runtime_version);
  key.processor = Processor();
  key.build = fmt::format("{} {}", engine::BuildId(), engine::SourcesId());
  return key;
}

}  // namespace crossdock::model
