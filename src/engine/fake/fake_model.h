#pragma once

#include <filesystem>
#include <map>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "engine/engine.h"

/// A model that computes next to nothing and takes exactly as long as it is told: for tests, for the simulator's twin and for
/// measuring the server without an engine. Described in code, or by a `*.fake` file of one fact a line:
///
///   # comment
///   input    NAME DTYPE SHAPE      dtype by its protocol name; shape "-1,4", or "scalar"
///   output   NAME DTYPE SHAPE
///   metadata KEY VALUE…
///   compute  identity | sum | scale FACTOR
///   base_us  N                     a call takes base_us + per_row_us x rows
///   per_row_us N
///   batch_us ROWS N                … or exactly this at ROWS rows; sizes between are interpolated, beyond are extended
///   slots    N                     calls at once; default 1
///   fail     error|throw|nan VALUE an input element of that value fails the call, throws inside it, or makes its row NaN
///   flaw     mixes_rows | fixed_output | refuses_batches
///   load_us  N                     what loading the file takes
///   keep     good | slow | wrong | refused   the model can be kept for later starts, and what becomes of it then: its calls take 20 ms
///                                  longer, its answers are those of another model, or the runtime does not take it back
///
/// Output k is computed from input k, or from the last input where there are fewer.
namespace crossdock::engine::fake {

enum class Compute {
  kIdentity,  // the input itself, any dtype
  kSum,       // the sum of a row's elements, in every element of the output's row
  kScale,     // each element times `factor`
};

/// Ways in which real models turn out not to be batchable although dimension 0 is open.
enum class Flaw {
  kNone,
  kMixesRows,       // rows answer in reverse order
  kFixedOutput,     // answers one row whatever came in, as detectors do
  kRefusesBatches,  // fails on more than one row
};

/// What the runtime's kept form of a model is worth.
enum class Keep { kNot, kGood, kSlow, kWrong, kRefused };

enum class FailKind { kError, kThrow, kNan };
struct Failure {
  double value = 0;
  FailKind kind = FailKind::kError;
};

struct FakeModel {
  std::vector<Port> inputs;
  std::vector<Port> outputs;
  std::map<std::string, std::string> metadata;
  Compute compute = Compute::kIdentity;
  double factor = 1;
  Nanos base{0};
  Nanos per_row{0};
  std::map<int64_t, Nanos> batch;  // by rows; wins over base and per_row where not empty
  int slots = 1;
  std::vector<Failure> failures;
  Flaw flaw = Flaw::kNone;
  bool compiles_for_shapes = true;
  Nanos load{0};
  Keep keep = Keep::kNot;

  /// How long a call of so many rows takes.
  Nanos Latency(int64_t rows) const;
  /// errors  kInvalidArgument: no ports, a shape or dtype that the computation cannot give, less than one slot
  Status Validate() const;
};

/// FP32 "x" [-1, width] in, "y" of the same shape out: the model of most tests.
FakeModel IdentityModel(int64_t width, Nanos base, Nanos per_row);

/// errors  kInvalidArgument, naming the line
Result<FakeModel> ParseFakeModel(std::string_view text);
/// errors  kNotFound: no such file; kInvalidArgument: its text, naming file and line
Result<FakeModel> ReadFakeModel(const std::filesystem::path& file);

}  // namespace crossdock::engine::fake
