#include "libtorch/settings.h"

#include <cstring>
#include <random>
#include <sstream>

namespace crossdock::bench {

std::vector<std::string> Parts(const std::string& list) {
  std::vector<std::string> parts;
  std::istringstream stream(list);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

engine::LoadOptions OptionsOf(const Settings& settings) {
  engine::LoadOptions options;
  options.providers = {{Get(settings, "device", "CPU"), {}}};
  options.streams = std::stoi(Get(settings, "slots", "2"));
  options.threads = std::stoi(Get(settings, "threads", "1"));
  options.optimization = Get(settings, "optimization", "all");
  for (const std::string& hint : Parts(Get(settings, "hints", "")))
    options.hints[hint.substr(0, hint.find('='))] = hint.substr(hint.find('=') + 1);
  const auto dtype = tensor::ParseDType(Get(settings, "dtype", "FP32")).value();
  const int64_t size = std::stoll(Get(settings, "size", "224"));
  options.inputs = {{Get(settings, "input", "x"), dtype, {-1, 3, size, size}}};
  options.outputs = {{"logits", dtype, {-1, 1000}}};
  return options;
}

std::vector<tensor::Tensor> Pictures(const engine::LoadOptions& options, int64_t rows, int count) {
  const engine::Port& port = options.inputs.at(0);
  std::minstd_rand random(7);
  std::uniform_real_distribution<float> values(-1, 1);
  std::vector<tensor::Tensor> pictures;
  for (int i = 0; i < count; ++i) {
    tensor::Shape shape = port.shape;
    shape[0] = rows;
    tensor::Tensor made = tensor::Tensor::Allocate(port.dtype, shape).value();
    if (port.dtype == engine::DType::kF16) {
      for (uint16_t& element : made.as<uint16_t>()) element = tensor::FloatToHalf(values(random));
    } else {
      for (float& element : made.as<float>()) element = values(random);
    }
    pictures.push_back(std::move(made));
  }
  return pictures;
}

}  // namespace crossdock::bench
