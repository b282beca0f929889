#include "load/record.h"

namespace crossdock::load {

const char* Name(Failure failure) {
  switch (failure) {
    case Failure::kConnect: return "connect";
    case Failure::kBroken: return "broken";
    case Failure::kTimeout: return "timeout";
    case Failure::kNone: break;
  }
  return "";
}

}  // namespace crossdock::load
