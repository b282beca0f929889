#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace crossdock::load {

struct Address {
  std::string host;
  std::string port;
};

/// "127.0.0.1:8000", "[::1]:8000".
/// errors    kInvalidArgument: not of that form
Result<Address> ParseAddress(std::string_view text);

struct HttpReply {
  int status = 0;
  std::string body;
  std::string location;  // header of that name; empty: none
};

/// One HTTP/1.1 connection, kept open between requests and opened anew when the server has closed it. One thread.
class HttpClient {
 public:
  explicit HttpClient(Address address);
  ~HttpClient();
  HttpClient(HttpClient&&) noexcept;
  HttpClient& operator=(HttpClient&&) noexcept;

  using Headers = std::vector<std::pair<std::string, std::string>>;
  /// errors    kUnavailable: no connection; kDeadlineExceeded: no whole reply within `timeout`
  Result<HttpReply> Send(const std::string& method, const std::string& target, const Headers& headers,
                         std::string_view body, std::chrono::milliseconds timeout);

 private:
  struct Connection;
  Result<HttpReply> SendOnce(const std::string& method, const std::string& target, const Headers& headers,
                             std::string_view body, std::chrono::milliseconds timeout);

  Address address_;
  std::unique_ptr<Connection> connection_;
};

}  // namespace crossdock::load
