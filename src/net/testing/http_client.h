#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "net/http/message.h"

/// A blocking HTTP client of a few lines, that can also send what no decent client would.
namespace crossdock::net::testing {

struct Reply {
  int status = 0;
  http::Headers headers;
  std::string body;
};

class HttpClient {
 public:
  explicit HttpClient(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const timeval longest{20, 0};  // a test that hangs shall end
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof(longest));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  }
  HttpClient(HttpClient&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)), connected_(other.connected_), rest_(std::move(other.rest_)) {}
  ~HttpClient() { Close(); }

  bool connected() const { return connected_; }
  void Close() {
    if (socket_ >= 0) ::close(std::exchange(socket_, -1));
  }
  bool Send(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
  }

  /// One reply; status 0 when the connection ends first. `head_only`: it answers a HEAD.
  Reply Receive(bool head_only = false) {
    Reply reply;
    size_t end = 0;
    while ((end = rest_.find("\r\n\r\n")) == std::string::npos) {
      if (!More()) return reply;
    }
    const std::string head = rest_.substr(0, end + 2);
    rest_.erase(0, end + 4);
    reply.status = std::atoi(head.substr(9, 3).c_str());
    for (size_t at = head.find("\r\n") + 2; at < head.size();) {
      const auto line_end = head.find("\r\n", at);
      const auto colon = head.find(": ", at);
      reply.headers.Add(head.substr(at, colon - at), head.substr(colon + 2, line_end - colon - 2));
      at = line_end + 2;
    }
    const auto length = static_cast<size_t>(std::atoll(std::string(reply.headers.Get("Content-Length")).c_str()));
    if (head_only || reply.status == 100) return reply;
    while (rest_.size() < length && More()) {
    }
    reply.body = rest_.substr(0, length);
    rest_.erase(0, length);
    return reply;
  }

  Reply Call(std::string_view method, std::string_view path, std::string_view body = {},
             std::string_view headers = {}) {
    std::string text =
        std::string(method) + " " + std::string(path) + " HTTP/1.1\r\nHost: test\r\n" + std::string(headers);
    if (!body.empty()) text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    text += "\r\n";
    text += body;
    if (!Send(text)) return {};
    return Receive(method == "HEAD");
  }

  /// Whether the server has closed; waits for it.
  bool IsClosed() {
    while (More()) {
    }
    return true;
  }
  /// Sends nothing more, but still reads.
  void FinishSending() { ::shutdown(socket_, SHUT_WR); }

 private:
  bool More() {
    char buffer[64 * 1024];
    const auto count = ::recv(socket_, buffer, sizeof(buffer), 0);
    if (count <= 0) return false;
    rest_.append(buffer, static_cast<size_t>(count));
    return true;
  }

  int socket_;
  bool connected_ = false;
  std::string rest_;
};

}  // namespace crossdock::net::testing
