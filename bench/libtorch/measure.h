#pragma once

#include <functional>
#include <string>
#include <vector>

namespace crossdock::bench {

/// A way to run the model: calls it for so many seconds and says how many rows it had computed; the times of single calls go into
/// `call_ms`, where it knows them.
struct Way {
  std::string name;
  std::function<double(double seconds, std::vector<double>& call_ms)> run;
};

struct Figures {
  std::string name;
  double p50_ms = 0;  // median over all its blocks' calls; 0: single calls are not timed
  double p95_ms = 0;
  double rows_per_second = 0;  // median of its blocks
  double least = 0;            // of its blocks, rows per second
  double most = 0;
};

/// Every way in the order A B C C B A, `rounds` times, each block `seconds` long, so that a machine which changes its speed changes it
/// for all.
std::vector<Figures> MeasureAlternating(const std::vector<Way>& ways, int rounds, double seconds);

/// The value below which a part `q` of the values lie; sorts them.
double Quantile(std::vector<double>& values, double q);

}  // namespace crossdock::bench
