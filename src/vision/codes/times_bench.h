#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <vector>

namespace crossdock::vision::codes {

/// Processor and wall times of calls on this thread, in milliseconds: the first leaves out what a loaded machine does besides.
class Times {
 public:
  template <class F>
  auto Measure(F&& work) {
    const double c = CpuMs();
    const double w = WallMs();
    auto result = work();
    cpu_.push_back(CpuMs() - c);
    wall_.push_back(WallMs() - w);
    return result;
  }
  double mean() const {
    double sum = 0;
    for (double t : cpu_) sum += t;
    return cpu_.empty() ? 0 : sum / static_cast<double>(cpu_.size());
  }
  double longest_cpu() const { return Quantile(cpu_, 1); }
  void Print(const char* name) const {
    std::printf(
        "%-8s %5zu calls  cpu mean %6.2f  p50 %6.2f  p99 %7.2f  max %7.2f ms   wall p50 %6.2f  p99 %7.2f  max %7.2f "
        "ms\n",
        name, cpu_.size(), mean(), Quantile(cpu_, 0.5), Quantile(cpu_, 0.99), Quantile(cpu_, 1), Quantile(wall_, 0.5),
        Quantile(wall_, 0.99), Quantile(wall_, 1));
  }

 private:
  static double CpuMs() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
  }
  static double WallMs() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
  static double Quantile(std::vector<double> values, double q) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    return values[static_cast<size_t>(q * static_cast<double>(values.size() - 1))];
  }

  std::vector<double> cpu_;
  std::vector<double> wall_;
};

}  // namespace crossdock::vision::codes
