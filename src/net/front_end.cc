#include "net/front_end.h"

namespace crossdock::net {

std::vector<std::string> FrontEnd::Extensions() const {
  std::vector<std::string> extensions{"binary_tensor_data", "model_configuration", "model_repository", "parameters",
                                      "schedule_policy"};
  if (statistics) extensions.emplace_back("statistics");
  return extensions;
}

}  // namespace crossdock::net
