#pragma once

namespace crossdock::model {

/// How models are loaded at the start.
struct LoadingConfig {
  int at_once = 0;
  int idle_ms = 2000;
};

template <class Visitor>
void Describe(LoadingConfig& c, Visitor& v) {
  v.Field("at_once", c.at_once, 0, 64,
          "models that load side by side at the start; 0: as many as the process has cores, at most 8");
  v.Field("idle_ms", c.idle_ms, 1, 86'400'000,
          "how long no engine call may have run before a model of `load: idle` is loaded, milliseconds");
}

}  // namespace crossdock::model
