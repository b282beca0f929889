#pragma once

#include <string>

namespace crossdock::net::grpc {

/// The gRPC front end: where it listens and how much it puts up with.
struct GrpcConfig {
  std::string address = "127.0.0.1";
  int port = 8001;
  int max_message_mib = 64;
  int max_concurrent_streams = 1024;
  int stream_requests = 128;
  bool compression = false;
  int least_ping_interval_ms = 5'000;
  int drain_ms = 10'000;
};

template <class Visitor>
void Describe(GrpcConfig& c, Visitor& v) {
  v.Field("address", c.address, "address to listen on; 0.0.0.0 or [::] is every one of this machine");
  v.Field("port", c.port, 0, 65535, "port to listen on; 0: any free one, printed at start");
  v.Field("max_message_mib", c.max_message_mib, 1, 2047, "largest request and answer, MiB");
  v.Field("max_concurrent_streams", c.max_concurrent_streams, 1, 1 << 20, "calls at once on one connection");
  v.Field(
      "stream_requests", c.stream_requests, 1, 1 << 16,
      "requests under way in one stream of inferences, at most max_message_mib of them and their answers; beyond it "
      "the client waits");
  v.Field("compression", c.compression,
          "take messages in gzip and deflate; gRPC unpacks a message whole before its size is looked at, and before "
          "anybody is "
          "asked who he is, so that a small one can take all memory: only where every client is trusted");
  v.Field("least_ping_interval_ms", c.least_ping_interval_ms, 0, 3'600'000,
          "keep-alive pings are welcome this often, milliseconds");
  v.Field("drain_ms", c.drain_ms, 0, 3'600'000, "how long calls under way may take to finish at a stop, milliseconds");
}

}  // namespace crossdock::net::grpc
