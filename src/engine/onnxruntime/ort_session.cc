#include "engine/onnxruntime/ort_session.h"

#include <exception>
#include <utility>

#include <fmt/format.h>

#include "engine/cores.h"
#include "engine/onnxruntime/errors.h"
#include "engine/onnxruntime/providers.h"
#include "engine/onnxruntime/read_signature.h"
#include "engine/onnxruntime/session_options.h"
#include "engine/onnxruntime/values.h"
#include "engine/port_check.h"

namespace crossdock::engine::onnxruntime {

namespace {

/// Makes the session by `load`, a call into `environment`, and reads off it what we need to know.
template <class Prepare, class Load>
Result<std::unique_ptr<Session>> Make(const std::filesystem::path& file, const LoadOptions& options,
                                      std::shared_ptr<const void> kept, Prepare prepare, Load load) {
  try {
    auto session_options = MakeSessionOptions(options);
    if (!session_options) return session_options.error();
    prepare(*session_options);
    auto log = std::make_unique<PlacementLog>();
    log->Attach(*session_options);
    Ort::Session session = load(*session_options);
    log->Finish();
    auto signature = ReadSignature(session);
    if (!signature) {
      signature.error().message = fmt::format("{}: {}", file.string(), signature.error().message);
      return signature.error();
    }
    auto placements = log->Placements(options.providers);
    return std::unique_ptr<Session>(std::make_unique<OrtSession>(
        std::move(kept), std::move(log), std::move(session), *std::move(signature),
        SlotsFor(options.streams, options.threads), !OnCpuAlone(options), std::move(placements)));
  } catch (const Ort::Exception& e) {
    return LoadError(e, file);
  } catch (const std::exception& e) {
    return Error{ErrorCode::kInternal, fmt::format("{}: {}", file.string(), e.what()), "model"};
  }
}

}  // namespace

Result<std::unique_ptr<Session>> OrtSession::Create(Environment& environment, const std::filesystem::path& file,
                                                    const LoadOptions& options) {
  return Make(
      file, options, nullptr, [](Ort::SessionOptions&) {},
      [&](const Ort::SessionOptions& made) { return environment.Load(file.c_str(), made, options.arena_bytes); });
}

Result<std::unique_ptr<Session>> OrtSession::CreateAndKeep(Environment& environment, const std::filesystem::path& file,
                                                           const LoadOptions& options,
                                                           const std::filesystem::path& into) {
  return Make(
      file, options, nullptr, [&](Ort::SessionOptions& made) { WriteOptimizedTo(into, made); },
      [&](const Ort::SessionOptions& made) { return environment.Load(file.c_str(), made, options.arena_bytes); });
}

Result<std::unique_ptr<Session>> OrtSession::CreateKept(Environment& environment, const KeptModel& kept,
                                                        const LoadOptions& options) {
  return Make("kept model", options, kept.owner, ReadOptimized,
              [&](const Ort::SessionOptions& made) { return environment.Load(kept.bytes, made, options.arena_bytes); });
}

OrtSession::OrtSession(std::shared_ptr<const void> kept, std::unique_ptr<PlacementLog> log, Ort::Session session,
                       Signature signature, int slots, bool compiles, std::vector<NodePlacement> placements)
    : kept_(std::move(kept)),
      log_(std::move(log)),
      session_(std::move(session)),
      signature_(std::move(signature)),
      slots_(slots),
      compiles_(compiles),
      placements_(std::move(placements)) {
  for (const Port& port : signature_.inputs) input_names_.push_back(port.name.c_str());
  for (const Port& port : signature_.outputs) output_names_.push_back(port.name.c_str());
}

void OrtSession::Start(int, const RunArgs& args, RunSink& sink) noexcept {
  try {
    sink.OnDone(Run(args));
  } catch (const Ort::Exception& e) {
    sink.OnDone(RunError(e, args.stop.stop_requested()));
  } catch (const std::exception& e) {
    sink.OnDone(Error{ErrorCode::kInternal, fmt::format("onnxruntime: {}", e.what())});
  }
}

Result<RunDone> OrtSession::Run(const RunArgs& args) {
  if (auto status = CheckInputs(signature_, args.inputs); !status) return status.error();
  if (auto status = CheckOutputs(signature_, args); !status) return status.error();
  std::vector<Ort::Value> inputs;
  for (const TensorView& view : args.inputs) inputs.push_back(ToValue(view));
  const auto wanted = WantedOutputs(signature_, args);
  std::vector<const char*> names;
  std::vector<Ort::Value> outputs;
  for (size_t i = 0; i < wanted.size(); ++i) {
    const bool given = i < args.outputs.size() && !args.outputs[i].bytes.empty();
    names.push_back(output_names_[wanted[i]]);
    outputs.push_back(given ? ToValue(args.outputs[i]) : Ort::Value(nullptr));
  }

  Ort::RunOptions run_options;
  // A call's failure is returned, and what a client can repeat at will must not fill the log.
  run_options.SetRunLogSeverityLevel(ORT_LOGGING_LEVEL_FATAL);
  const std::stop_callback terminate(args.stop, [&] { run_options.SetTerminate(); });
  const TimePoint begun = std::chrono::steady_clock::now();
  session_.Run(run_options, input_names_.data(), inputs.data(), inputs.size(), names.data(), outputs.data(),
               names.size());

  RunDone done;
  done.engine_time = std::chrono::steady_clock::now() - begun;
  for (Ort::Value& value : outputs) {
    auto output = FromValue(std::move(value));
    if (!output) return output.error();
    done.outputs.push_back(*std::move(output));
  }
  return done;
}

}  // namespace crossdock::engine::onnxruntime
