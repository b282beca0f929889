#include "engine/openvino/read_model.h"

#include <openvino/frontend/manager.hpp>

namespace crossdock::engine::openvino {
namespace {

std::vector<std::string> NamesOf(const std::vector<ov::frontend::Place::Ptr>& places) {
  std::vector<std::string> names;
  for (const auto& place : places) {
    const auto of_place = place->get_names();
    names.push_back(of_place.empty() ? std::string() : of_place.front());
  }
  return names;
}

}  // namespace

ReadFile ReadModel(ov::Core& core, const std::filesystem::path& file,
                   const std::vector<std::filesystem::path>& extensions) {
  if (file.extension() == ".xml") return {core.read_model(file.string()), {}, {}};
  const ov::frontend::FrontEnd::Ptr reader = ov::frontend::FrontEndManager().load_by_framework("onnx");
  for (const auto& extension : extensions) reader->add_extension(extension.string());
  const ov::frontend::InputModel::Ptr read = reader->load(file.string());
  ReadFile out;
  out.input_names = NamesOf(read->get_inputs());
  out.output_names = NamesOf(read->get_outputs());
  out.model = reader->convert(read);
  return out;
}

}  // namespace crossdock::engine::openvino
