#include "model/batch_trial.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include <fmt/format.h>

namespace crossdock::model {
namespace {

using engine::Port;
using engine::Signature;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;
using tensor::TensorView;

// Sizes that open dimensions are tried with: pictures, lines, vectors.
constexpr int64_t kGuesses[] = {64, 224, 320, 16, 1};
constexpr double kRelative = 1e-3;
constexpr double kAbsolute = 1e-4;

Result<Tensor> MadeTensor(const Port& port, const Shape& shape, std::mt19937& random) {
  const auto count = tensor::ElementCount(shape);
  if (!count || *count > (int64_t{1} << 30)) return InvalidArgument("shape", "no made input of shape " + tensor::ToString(shape));
  if (port.dtype == DType::kBytes) {
    std::vector<std::string_view> words(static_cast<size_t>(*count));
    for (auto& word : words) word = random() % 2 == 0 ? "parcel" : "42";
    return Tensor::OfStrings(shape, words);
  }
  auto made = Tensor::Allocate(port.dtype, shape);
  if (!made) return made;
  std::uniform_real_distribution<float> unit(0.0f, 1.0f);
  const auto fill = [&](auto zero, auto&& value) {
    for (auto& element : made->as<decltype(zero)>()) element = value();
  };
  switch (port.dtype) {
    case DType::kF32: fill(float{}, [&] { return unit(random); }); break;
    case DType::kF64: fill(double{}, [&] { return static_cast<double>(unit(random)); }); break;
    case DType::kF16: fill(uint16_t{}, [&] { return tensor::FloatToHalf(unit(random)); }); break;
    case DType::kBF16: fill(uint16_t{}, [&] { return tensor::FloatToBfloat16(unit(random)); }); break;
    case DType::kI64: fill(int64_t{}, [&] { return static_cast<int64_t>(random() % 2); }); break;
    case DType::kU64: fill(uint64_t{}, [&] { return static_cast<uint64_t>(random() % 2); }); break;
    case DType::kI32:
    case DType::kU32: fill(uint32_t{}, [&] { return static_cast<uint32_t>(random() % 2); }); break;
    case DType::kI16:
    case DType::kU16: fill(uint16_t{}, [&] { return static_cast<uint16_t>(random() % 2); }); break;
    default: fill(uint8_t{}, [&] { return static_cast<uint8_t>(random() % 2); }); break;
  }
  return made;
}

/// The element as a number; comparing is all that it is for.
double Number(const TensorView& view, size_t i) {
  switch (view.dtype) {
    case DType::kF32: return static_cast<double>(view.as<float>()[i]);
    case DType::kF64: return view.as<double>()[i];
    case DType::kF16: return static_cast<double>(tensor::HalfToFloat(view.as<uint16_t>()[i]));
    case DType::kBF16: return static_cast<double>(tensor::Bfloat16ToFloat(view.as<uint16_t>()[i]));
    case DType::kI64: return static_cast<double>(view.as<int64_t>()[i]);
    case DType::kU64: return static_cast<double>(view.as<uint64_t>()[i]);
    case DType::kI32: return static_cast<double>(view.as<int32_t>()[i]);
    case DType::kU32: return static_cast<double>(view.as<uint32_t>()[i]);
    case DType::kI16: return static_cast<double>(view.as<int16_t>()[i]);
    case DType::kU16: return static_cast<double>(view.as<uint16_t>()[i]);
    case DType::kI8: return static_cast<double>(view.as<int8_t>()[i]);
    default: return static_cast<double>(view.as<uint8_t>()[i]);
  }
}

bool SameRows(const Tensor& a, const Tensor& b) {
  if (a.shape() != b.shape() || a.dtype() != b.dtype()) return false;
  if (a.dtype() == DType::kBytes) {
    return a.size_bytes() == b.size_bytes() && std::memcmp(a.view().bytes.data(), b.view().bytes.data(), a.size_bytes()) == 0;
  }
  const size_t count = a.size_bytes() / tensor::SizeOf(a.dtype());
  for (size_t i = 0; i < count; ++i) {
    const double x = Number(a.view(), i);
    const double y = Number(b.view(), i);
    if (std::isnan(x) && std::isnan(y)) continue;
    if (!(x == y || std::abs(x - y) <= kAbsolute + kRelative * std::max(std::abs(x), std::abs(y)))) return false;
  }
  return true;
}

Result<std::vector<Tensor>> RunOn(engine::Session& session, const std::vector<Tensor>& inputs) {
  std::vector<TensorView> views;
  for (const Tensor& input : inputs) views.push_back(input.view());
  auto done = engine::RunOnce(session, views);
  if (!done) return done.error();
  return std::move(done->outputs);
}

/// Why dimension 0 cannot be a batch by what the file says; empty if it may be one.
std::string DeclaredObstacle(const Signature& signature) {
  for (const Port& port : signature.inputs) {
    if (port.shape.empty()) return fmt::format("input \"{}\" is a scalar", port.name);
    if (port.shape[0] >= 0) return fmt::format("dimension 0 of input \"{}\" is fixed at {}", port.name, port.shape[0]);
  }
  for (const Port& port : signature.outputs) {
    if (!port.shape.empty() && port.shape[0] > 1) return fmt::format("dimension 0 of output \"{}\" is fixed at {}", port.name, port.shape[0]);
  }
  return "";
}

std::vector<Shape> Guessed(const Signature& signature, int64_t guess) {
  std::vector<Shape> shapes;
  for (const Port& port : signature.inputs) {
    Shape shape(port.shape.begin() + 1, port.shape.end());
    for (auto& dim : shape) dim = dim < 0 ? guess : dim;
    // Three colours come before the guess where a picture's channel dimension is open.
    if (shape.size() == 3 && port.shape[1] < 0) shape[0] = 3;
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

/// Runs one row, another, and both, and says what does not fit; empty if the rows are independent.
std::string Compare(engine::Session& session, const std::vector<Shape>& shapes, const std::vector<Tensor>& first_row,
                    const std::vector<Tensor>& first) {
  const Signature& signature = session.signature();
  const auto second_row = MadeInputs(signature, ShapesOf(shapes, 1, true), 2);
  if (!second_row) return second_row.error().message;
  const auto second = RunOn(session, *second_row);
  if (!second) return second.error().message;
  std::vector<Tensor> both_rows;
  for (size_t i = 0; i < first_row.size(); ++i) {
    const TensorView parts[] = {first_row[i].view(), (*second_row)[i].view()};
    auto joined = tensor::Concat(parts);
    if (!joined) return joined.error().message;
    both_rows.push_back(*std::move(joined));
  }
  const auto both = RunOn(session, both_rows);
  if (!both) return "it fails on two rows: " + both.error().message;
  for (size_t o = 0; o < both->size(); ++o) {
    const std::string& name = signature.outputs[o].name;
    const Shape& shape = (*both)[o].shape();
    if (shape.empty() || shape[0] != 2 || first[o].shape().empty() || first[o].shape()[0] != 1) {
      return fmt::format("output \"{}\" has shape {} for two rows: its first dimension is not the batch", name, tensor::ToString(shape));
    }
    const auto top = (*both)[o].Rows(0, 1);
    const auto bottom = (*both)[o].Rows(1, 1);
    if (!top || !bottom || !SameRows(*top, first[o]) || !SameRows(*bottom, (*second)[o])) {
      return fmt::format("rows of output \"{}\" depend on each other", name);
    }
  }
  return "";
}

}  // namespace

Result<std::vector<Tensor>> MadeInputs(const Signature& signature, const std::vector<Shape>& shapes, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Tensor> inputs;
  for (size_t i = 0; i < signature.inputs.size(); ++i) {
    auto made = MadeTensor(signature.inputs[i], shapes[i], random);
    if (!made) return made.error();
    inputs.push_back(*std::move(made));
  }
  return inputs;
}

std::vector<Shape> ShapesOf(const std::vector<Shape>& bucket, int64_t rows, bool batched) {
  std::vector<Shape> shapes = bucket;
  if (batched) {
    for (Shape& shape : shapes) shape.insert(shape.begin(), rows);
  }
  return shapes;
}

BatchTrial TryBatching(engine::Session& session, const std::optional<std::vector<Shape>>& example) {
  BatchTrial trial;
  const Signature& signature = session.signature();
  trial.note = DeclaredObstacle(signature);
  if (!trial.note.empty()) return trial;
  std::vector<std::vector<Shape>> candidates;
  if (example) {
    candidates.push_back(*example);
  } else {
    for (const int64_t guess : kGuesses) candidates.push_back(Guessed(signature, guess));
  }
  for (const auto& shapes : candidates) {
    const auto first_row = MadeInputs(signature, ShapesOf(shapes, 1, true), 1);
    if (!first_row) continue;
    const auto first = RunOn(session, *first_row);
    if (!first) {
      trial.note = "it was not tried: no guessed input shape ran (" + first.error().message + "); name one under warm_shapes";
      continue;
    }
    trial.shapes = shapes;
    trial.note = Compare(session, shapes, *first_row, *first);
    trial.batchable = trial.note.empty();
    return trial;
  }
  return trial;
}

}  // namespace crossdock::model
