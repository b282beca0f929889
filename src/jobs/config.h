#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace crossdock::jobs {

/// How the end of a job is told to others.
struct CallbackConfig {
  std::filesystem::path secret_file;  // relative to the configuration file
  std::vector<std::string> targets = {"http://localhost", "http://127.0.0.1", "http://[::1]"};
  std::vector<std::string> networks;
  int timeout_ms = 10'000;
  int attempts = 12;
  int first_retry_ms = 1'000;
  int longest_retry_ms = 600'000;
  int parallel = 16;
  int parallel_each = 4;
  int kept_dead = 10'000;
  /// Whether targets and networks can be read.
  Status Validate() const;
};

/// What outlives a restart, and where it lies.
struct JobsConfig {
  std::filesystem::path folder;  // relative to the configuration file; empty: jobs stay in memory
  int running = 0;
  int max_mib = 4096;
  int reserve_mib = 64;
  CallbackConfig callbacks;
};

template <class Visitor>
void Describe(CallbackConfig& c, Visitor& v) {
  v.Field("secret_file", c.secret_file,
          "file with the secrets that sign callbacks, one a line (whsec_ and base64, at least 24 bytes): each signs; "
          "empty: no callbacks");
  v.Field("targets", c.targets, "where callbacks may go: scheme://host, or scheme://host:port for one port alone");
  v.Field("networks", c.networks,
          "private networks that the targets' names may lead to, as 10.0.0.0/8; others are refused, whatever a name "
          "server says");
  v.Field("timeout_ms", c.timeout_ms, 10, 600'000, "how long a target may take to answer, milliseconds");
  v.Field("attempts", c.attempts, 1, 1000, "tries before a callback is kept as a dead letter");
  v.Field("first_retry_ms", c.first_retry_ms, 1, 3'600'000,
          "wait after the first failure, doubled after each, milliseconds");
  v.Field("longest_retry_ms", c.longest_retry_ms, 1, 86'400'000, "longest wait between two tries, milliseconds");
  v.Field("parallel", c.parallel, 1, 1024, "callbacks under way at once");
  v.Field("parallel_each", c.parallel_each, 1, 1024, "of these, to one target: a slow one does not hold up the others");
  v.Field("kept_dead", c.kept_dead, 1, 10'000'000, "dead letters that are kept; beyond it the oldest is dropped");
}

template <class Visitor>
void Describe(JobsConfig& c, Visitor& v) {
  v.Field("folder", c.folder,
          "where accepted jobs are kept, made if it is missing; empty: in memory, and a restart forgets them");
  v.Field("running", c.running, 0, 100'000,
          "kept jobs that run at once, the others wait on disk; 0: twice as many as the process has cores");
  v.Field("max_mib", c.max_mib, 1, 1 << 24, "largest journal, pictures of waiting jobs included, MiB");
  v.Field("reserve_mib", c.reserve_mib, 0, 1 << 24,
          "jobs are refused when less is free on the disk, so that accepted ones can be finished, MiB");
  v.Field("callbacks", c.callbacks, "how the end of a job is told");
}

}  // namespace crossdock::jobs
