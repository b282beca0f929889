#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace crossdock::bench {

/// `--name value` pairs of the command line.
using Settings = std::map<std::string, std::string>;

inline std::string Get(const Settings& settings, const std::string& name, const std::string& otherwise) {
  const auto found = settings.find(name);
  return found == settings.end() ? otherwise : found->second;
}

/// "1,4,8" as its parts.
std::vector<std::string> Parts(const std::string& list);

/// What both sides load the file with: --device, --slots, --threads, --optimization, --hints key=value,…; ports of a classifier of
/// pictures: --input, --dtype, --size.
engine::LoadOptions OptionsOf(const Settings& settings);

/// `count` inputs of `rows` pictures each, of random values from -1 to 1.
std::vector<tensor::Tensor> Pictures(const engine::LoadOptions& options, int64_t rows, int count);

/// Each prints lines of JSON.
int Check(const std::string& model, const Settings& settings);
int Sweep(const std::string& model, const Settings& settings);
int BatchTable(const std::string& model, const Settings& settings);

}  // namespace crossdock::bench
