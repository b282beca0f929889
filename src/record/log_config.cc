#include "record/log_config.h"

namespace crossdock::record {

Status LogConfig::Validate() const {
  if (enabled && folder.empty()) return InvalidArgument("folder", "an enabled request log needs a folder");
  if (total_bytes < 2 * file_bytes) return InvalidArgument("total_bytes", "must be at least twice file_bytes");
  return {};
}

}  // namespace crossdock::record
