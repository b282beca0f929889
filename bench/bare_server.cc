// The least that an HTTP server of Boost.Beast can do: reads each request whole and answers an inference with bytes that were made before.
// What is left of a front end's time when nothing is parsed, looked up, queued or computed.
//   bench_bare_server        prints "http PORT", and serves until its standard input ends
// It says of itself what perf_analyzer asks before it sends: one model "identity", FP32 [4,16] in and out.
#include <atomic>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <fmt/format.h>

#include "engine/cores.h"

namespace crossdock {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Answer = http::response<http::string_body>;

constexpr const char* kMetadata =
    R"({"name":"identity","versions":["1"],"platform":"bare","inputs":[{"name":"x","datatype":"FP32","shape":[4,16]}],"outputs":[{"name":"y","datatype":"FP32","shape":[4,16]}]})";
constexpr const char* kConfig =
    R"({"name":"identity","platform":"bare","backend":"bare","max_batch_size":0,"input":[{"name":"x","data_type":"TYPE_FP32","dims":[4,16]}],"output":[{"name":"y","data_type":"TYPE_FP32","dims":[4,16]}]})";
constexpr const char* kOutput =
    R"({"model_name":"identity","model_version":"1","outputs":[{"name":"y","datatype":"FP32","shape":[4,16],"parameters":{"binary_data_size":256}}]})";

Answer JsonAnswer(std::string text) {
  Answer answer(http::status::ok, 11);
  answer.set(http::field::content_type, "application/json");
  answer.body() = std::move(text);
  answer.prepare_payload();
  return answer;
}

Answer MadeInference() {
  Answer answer(http::status::ok, 11);
  answer.set(http::field::content_type, "application/octet-stream");
  answer.set("Inference-Header-Content-Length", std::to_string(std::string_view(kOutput).size()));
  answer.body() = kOutput + std::string(256, '\0');
  answer.prepare_payload();
  return answer;
}

/// All that it can say, and how often it said the one that counts.
class Answers {
 public:
  /// Lives until the next call from the same connection at least.
  std::shared_ptr<const Answer> To(http::verb verb, std::string_view target) {
    if (verb == http::verb::post) {
      inferences_.fetch_add(1, std::memory_order_relaxed);
      return inference_;
    }
    if (target == "/v2/models/identity/stats")
      return std::make_shared<const Answer>(JsonAnswer(fmt::format(
          R"({{"model_stats":[{{"name":"identity","version":"1","inference_stats":{{"success":{{"count":{}}}}}}}]}})",
          inferences_.load())));
    if (target.starts_with("/v2/models/identity/config")) return std::make_shared<const Answer>(JsonAnswer(kConfig));
    if (target.starts_with("/v2/models/identity") && target.find("ready") == std::string_view::npos)
      return std::make_shared<const Answer>(JsonAnswer(kMetadata));
    return std::make_shared<const Answer>(
        JsonAnswer(R"({"name":"bare","version":"1","extensions":["binary_tensor_data"]})"));
  }

 private:
  const std::shared_ptr<const Answer> inference_ = std::make_shared<const Answer>(MadeInference());
  std::atomic<int64_t> inferences_{0};
};

/// Owned by its own pending operation.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(asio::ip::tcp::socket socket, Answers& answers) : socket_(std::move(socket)), answers_(answers) {
    socket_.set_option(asio::ip::tcp::no_delay(true));
  }

  void Read() {
    request_ = {};
    http::async_read(socket_, buffer_, request_, [self = shared_from_this()](beast::error_code error, size_t) {
      if (!error) self->Write();
    });
  }

 private:
  void Write() {
    answer_ = answers_.To(request_.method(), {request_.target().data(), request_.target().size()});
    http::async_write(socket_, *answer_, [self = shared_from_this()](beast::error_code error, size_t) {
      if (!error) self->Read();
    });
  }

  asio::ip::tcp::socket socket_;
  Answers& answers_;
  beast::flat_buffer buffer_;
  http::request<http::string_body> request_;
  std::shared_ptr<const Answer> answer_;
};

void Accept(asio::ip::tcp::acceptor& acceptor, Answers& answers) {
  acceptor.async_accept([&](beast::error_code error, asio::ip::tcp::socket socket) {
    if (error) return;
    std::make_shared<Connection>(std::move(socket), answers)->Read();
    Accept(acceptor, answers);
  });
}

int Serve() {
  const int cores = engine::AvailableCores();
  asio::io_context context(cores);
  Answers answers;
  asio::ip::tcp::acceptor acceptor(context, {asio::ip::address_v4::loopback(), 0});
  Accept(acceptor, answers);
  std::printf("http %d\n", acceptor.local_endpoint().port());
  std::fflush(stdout);
  std::vector<std::jthread> threads;
  for (int i = 0; i < cores; ++i) threads.emplace_back([&] { context.run(); });
  while (std::getchar() != EOF) {
  }
  context.stop();
  return 0;
}

}  // namespace
}  // namespace crossdock

int main() { return crossdock::Serve(); }
