// Serves the echo models over both protocols until its standard input ends: what the Python client tests and measurements of the
// front ends alone run against. Prints the ports, as "http PORT grpc PORT".
#include <cstdio>
#include <cstdlib>
#include <string>

#include "net/grpc/server.h"
#include "net/http/server.h"
#include "net/http/v2_routes.h"
#include "net/testing/echo_service.h"

int main(int argc, char** argv) {
  namespace net = crossdock::net;
  const net::testing::EchoCatalog catalog;
  net::testing::EchoService service(catalog);
  const net::FrontEnd front_end{.infer = service, .catalog = catalog};

  net::http::HttpConfig http_config;
  net::grpc::GrpcConfig grpc_config;
  http_config.port = argc > 1 ? std::atoi(argv[1]) : 0;
  grpc_config.port = argc > 2 ? std::atoi(argv[2]) : 0;
  const auto http = net::http::Server::Start(http_config, net::http::V2Routes(front_end));
  const auto grpc = net::grpc::Server::Start(grpc_config, front_end);
  if (!http || !grpc) {
    std::fprintf(stderr, "%s\n", (!http ? http.error() : grpc.error()).message.c_str());
    return 1;
  }
  std::printf("http %d grpc %d\n", (*http)->port(), (*grpc)->port());
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
  return 0;
}
