#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// What `doctor` knows of a machine, as plain values: gathered in one place, judged in others, saved and compared. A fact that could
/// not be found is empty or absent, never invented.
namespace crossdock::cli::doctor {

struct Build {
  std::string version;
  bool optimized = true;
  std::string in_words;  // "optimized, with assertions"
};

struct Processor {
  std::string model;                  // "AMD EPYC 7763 64-Core Processor"
  std::string architecture;           // "x86_64"
  std::vector<std::string> features;  // as the kernel spells them, sorted
  int online = 0;                     // cores that the machine has
  int allowed = 0;                    // cores that this process may run on
  std::optional<double> quota;        // cores' worth of time that its control group may use
  double throttled = 0;               // share of the group's periods in which it was held back
  double stolen = 0;                  // share of the time since boot that the host gave to others
  std::optional<double> pressure;     // share of the last minute in which something waited for a core
  int numa_nodes = 0;
  std::string governor;      // "performance"; several: joined by ","; empty: not visible, as in most virtual machines
  std::string clock_source;  // "tsc"
};

struct Memory {
  int64_t total_bytes = 0;
  int64_t available_bytes = 0;
  int64_t swap_used_bytes = 0;
  std::optional<int64_t> limit_bytes;  // of the control group
  int64_t used_of_limit_bytes = 0;
  std::string huge_pages;  // "madvise"
};

struct Limits {
  std::optional<int64_t> open_files;  // nothing: unlimited
  std::optional<int64_t> locked_bytes;
  std::optional<int64_t> tasks;  // of the control group
};

struct Port {
  std::string purpose;  // "HTTP"
  std::string address;
  int number = 0;
  std::string problem;  // empty: free
};

struct Folder {
  std::string purpose;  // "request log"
  std::string path;
  bool wanted_writable = false;
  bool exists = false;
  bool usable = false;  // readable, and writable where that is wanted
  int64_t free_bytes = 0;
  int64_t wanted_bytes = 0;  // what may come to lie there, together; 0: unknown
  int64_t held_bytes = 0;    // what lies there of that
};

struct Runtime {
  std::string name;
  std::string version;
  std::vector<std::string> providers;
  std::string problem;  // empty: opened
};

struct Model {
  std::string name;
  std::string file;
  std::string runtime;
  int threads = 1;
  int streams = 0;
  bool spinning = false;
  int64_t arena_bytes = 0;
  std::vector<std::string> providers;  // asked for
  std::string problem;                 // empty: the file can be read
};

struct SystemFacts {
  Build build;
  std::string kernel;
  Processor processor;
  Memory memory;
  Limits limits;
  std::map<std::string, std::string> environment;  // of the variables that matter, as the process was started
  bool telemetry_off = false;
  int nvidia_gpus = 0;
  std::vector<Port> ports;
  std::vector<Folder> folders;
  std::vector<Runtime> runtimes;
  std::vector<std::string> tbb;  // paths of the libtbb that are mapped
  std::string configuration;     // file; empty: none given
  std::string configuration_problem;
  int configured_threads = 0;  // the largest pool of the configuration; 0: as many as cores
  std::vector<Model> models;
};

/// Cores that this process can keep busy: what it may run on, cut by the quota.
double EffectiveCores(const Processor& processor);

}  // namespace crossdock::cli::doctor
