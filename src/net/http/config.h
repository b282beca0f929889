#pragma once

#include <string>

#include "base/result.h"

namespace crossdock::net::http {

/// The HTTP front end: where it listens and how much it puts up with.
struct HttpConfig {
  std::string address = "127.0.0.1";
  int port = 8000;
  int threads = 0;
  int max_connections = 8192;
  int max_header_kib = 16;
  int max_body_mib = 64;
  int max_inflight_mib = 1024;
  int idle_timeout_ms = 75'000;
  int header_timeout_ms = 10'000;
  int body_timeout_ms = 30'000;
  int write_timeout_ms = 30'000;
  int drain_ms = 10'000;
};

template <class Visitor>
void Describe(HttpConfig& c, Visitor& v) {
  v.Field("address", c.address, "address to listen on; 0.0.0.0 or :: is every one of this machine");
  v.Field("port", c.port, 0, 65535, "port to listen on; 0: any free one, printed at start");
  v.Field("threads", c.threads, 0, 256, "threads that receive and send; 0: as many as the process has cores");
  v.Field("max_connections", c.max_connections, 1, 1 << 20,
          "open connections; beyond it the one idle for longest is closed");
  v.Field("max_header_kib", c.max_header_kib, 1, 1024, "largest request head, KiB");
  v.Field("max_body_mib", c.max_body_mib, 1, 2047, "largest request body, MiB");
  v.Field("max_inflight_mib", c.max_inflight_mib, 1, 1 << 20, "request bodies held at once by all connections, MiB");
  v.Field("idle_timeout_ms", c.idle_timeout_ms, 10, 86'400'000,
          "how long a connection may wait for its next request, milliseconds");
  v.Field("header_timeout_ms", c.header_timeout_ms, 10, 3'600'000,
          "how long a request head may take to arrive, milliseconds");
  v.Field("body_timeout_ms", c.body_timeout_ms, 10, 3'600'000, "how long a request body may pause, milliseconds");
  v.Field("write_timeout_ms", c.write_timeout_ms, 10, 3'600'000,
          "how long a client may leave an answer unread, milliseconds");
  v.Field("drain_ms", c.drain_ms, 0, 3'600'000,
          "how long requests under way may take to finish at a stop, milliseconds");
}

}  // namespace crossdock::net::http
