#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/tier.h"
#include "base/unique_function.h"
#include "fusion/verdict.h"
#include "model/version.h"
#include "tensor/tensor.h"

/// What comes in and what goes out, free of any protocol: HTTP and gRPC both build these and nothing else.
namespace crossdock::pipeline {

/// Who asks, how urgent it is, and until when. Travels with every step of the work.
struct Context {
  std::string id;  // one id through log, reply, exemplar and job
  std::string tenant;
  Tier tier = Tier::kNormal;
  TimePoint received;  // when the last byte had come
  TimePoint deadline = TimePoint::max();
  std::stop_source cancel;  // requested when the client goes away
};

/// An answer owed to somebody. Move-only; finished exactly once; destroyed unanswered it answers kUnavailable, so that nothing
/// accepted is lost on any path. The callback runs on the finishing thread and must not block.
template <class T>
class Completion {
 public:
  using Callback = UniqueFunction<void(Result<T>)>;
  Completion() = default;
  explicit Completion(Callback callback) : callback_(std::move(callback)) {}
  Completion(Completion&& other) noexcept : callback_(std::exchange(other.callback_, nullptr)) {}
  Completion& operator=(Completion&& other) noexcept {
    if (this != &other) {
      Abandon();
      callback_ = std::exchange(other.callback_, nullptr);
    }
    return *this;
  }
  ~Completion() { Abandon(); }

  void Finish(Result<T> result) {
    if (auto callback = std::exchange(callback_, nullptr)) callback(std::move(result));
  }
  explicit operator bool() const { return static_cast<bool>(callback_); }

 private:
  void Abandon() {
    if (callback_)
      Finish(Error{ErrorCode::kUnavailable, "the server dropped the request before it was answered", "",
                   Reason::kShuttingDown});
  }
  Callback callback_;
};

/// Where the time of a request went; zero where a step did not happen.
struct Timing {
  Nanos queue{0};
  Nanos preprocess{0};  // from the last byte to the queue: decoding, admission, checks
  Nanos engine{0};
  Nanos postprocess{0};  // around the engine: joining the rows of a batch, cutting out and joining the outputs
  int batch_rows = 0;    // rows of the engine call that answered it (the largest, if split)
};

struct NamedTensor {
  std::string name;
  tensor::Tensor tensor;
};

struct InferAnswer {
  model::VersionId model;
  std::vector<NamedTensor> outputs;  // in the asked order, or the signature's
  Timing timing;
};

/// One inference on one model.
struct InferRequest {
  Context context;
  std::string model;
  std::optional<int> version;
  std::vector<NamedTensor> inputs;          // in any order; checked against the signature
  std::vector<std::string> wanted_outputs;  // empty: all
  Completion<InferAnswer> done;
};

/// The front door for single inferences. Any thread; never blocks on an engine.
class InferService {
 public:
  virtual ~InferService() = default;
  /// Checks, queues and later answers through `request.done`, possibly before this returns.
  virtual void Infer(InferRequest request) noexcept = 0;
};

struct Point {
  float x = 0;
  float y = 0;
};

struct Picture {
  std::string content_type;     // "image/jpeg"; a hint, the bytes decide
  std::shared_ptr<void> owner;  // keeps the bytes alive
  std::span<const std::byte> bytes;
};

struct CodeResult {
  std::string text;
  std::string format;     // "EAN-13"
  double confidence = 0;  // probability that the text is right
  Point corners[4];       // clockwise from the code's own top left, in the picture's own pixels
  std::string path;       // "plain", or the rescue that found it
  int picture = 0;
};

struct LineResult {
  std::string text;
  double confidence = 0;
  Point corners[4];
  int picture = 0;
};

struct StageTime {
  std::string stage;  // "decode", "codes", "rescue", "detect", "crop", "recognize"
  Nanos wait{0};
  Nanos run{0};
};

struct PictureResult {
  int width = 0;
  int height = 0;
  std::optional<Error> error;  // this picture alone failed
};

struct ParcelResult {
  std::string waybill;
  std::vector<PictureResult> pictures;
  std::vector<CodeResult> codes;
  std::vector<LineResult> lines;
  std::optional<Error> text_error;  // codes were read, text was not
  std::vector<StageTime> times;
  Nanos codes_after{0};  // from received to codes known
  Nanos total{0};
  bool codes_done = false;
  bool lines_done = false;
  /// How the pictures stand to their parcel's verdict; nothing while their codes are not known, or where no parcel was named.
  std::optional<fusion::Share> parcel;
};

/// One parcel: a picture or several of the same waybill.
struct ParcelRequest {
  Context context;
  std::string waybill;
  std::vector<Picture> pictures;
  std::optional<bool> text;   // read text; nothing: as the pipeline is configured
  fusion::Sighting sighting;  // of a parcel that other cameras see, too
  /// Told as soon as all codes are known, before the text is, and again when the parcel has its verdict; may be empty. Must not block.
  std::function<void(const ParcelResult&)> on_codes;
  /// Told when all is computed and only the parcel's other pictures are waited for; may be empty. Must not block.
  std::function<void()> on_waiting;
  Completion<ParcelResult> done;
};

class ParcelService {
 public:
  virtual ~ParcelService() = default;
  /// A request that was accepted and may have to wait before it is submitted: what depends on its arrival begins now. Called at most once,
  /// before Submit. Any thread; must not block.
  /// errors  why it cannot be accepted after all
  virtual Status Announce(const ParcelRequest&) { return {}; }
  virtual void Submit(ParcelRequest request) noexcept = 0;
};

}  // namespace crossdock::pipeline
