#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

/// What `crossdock-hub` can do, one function a verb. Each returns the exit code: 0, 1 failed, 2 wrong usage.
namespace crossdock::hub {

struct DrawOptions {
  uint64_t seed = 1;
  int count = 54;
  std::filesystem::path out;
};
int RunDraw(const DrawOptions& options);

struct DemoOptions {
  bool once = false;
  uint64_t seed = 1;
  int count = 54;
  std::filesystem::path pictures;  // empty: a drawn shift
  std::optional<double> rate;      // pictures a second; nothing: what this machine sustains, at most 2
  bool codes_only = false;
  std::filesystem::path crossdock;  // empty: the one beside this program
  std::filesystem::path config;     // empty: the hub's own
  std::filesystem::path out;        // empty: `hub` beside this program
};
int RunDemo(const DemoOptions& options);

struct EvaluateOptions {
  std::filesystem::path pictures;
  std::string address = "127.0.0.1:8000";
  bool codes_only = false;
  bool wrong = false;
  bool json = false;
  int lanes = 2;
};
int RunEvaluate(const EvaluateOptions& options);

struct LoadOptions {
  std::filesystem::path pictures;
  std::string address = "127.0.0.1:8000";
  double rate = 20;
  double seconds = 30;
  bool codes_only = false;
  bool json = false;
};
int RunLoad(const LoadOptions& options);

struct TunnelOptions {
  uint64_t seed = 1;
  int parcels = 20;
  std::string address = "127.0.0.1:8000";
  int verdict_ms = 500;
  std::filesystem::path out;  // empty: the pictures are only sent
  bool json = false;
};
int RunTunnel(const TunnelOptions& options);

}  // namespace crossdock::hub
