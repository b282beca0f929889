#include "model/batch_trial.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "model/made_inputs.h"
#include "model/same_rows.h"

namespace crossdock::model {
namespace {

using engine::Port;
using engine::Signature;
using tensor::Shape;
using tensor::Tensor;
using tensor::TensorView;
using Tensors = std::vector<Tensor>;

// Sizes that open dimensions are tried with: pictures, lines, vectors.
constexpr int64_t kGuesses[] = {64, 224, 320, 16, 1};
// Rows tried before the search for two that answer differently is given up: twice around the ranges of made inputs.
constexpr unsigned kMostRows = 7;

Result<Tensors> RunOn(engine::Session& session, const Tensors& inputs) {
  std::vector<TensorView> views;
  for (const Tensor& input : inputs) views.push_back(input.view());
  auto done = engine::RunOnce(session, views);
  if (!done) return done.error();
  return std::move(done->outputs);
}

/// Why dimension 0 cannot be a batch by what the file says; empty if it may be one.
std::string DeclaredObstacle(const Signature& signature) {
  if (signature.inputs.empty()) return "it has no inputs";
  for (const Port& port : signature.inputs) {
    if (port.shape.empty()) return fmt::format("input \"{}\" is a scalar or of no declared shape", port.name);
    if (port.shape[0] >= 0) return fmt::format("dimension 0 of input \"{}\" is fixed at {}", port.name, port.shape[0]);
  }
  for (const Port& port : signature.outputs) {
    if (!port.shape.empty() && port.shape[0] > 1) {
      return fmt::format("dimension 0 of output \"{}\" is fixed at {}", port.name, port.shape[0]);
    }
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

bool SameAnswers(const Tensors& a, const Tensors& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), SameRows);
}

/// One row and what the model answers to it.
struct Row {
  Tensors inputs;
  Tensors outputs;
};

Result<Row> RunRow(engine::Session& session, const std::vector<Shape>& shapes, unsigned seed) {
  auto inputs = MadeInputs(session.signature(), ShapesOf(shapes, 1, true), seed);
  if (!inputs) return inputs.error();
  auto outputs = RunOn(session, *inputs);
  if (!outputs) return outputs.error();
  return Row{*std::move(inputs), *std::move(outputs)};
}

/// A row that the model answers differently, if any of a few does; else the last of them.
Result<Row> FindOther(engine::Session& session, const std::vector<Shape>& shapes, const Row& first) {
  for (unsigned seed = 2;; ++seed) {
    auto row = RunRow(session, shapes, seed);
    if (!row || seed == kMostRows || !SameAnswers(row->outputs, first.outputs)) return row;
  }
}

Result<Tensors> Joined(const Tensors& top, const Tensors& bottom) {
  Tensors both;
  for (size_t i = 0; i < top.size(); ++i) {
    const TensorView parts[] = {top[i].view(), bottom[i].view()};
    auto joined = tensor::Concat(parts);
    if (!joined) return joined.error();
    both.push_back(*std::move(joined));
  }
  return both;
}

/// Why an output of two rows is not those of the rows alone; empty if it is.
std::string CompareOutput(const std::string& name, const Tensor& both, const Tensor& top, const Tensor& bottom) {
  if (both.shape().empty() || both.shape()[0] != 2 || top.shape().empty() || top.shape()[0] != 1) {
    return fmt::format("output \"{}\" has shape {} for two rows: its first dimension is not the batch", name,
                       tensor::ToString(both.shape()));
  }
  const auto first = both.Rows(0, 1);
  const auto second = both.Rows(1, 1);
  const bool same = first && second && SameRows(*first, top) && SameRows(*second, bottom);
  return same ? "" : fmt::format("rows of output \"{}\" depend on each other", name);
}

/// Runs another row, and both, and says what does not fit; empty if the rows are independent.
std::string Compare(engine::Session& session, const std::vector<Shape>& shapes, const Row& first) {
  const auto again = RunOn(session, first.inputs);
  if (!again) return again.error().message;
  if (!SameAnswers(*again, first.outputs)) return "it answers the same input differently each time";
  const auto other = FindOther(session, shapes, first);
  if (!other) return other.error().message;
  const auto inputs = Joined(first.inputs, other->inputs);
  if (!inputs) return inputs.error().message;
  const auto both = RunOn(session, *inputs);
  if (!both) return "it fails on two rows: " + both.error().message;
  for (size_t o = 0; o < both->size(); ++o) {
    auto obstacle = CompareOutput(session.signature().outputs[o].name, (*both)[o], first.outputs[o], other->outputs[o]);
    if (!obstacle.empty()) return obstacle;
  }
  // Rows that answer alike would hide that they are mixed up.
  if (SameAnswers(other->outputs, first.outputs))
    return "made inputs all get the same answer, so that mixed rows could not be seen";
  return "";
}

}  // namespace

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
    const auto first = RunRow(session, shapes, 1);
    if (!first) {
      trial.note =
          "it was not tried: no guessed input shape ran (" + first.error().message + "); name one under warm_shapes";
      continue;
    }
    trial.shapes = shapes;
    trial.note = Compare(session, shapes, *first);
    trial.batchable = trial.note.empty();
    return trial;
  }
  return trial;
}

}  // namespace crossdock::model
