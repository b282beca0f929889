#include "net/front_end.h"

namespace crossdock::net {

std::vector<std::string> FrontEnd::Extensions() const {
  std::vector<std::string> extensions{"binary_tensor_data", "model_configuration", "parameters", "schedule_policy"};
  if (load && unload) extensions.emplace_back("model_repository");
  if (statistics) extensions.emplace_back("statistics");
  return extensions;
}

}  // namespace crossdock::net
