#pragma once

#include <memory>
#include <string>
#include <utility>

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include "base/bounded_queue.h"
#include "net/grpc/inference.grpc.pb.h"
#include "net/grpc/server.h"
#include "net/testing/echo_service.h"

namespace crossdock::net::grpc {

/// The front end over models that give back what they get, and a client. Requests for "slow" wait in `slow_` until the test answers them.
class EchoServerTest : public ::testing::Test {
 protected:
  /// `config`: with a port of the system's choice and messages of a megabyte.
  explicit EchoServerTest(GrpcConfig config = {}) {
    service_.intercept = [this](pipeline::InferRequest& request) {
      if (request.model == "slow") slow_.TryPush(std::move(request));
    };
    config.port = 0;
    config.max_message_mib = 1;
    server_ = std::move(*Server::Start(config, front_end_));
    const auto address = "127.0.0.1:" + std::to_string(server_->port());
    stub_ =
        inference::GRPCInferenceService::NewStub(::grpc::CreateChannel(address, ::grpc::InsecureChannelCredentials()));
  }

  BoundedQueue<pipeline::InferRequest> slow_{64};
  testing::EchoCatalog catalog_;
  testing::EchoService service_{catalog_};
  FrontEnd front_end_{.infer = service_, .catalog = catalog_};
  std::unique_ptr<Server> server_;
  std::unique_ptr<inference::GRPCInferenceService::Stub> stub_;
};

}  // namespace crossdock::net::grpc
