#include "app/bench/arrivals.h"

#include <random>

namespace crossdock::app::bench {

std::vector<Nanos> PoissonTimes(double per_second, Nanos length, unsigned seed) {
  std::mt19937_64 random(seed);
  std::exponential_distribution<double> gap_s(per_second);
  std::vector<Nanos> times;
  for (double at_s = gap_s(random);; at_s += gap_s(random)) {
    const auto at = std::chrono::duration_cast<Nanos>(std::chrono::duration<double>(at_s));
    if (at >= length) return times;
    times.push_back(at);
  }
}

std::vector<Nanos> Backlog(int count) { return std::vector<Nanos>(static_cast<size_t>(count), Nanos{0}); }

}  // namespace crossdock::app::bench
