#include <atomic>
#include <cmath>
#include <iostream>
#include <random>
#include <thread>

#include <fmt/format.h>

#include "libtorch/alone.h"
#include "libtorch/settings.h"

namespace crossdock::bench {
namespace {

std::vector<float> AsFloats(const tensor::Tensor& output) {
  std::vector<float> values;
  if (output.dtype() == engine::DType::kF16) {
    for (const uint16_t bits : output.as<uint16_t>()) values.push_back(tensor::HalfToFloat(bits));
  } else {
    const auto floats = output.as<float>();
    values.assign(floats.begin(), floats.end());
  }
  return values;
}

/// ||got - expected|| / ||expected||; infinite where the sizes differ or a value is no number.
double Difference(const std::vector<float>& expected, const std::vector<float>& got) {
  if (expected.size() != got.size()) return HUGE_VAL;
  double error = 0;
  double size = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    error += std::pow(static_cast<double>(got[i]) - static_cast<double>(expected[i]), 2);
    size += std::pow(static_cast<double>(expected[i]), 2);
  }
  const double difference = std::sqrt(error / size);
  return std::isfinite(difference) ? difference : HUGE_VAL;
}

struct Question {
  tensor::Tensor input;
  std::vector<float> answer;
};

}  // namespace

int Check(const std::string& model, const Settings& settings) {
  const engine::LoadOptions options = OptionsOf(settings);
  const auto runtime = engine::OpenRuntime("libtorch");
  auto session = runtime ? (*runtime)->Load(model, options) : runtime.error();
  if (!session) {
    std::cerr << session.error().message << '\n';
    return 1;
  }
  std::vector<Question> questions;
  {
    Alone alone(model, options);
    for (const int64_t rows : {1, 3, 16}) {
      for (const tensor::Tensor& input : Pictures(options, rows, 6)) {
        alone.Use(input.view());
        questions.push_back({input, alone.Answer()});
      }
    }
  }
  std::atomic<int> failed = 0;
  std::atomic<double> worst = 0;
  const int calls = std::stoi(Get(settings, "calls", "100"));
  std::vector<std::jthread> callers;
  for (int slot = 0; slot < (*session)->slots(); ++slot) {
    callers.emplace_back([&, slot] {
      std::minstd_rand random(static_cast<unsigned>(slot + 1));
      for (int i = 0; i < calls; ++i) {
        const Question& question = questions[random() % questions.size()];
        const engine::TensorView view = question.input.view();
        const auto done = engine::RunOnce(**session, {&view, 1}, slot);
        const double difference = done ? Difference(question.answer, AsFloats(done->outputs[0])) : HUGE_VAL;
        double seen = worst;
        while (difference > seen && !worst.compare_exchange_weak(seen, difference)) {
        }
        // Sums in another order, and half precision where the model has it.
        if (difference > (options.inputs[0].dtype == engine::DType::kF16 ? 1e-2 : 1e-3)) ++failed;
      }
    });
  }
  callers.clear();
  const engine::TensorView wrong{options.inputs[0].dtype, {1, 3, 8, 8}, questions[0].input.view().bytes.first(0)};
  const auto refused = engine::RunOnce(**session, {&wrong, 1});
  if (refused || refused.error().field != options.inputs[0].name) ++failed;
  std::cout << fmt::format(R"({{"check":"{}","slots":{},"calls":{},"worst_difference":{:.2e},"failed":{}}})",
                           Get(settings, "device", "CPU"), (*session)->slots(), calls * (*session)->slots(),
                           worst.load(), failed.load())
            << std::endl;
  session->reset();
  return failed == 0 ? 0 : 1;
}

}  // namespace crossdock::bench
