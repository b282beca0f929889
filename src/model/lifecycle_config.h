#pragma once

namespace crossdock::model {

/// How models come and go while the server runs.
struct LifecycleConfig {
  int watch_ms = 2000;
  int loading_nice = 19;
};

template <class Visitor>
void Describe(LifecycleConfig& c, Visitor& v) {
  v.Field(
      "watch_ms", c.watch_ms, 0, 3'600'000,
      "how often the files of all models are looked at, milliseconds; what has changed is loaded when two looks agree. "
      "0: only when told, by SIGHUP or by a client");
  v.Field("loading_nice", c.loading_nice, 0, 19,
          "how far loading yields while other models serve, as the system counts niceness");
}

}  // namespace crossdock::model
