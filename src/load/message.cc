#include "load/message.h"

#include <fmt/format.h>

namespace crossdock::load {

Message MakeMessage(const Address& address, const std::string& method, const std::string& path,
                    const HeaderLines& headers, std::shared_ptr<const std::string> body) {
  Message message;
  const bool v6 = address.host.find(':') != std::string::npos;
  message.head = fmt::format("{} {} HTTP/1.1\r\nHost: {}{}{}:{}\r\nUser-Agent: crossdock-load\r\n", method, path,
                             v6 ? "[" : "", address.host, v6 ? "]" : "", address.port);
  for (const auto& [name, value] : headers) message.head += fmt::format("{}: {}\r\n", name, value);
  if (body || method == "POST") message.head += fmt::format("Content-Length: {}\r\n", body ? body->size() : 0);
  message.head += "\r\n";
  message.body = std::move(body);
  return message;
}

Message MakeFollowUp(const Address& address, const std::string& location) {
  const auto scheme = location.find("://");
  const auto path = scheme == std::string::npos ? 0 : location.find('/', scheme + 3);
  return MakeMessage(address, "GET", path == std::string::npos ? "/" : location.substr(path), {{"Prefer", "wait=10"}},
                     nullptr);
}

}  // namespace crossdock::load
