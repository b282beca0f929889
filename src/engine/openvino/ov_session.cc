#include "engine/openvino/ov_session.h"

#include <exception>
#include <fstream>
#include <map>
#include <new>
#include <utility>

#include <fmt/format.h>
#include <openvino/runtime/exception.hpp>
#include <openvino/runtime/properties.hpp>

#include "engine/openvino/errors.h"
#include "engine/openvino/properties.h"
#include "engine/openvino/read_model.h"
#include "engine/openvino/read_signature.h"
#include "engine/openvino/values.h"
#include "engine/port_check.h"

namespace crossdock::engine::openvino {
namespace {

/// Calls that may run at once without waiting for each other.
int StreamsOf(const ov::CompiledModel& compiled) {
  const auto requests = static_cast<int>(compiled.get_property(ov::optimal_number_of_infer_requests));
  return std::max(1, requests);
}

/// One device runs everything; several share the nodes, and what is not on the first is a fallback.
std::vector<NodePlacement> PlacementsOn(const std::string& device, const std::shared_ptr<ov::Model>& model,
                                        const ov::Core& core) {
  if (!device.starts_with("HETERO:")) return {{device, static_cast<int>(model->get_ops().size()), false}};
  std::map<std::string, int> nodes;
  for (const auto& [node, where] : core.query_model(model, device)) ++nodes[where];
  const std::string first = device.substr(7, device.find(',') - 7);
  std::vector<NodePlacement> placements;
  for (const auto& [where, count] : nodes) placements.push_back({where, count, !where.starts_with(first)});
  return placements;
}

/// Extensions belong to a core: one of its own keeps one model's operators out of all others.
Result<ov::Core> WithExtensions(const ov::Core& shared, const LoadOptions& options) {
  if (options.extensions.empty()) return shared;
  try {
    ov::Core core;
    for (const auto& extension : options.extensions) core.add_extension(extension.string());
    return core;
  } catch (const std::exception& e) {
    return InvalidArgument("extensions", Condense(e.what()));
  }
}

Error LoadError(const std::filesystem::path& file, const std::exception& e) {
  const std::string message = fmt::format("{}: {}", file.string(), Condense(e.what()));
  if (dynamic_cast<const std::bad_alloc*>(&e) != nullptr)
    return Error{ErrorCode::kResourceExhausted, message, "model", Reason::kMemory};
  return InvalidArgument("model", message);
}

/// One model on its way into a session.
struct Compiling {
  ov::Core core;
  std::string device;
  ov::AnyMap properties;
};

Result<Compiling> Prepare(const ov::Core& shared, const LoadOptions& options) {
  auto extended = WithExtensions(shared, options);
  if (!extended) return extended.error();
  Compiling out{*std::move(extended), {}, {}};
  auto device = DeviceFor(options, out.core);
  if (!device) return device.error();
  auto properties = PropertiesFor(options, *device, out.core);
  if (!properties) return properties.error();
  out.device = *std::move(device);
  out.properties = *std::move(properties);
  return out;
}

std::unique_ptr<Session> MakeSession(std::shared_ptr<const void> kept, ov::Core core, ov::CompiledModel compiled,
                                     Signature signature, std::vector<NodePlacement> placements) {
  std::vector<ov::InferRequest> requests;
  for (int i = 0; i < StreamsOf(compiled); ++i) requests.push_back(compiled.create_infer_request());
  return std::make_unique<OvSession>(std::move(kept), std::move(core), std::move(compiled), std::move(requests),
                                     std::move(signature), std::move(placements));
}

/// Compiles the file; `compiled` is shown the model when that is done.
template <class Compiled>
Result<std::unique_ptr<Session>> Compile(const ov::Core& shared, const std::filesystem::path& file,
                                         const LoadOptions& options, Compiled compiled) {
  try {
    auto prepared = Prepare(shared, options);
    if (!prepared) return prepared.error();
    const ReadFile read = ReadModel(prepared->core, file, options.extensions);
    ov::CompiledModel model = prepared->core.compile_model(read.model, prepared->device, prepared->properties);
    auto signature = ReadSignature(read, model);
    if (!signature) {
      signature.error().message = fmt::format("{}: {}", file.string(), signature.error().message);
      return signature.error();
    }
    if (Status done = compiled(model); !done) return done.error();
    auto placements = PlacementsOn(prepared->device, read.model, prepared->core);
    return MakeSession(nullptr, prepared->core, std::move(model), *std::move(signature), std::move(placements));
  } catch (const std::exception& e) {
    return LoadError(file, e);
  }
}

Status Export(ov::CompiledModel& model, const std::filesystem::path& into) {
  std::ofstream stream(into, std::ios::binary | std::ios::trunc);
  model.export_model(stream);
  stream.flush();
  if (!stream) return Error{ErrorCode::kUnavailable, fmt::format("{} cannot be written", into.string())};
  return {};
}

}  // namespace

Result<std::unique_ptr<Session>> OvSession::Create(const ov::Core& shared, const std::filesystem::path& file,
                                                   const LoadOptions& options) {
  return Compile(shared, file, options, [](ov::CompiledModel&) { return Status(); });
}

Result<std::unique_ptr<Session>> OvSession::CreateAndKeep(const ov::Core& shared, const std::filesystem::path& file,
                                                          const LoadOptions& options,
                                                          const std::filesystem::path& into) {
  return Compile(shared, file, options, [&](ov::CompiledModel& model) { return Export(model, into); });
}

Result<std::unique_ptr<Session>> OvSession::CreateKept(const ov::Core& shared, const KeptModel& kept,
                                                       const LoadOptions& options) {
  try {
    auto prepared = Prepare(shared, options);
    if (!prepared) return prepared.error();
    // The vendor's tensor only borrows, and has no read-only form.
    const ov::Tensor blob(ov::element::u8, {kept.bytes.size()},
                          const_cast<std::byte*>(kept.bytes.data()));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    ov::CompiledModel model = prepared->core.import_model(blob, prepared->device, prepared->properties);
    if (model.inputs().size() != kept.signature.inputs.size() ||
        model.outputs().size() != kept.signature.outputs.size()) {
      return InvalidArgument("model", "kept model: its ports are not those that it was kept with");
    }
    return MakeSession(kept.owner, prepared->core, std::move(model), kept.signature, kept.placements);
  } catch (const std::exception& e) {
    return LoadError("kept model", e);
  }
}

OvSession::OvSession(std::shared_ptr<const void> kept, ov::Core core, ov::CompiledModel compiled,
                     std::vector<ov::InferRequest> requests, Signature signature, std::vector<NodePlacement> placements)
    : kept_(std::move(kept)),
      core_(std::move(core)),
      compiled_(std::move(compiled)),
      requests_(std::move(requests)),
      signature_(std::move(signature)),
      placements_(std::move(placements)) {}

void OvSession::Start(int slot, const RunArgs& args, RunSink& sink) noexcept {
  try {
    sink.OnDone(Run(requests_.at(static_cast<size_t>(slot)), args));
  } catch (const ov::Cancelled&) {
    sink.OnDone(Error{ErrorCode::kCancelled, "stopped while running"});
  } catch (const std::bad_alloc&) {
    sink.OnDone(Error{ErrorCode::kResourceExhausted, "openvino: out of memory", "", Reason::kMemory});
  } catch (const std::exception& e) {
    sink.OnDone(Error{ErrorCode::kInternal, fmt::format("openvino: {}", Condense(e.what()))});
  }
}

Result<RunDone> OvSession::Run(ov::InferRequest& request, const RunArgs& args) {
  if (auto status = CheckInputs(signature_, args.inputs); !status) return status.error();
  if (auto status = CheckOutputs(signature_, args); !status) return status.error();
  for (size_t i = 0; i < args.inputs.size(); ++i) request.set_input_tensor(i, ToTensor(args.inputs[i]));

  const TimePoint begun = std::chrono::steady_clock::now();
  request.start_async();
  {
    const std::stop_callback cancel(args.stop, [&] { request.cancel(); });
    request.wait();
  }
  RunDone done;
  done.engine_time = std::chrono::steady_clock::now() - begun;
  const auto wanted = WantedOutputs(signature_, args);
  for (size_t i = 0; i < wanted.size(); ++i) {
    auto output =
        CopyOut(request.get_output_tensor(wanted[i]), i < args.outputs.size() ? args.outputs[i] : MutableView{});
    if (!output) return output.error();
    done.outputs.push_back(*std::move(output));
  }
  return done;
}

}  // namespace crossdock::engine::openvino
