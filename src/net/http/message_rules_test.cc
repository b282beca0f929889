// What RFC 9112 and RFC 9110 want of messages and their codings, over a real connection.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "net/http/compression.h"
#include "net/http/server.h"
#include "net/testing/http_client.h"

namespace crossdock::net::http {
namespace {

using ::testing::HasSubstr;
using testing::HttpClient;

constexpr size_t kMib = 1 << 20;

class MessageRules : public ::testing::Test {
 protected:
  MessageRules() {
    HttpConfig config;
    config.port = 0;
    config.threads = 1;
    config.max_body_mib = 1;
    std::vector<Route> routes{
        {"POST", "/echo", Role::kInfer,
         [](Request r, Responder answer) {
           Response response;
           response.body = r.body.text();
           answer.Send(std::move(response));
         }},
        {"GET", "/none", Role::kInfer,
         [](const Request&, Responder answer) {
           Response response;
           response.status = 204;
           answer.Send(std::move(response));
         }},
    };
    server_ = std::move(*Server::Start(config, std::move(routes)));
  }
  HttpClient Connect() { return HttpClient(server_->port()); }

  static std::string Packed(std::string text, ContentCoding coding) {
    Response response;
    response.body = std::move(text);
    Deflater deflater(response, coding);
    while (!deflater.Step()) {
    }
    return deflater.Take().value();
  }
  static std::string Unpacked(std::string_view packed, ContentCoding coding) {
    Inflater inflater(Body::Of(packed), coding, 64 * kMib, 0, nullptr);
    while (!inflater.Step().value()) {
    }
    return std::string(inflater.Take().text());
  }

  std::unique_ptr<Server> server_;
};

TEST_F(MessageRules, ARequestNamesItsHostOnce) {
  for (const char* headers : {"", "Host: a\r\nHost: a\r\n", "Host: a b\r\n", "Host: a/b\r\n", "Host: u@h\r\n"}) {
    auto client = Connect();
    client.Send(std::string("GET /none HTTP/1.1\r\n") + headers + "\r\n");
    const auto reply = client.Receive();
    EXPECT_EQ(reply.status, 400) << headers;
    EXPECT_THAT(reply.body, HasSubstr("\"field\":\"Host\""));
  }
  for (const char* request : {"GET /none HTTP/1.1\r\nHost: [::1]:8000\r\n\r\n", "GET /none HTTP/1.1\r\nhost:\r\n\r\n",
                              "GET http://a.b/none HTTP/1.1\r\nHost: a.b\r\n\r\n", "GET /none HTTP/1.0\r\n\r\n"}) {
    auto client = Connect();
    client.Send(request);
    EXPECT_EQ(client.Receive().status, 204) << request;
  }
}

TEST_F(MessageRules, EmptyLinesBeforeARequestArePassedOver) {
  auto client = Connect();
  client.Send("\r\n");
  client.Send(
      "\r\n\r\nPOST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na\r\nGET /none HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(client.Receive().body, "a");
  EXPECT_EQ(client.Receive().status, 204);
}

TEST_F(MessageRules, TheConnectionLastsAsTheClientWants) {
  auto closing = Connect();
  EXPECT_EQ(closing.Call("GET", "/none", "", "Connection: close\r\n").headers.Get("Connection"), "close");
  EXPECT_TRUE(closing.IsClosed());
  auto old = Connect();
  old.Send("GET /none HTTP/1.0\r\n\r\n");
  EXPECT_EQ(old.Receive().headers.Get("Connection"), "close");
  EXPECT_TRUE(old.IsClosed());
  auto kept = Connect();
  for (int i = 0; i < 2; ++i) {
    kept.Send("GET /none HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    EXPECT_EQ(kept.Receive().headers.Get("Connection"), "keep-alive");
  }
}

TEST_F(MessageRules, AnOldClientIsNotToldToGoOn) {
  auto client = Connect();
  client.Send("POST /echo HTTP/1.0\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n");
  client.Send("a");
  EXPECT_EQ(client.Receive().status, 200);
}

TEST_F(MessageRules, WhoSendsTheBodyAtOnceNeedsNoGoAhead) {
  auto client = Connect();
  client.Send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\na");
  auto reply = client.Receive();
  if (reply.status == 100) reply = client.Receive();  // the body came in a packet of its own
  EXPECT_EQ(reply.body, "a");
}

TEST_F(MessageRules, ARefusedRequestOfAPipelineLeavesTheNextInStep) {
  auto client = Connect();
  client.Send(
      "POST /nowhere HTTP/1.1\r\nHost: x\r\n\r\nPOST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n"
      "Content-Encoding: gzip\r\n\r\nbadPOST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok");
  EXPECT_EQ(client.Receive().status, 404);
  EXPECT_EQ(client.Receive().status, 400);
  EXPECT_EQ(client.Receive().body, "ok");
}

TEST_F(MessageRules, CompressedBodiesAreTakenWholeAndInChunks) {
  auto client = Connect();
  const std::string text(300'000, 'z');
  for (const auto coding : {ContentCoding::kGzip, ContentCoding::kDeflate}) {
    const auto packed = Packed(text, coding);
    const auto header = "Content-Encoding: " + std::string(Name(coding)) + "\r\n";
    EXPECT_EQ(client.Call("POST", "/echo", packed, header).body, text);
    client.Send("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n" + header + "\r\n");
    for (const char byte : packed) client.Send(std::string("1\r\n") + byte + "\r\n");
    client.Send("0\r\n\r\n");
    EXPECT_EQ(client.Receive().body, text);
  }
}

TEST_F(MessageRules, ABombIsRefusedAtTheLimitAndTheConnectionServesOn) {
  auto client = Connect();
  const auto bomb = Packed(std::string(100 * kMib, '\0'), ContentCoding::kGzip);
  ASSERT_LT(bomb.size(), kMib);
  const auto reply = client.Call("POST", "/echo", bomb, "Content-Encoding: gzip\r\n");
  EXPECT_EQ(reply.status, 413);
  EXPECT_THAT(reply.body, HasSubstr("1048576"));
  EXPECT_EQ(client.Call("POST", "/echo", "alive").body, "alive");
}

TEST_F(MessageRules, AnswersAreCompressedForWhoAcceptsIt) {
  auto client = Connect();
  const std::string text(300'000, 'z');
  const auto plain = client.Call("POST", "/echo", text);
  EXPECT_FALSE(plain.headers.Has("Content-Encoding"));
  EXPECT_EQ(plain.body, text);
  for (const auto coding : {ContentCoding::kGzip, ContentCoding::kDeflate}) {
    const auto reply =
        client.Call("POST", "/echo", text, "Accept-Encoding: " + std::string(Name(coding)) + ";q=0.7, br\r\n");
    EXPECT_EQ(reply.headers.Get("Content-Encoding"), Name(coding));
    EXPECT_EQ(reply.headers.Get("Vary"), "Accept-Encoding");
    EXPECT_LT(reply.body.size(), text.size() / 50);
    EXPECT_EQ(Unpacked(reply.body, coding), text);
  }
  const auto small = client.Call("POST", "/echo", "small", "Accept-Encoding: gzip\r\n");
  EXPECT_FALSE(small.headers.Has("Content-Encoding"));
  EXPECT_EQ(client.Call("GET", "/none", "", "Accept-Encoding: gzip\r\n").status, 204);
}

}  // namespace
}  // namespace crossdock::net::http
