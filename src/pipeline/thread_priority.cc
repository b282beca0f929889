#include "pipeline/thread_priority.h"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace crossdock::pipeline {

void SetThreadPriority(const std::string& name, int nice) {
  pthread_setname_np(pthread_self(), name.substr(0, 15).c_str());
  // On Linux a thread has a nice value of its own, addressed by its thread id.
  if (nice != 0) setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), nice);
}

}  // namespace crossdock::pipeline
