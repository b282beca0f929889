#include "cli/doctor/doctor_command.h"
#include "cli/server_settings.h"
#include "cli/verbs.h"

namespace crossdock::cli {

int RunDoctor(Args args, std::ostream& out, std::ostream& err) {
  return doctor::RunDoctorCommand(&ReadServerSettings, args, out, err);
}

}  // namespace crossdock::cli
