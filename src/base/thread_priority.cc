#include "base/thread_priority.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>

namespace crossdock {
namespace {

// On Linux a thread has a nice value of its own, addressed by its thread id; 0 is the calling thread.
bool SetNice(int thread, int nice) { return setpriority(PRIO_PROCESS, static_cast<id_t>(thread), nice) == 0; }
int NiceOf(int thread) { return getpriority(PRIO_PROCESS, static_cast<id_t>(thread)); }

std::vector<int> ThreadsOfProcess() {
  std::vector<int> threads;
  std::error_code ec;
  for (std::filesystem::directory_iterator entry("/proc/self/task", ec), end; !ec && entry != end;
       entry.increment(ec)) {
    const std::string name = entry->path().filename().string();
    int thread = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), thread).ec == std::errc()) threads.push_back(thread);
  }
  std::sort(threads.begin(), threads.end());
  return threads;
}

/// Tried on a thread that ends at once: what a container says of its rights and what its kernel grants are two things.
bool MayComeBackTo(int nice) {
  bool may = false;
  std::thread([&] { may = SetNice(0, 19) && SetNice(0, nice); }).join();
  return may;
}

/// The kernel's account of one thread: "time on a core, time waiting for one, turns", nanoseconds.
class ThreadsSchedule {
 public:
  ThreadsSchedule() : file_(open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)) {}
  ~ThreadsSchedule() {
    if (file_ >= 0) close(file_);
  }
  ThreadsSchedule(const ThreadsSchedule&) = delete;
  Nanos Waited() const {
    std::array<char, 128> text{};
    const auto length = file_ < 0 ? -1 : pread(file_, text.data(), text.size(), 0);
    if (length <= 0) return Nanos{0};
    const char* const end = text.data() + length;
    const char* const second = std::find(static_cast<const char*>(text.data()), end, ' ');
    int64_t waited = 0;
    if (second != end) std::from_chars(second + 1, end, waited);
    return Nanos(waited);
  }

 private:
  const int file_;
};

}  // namespace

void SetThreadPriority(const std::string& name, int nice) {
  pthread_setname_np(pthread_self(), name.substr(0, 15).c_str());
  if (nice != 0) SetNice(0, nice);
}

Nanos WaitedForCore() {
  // Kept open: what passes between the kernel's count and the caller's next step is to be little.
  static thread_local const ThreadsSchedule schedule;
  return schedule.Waited();
}

LowPriority::LowPriority(int nice, int children_nice) : nice_(nice), children_nice_(children_nice), before_(NiceOf(0)) {
  lowered_ = nice_ > before_ && MayComeBackTo(std::min(before_, children_nice_));
  if (!lowered_) {
    if (children_nice_ > before_) SetNice(0, children_nice_);
    return;
  }
  known_threads_ = ThreadsOfProcess();
  SetNice(0, nice_);
}

LowPriority::~LowPriority() {
  if (!lowered_) return;
  ReleaseChildren();
  SetNice(0, before_);
}

void LowPriority::ReleaseChildren() {
  if (!lowered_) return;
  const auto self = static_cast<int>(syscall(SYS_gettid));
  for (const int thread : ThreadsOfProcess()) {
    const bool known = std::binary_search(known_threads_.begin(), known_threads_.end(), thread);
    // Only what inherited the value: threads that others started meanwhile have another.
    if (thread != self && !known && NiceOf(thread) == nice_) SetNice(thread, children_nice_);
  }
}

}  // namespace crossdock
