#include "net/http/server.h"

#include <atomic>
#include <mutex>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/bounded_queue.h"
#include "net/testing/http_client.h"

namespace crossdock::net::http {
namespace {

using ::testing::HasSubstr;
using testing::HttpClient;

Response Text(std::string body) {
  Response response;
  response.content_type = "text/plain";
  response.body = std::move(body);
  return response;
}

/// A server with a route that echoes, one whose answers are given by the test, and one that throws.
class HttpServerTest : public ::testing::Test {
 protected:
  struct Held {
    Request request;
    Responder responder;
  };

  void SetUp() override { Start({}); }
  void Start(HttpConfig config) {
    server_.reset();
    config.port = 0;
    if (config.threads == 0) config.threads = 2;
    std::vector<Route> routes{
        {"POST", "/echo", Role::kInfer,
         [](const Request& r, Responder answer) { answer.Send(Text(std::string(r.body.text()))); }},
        {"GET", "/echo", Role::kInfer, [](const Request&, Responder answer) { answer.Send(Text("nothing")); }},
        {"POST", "/hold/{name}", Role::kInfer,
         [this](Request r, Responder a) { held_.TryPush({std::move(r), std::move(a)}); }},
        {"GET", "/throw", Role::kInfer, [](const Request&, Responder) { throw std::runtime_error("planted"); }},
        {"POST", "/small", Role::kInfer, [](const Request&, Responder answer) { answer.Send(Text("fits")); }, 10},
    };
    auto server = Server::Start(config, std::move(routes), &registry_);
    ASSERT_TRUE(server) << server.error().message;
    server_ = std::move(*server);
  }
  Held NextHeld() { return std::move(*held_.Pop({})); }
  HttpClient Connect() { return HttpClient(server_->port()); }

  telemetry::Registry registry_;
  BoundedQueue<Held> held_{64};
  std::unique_ptr<Server> server_;
};

TEST_F(HttpServerTest, KeepsAConnectionForManyRequests) {
  auto client = Connect();
  for (int i = 0; i < 100; ++i) {
    const auto reply = client.Call("POST", "/echo", std::to_string(i));
    ASSERT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body, std::to_string(i));
    EXPECT_FALSE(reply.headers.Has("Connection"));
  }
}

TEST_F(HttpServerTest, AnswersPipelinedRequestsInOrder) {
  auto client = Connect();
  client.Send(
      "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\naPOST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: "
      "2\r\n\r\nbcGET /echo "
      "HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(client.Receive().body, "a");
  EXPECT_EQ(client.Receive().body, "bc");
  EXPECT_EQ(client.Receive().body, "nothing");
}

TEST_F(HttpServerTest, KnowsWhatIsNotThereAndWhichMethodsAre) {
  auto client = Connect();
  const auto missing = client.Call("GET", "/nowhere");
  EXPECT_EQ(missing.status, 404);
  EXPECT_THAT(missing.body, HasSubstr("\"code\":\"not_found\""));
  const auto wrong = client.Call("DELETE", "/echo");
  EXPECT_EQ(wrong.status, 405);
  EXPECT_EQ(wrong.headers.Get("Allow"), "POST, GET, HEAD");
  EXPECT_EQ(client.Call("OPTIONS", "/echo").status, 204);
  const auto head = client.Call("HEAD", "/echo");
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.headers.Get("Content-Length"), "7");
  EXPECT_EQ(client.Call("GET", "/echo").body, "nothing") << "the connection is still in step";
  EXPECT_EQ(client.Call("GET", "/hold/%zz").status, 405);
  EXPECT_EQ(client.Call("POST", "/hold/%zz", "x").status, 400);
}

TEST_F(HttpServerTest, AnswersAGetWithALargeBodyWith405AndLives) {
  auto client = Connect();
  const auto reply = client.Call("DELETE", "/echo", std::string(5'000'000, 'x'));
  EXPECT_EQ(reply.status, 405);
  EXPECT_EQ(reply.headers.Get("Connection"), "close");
  EXPECT_EQ(Connect().Call("POST", "/echo", "alive").body, "alive");
}

TEST_F(HttpServerTest, NamesTheLimitOfABodyThatIsTooLarge) {
  auto client = Connect();
  client.Send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000000\r\n\r\n");
  const auto reply = client.Receive();
  EXPECT_EQ(reply.status, 413);
  EXPECT_THAT(reply.body, HasSubstr("67108864"));
  auto second = Connect();
  EXPECT_EQ(second.Call("POST", "/small", "0123456789").status, 200);
  EXPECT_EQ(second.Call("POST", "/small", "01234567890").status, 413);
  auto absurd = Connect();
  absurd.Send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n");
  EXPECT_EQ(absurd.Receive().status, 400);
}

TEST_F(HttpServerTest, TakesChunkedBodiesDownToSingleBytes) {
  auto client = Connect();
  client.Send("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
  std::string expected;
  for (int i = 0; i < 5000; ++i) {
    expected += static_cast<char>('a' + i % 26);
    client.Send(std::string("1;ext=1\r\n") + expected.back() + "\r\n");
  }
  client.Send("0\r\nTrailer: x\r\n\r\n");
  EXPECT_EQ(client.Receive().body, expected);
  EXPECT_EQ(client.Call("POST", "/echo", "next").body, "next");
}

TEST_F(HttpServerTest, TakesALargeChunkedBodyAndRefusesATooLargeOne) {
  auto client = Connect();
  const std::string piece(300'000, 'y');
  client.Send("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n493e0\r\n" + piece +
              "\r\n493e0\r\n" + piece + "\r\n0\r\n\r\n");
  EXPECT_EQ(client.Receive().body, piece + piece);
  client.Send("POST /small HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n01234567890\r\n0\r\n\r\n");
  EXPECT_EQ(client.Receive().status, 413);
}

TEST_F(HttpServerTest, RefusesWhatIsNoHttp) {
  for (const char* text : {"hello\r\n\r\n", "GET / HTTP/3.0\r\n\r\n",
                           "GET /echo HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n", "\x16\x03\x01\x02\x00\r\n\r\n",
                           "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                           "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
                           "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"}) {
    auto client = Connect();
    client.Send(text);
    EXPECT_EQ(client.Receive().status, 400) << text;
    client.FinishSending();
    EXPECT_TRUE(client.IsClosed());
  }
}

TEST_F(HttpServerTest, RefusesTwoLengthsOfOneBody) {
  auto client = Connect();
  client.Send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
  EXPECT_EQ(client.Receive().status, 400);
}

TEST_F(HttpServerTest, NeverReadsABodyOfUnknownLengthAsTheNextRequest) {
  const std::string smuggled = "GET /echo HTTP/1.1\r\nHost: x\r\n\r\n";
  for (const char* headers : {"Transfer-Encoding: gzip\r\n", "Transfer-Encoding: gzip\r\nContent-Length: 4\r\n",
                              "Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding: chunked, identity\r\n",
                              "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: \r\n"}) {
    auto client = Connect();
    client.Send(std::string("POST /echo HTTP/1.1\r\nHost: x\r\n") + headers + "\r\n" + smuggled);
    const auto reply = client.Receive();
    EXPECT_EQ(reply.status, 501) << headers;
    EXPECT_EQ(reply.headers.Get("Connection"), "close") << headers;
    client.FinishSending();
    EXPECT_EQ(client.Receive().status, 0) << "answered what was no request: " << headers;
  }
  auto old = Connect();
  old.Send("POST /echo HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
  EXPECT_EQ(old.Receive().status, 501);
}

TEST_F(HttpServerTest, IsNotMisledByOtherHeadersThatEndInContentLength) {
  auto client = Connect();
  const auto reply = client.Call("POST", "/echo", "four", "Inference-Header-Content-Length: 99999\r\n");
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, "four");
}

TEST_F(HttpServerTest, RefusesAHeadThatIsTooLarge) {
  auto client = Connect();
  client.Send("GET /echo HTTP/1.1\r\nHost: x\r\nX: " + std::string(40'000, 'x') + "\r\n\r\n");
  const auto reply = client.Receive();
  EXPECT_EQ(reply.status, 431);
  EXPECT_THAT(reply.body, HasSubstr("\"reason\":\"too_large\""));
}

TEST_F(HttpServerTest, RefusesEncodingsThatItDoesNotKnow) {
  auto client = Connect();
  const auto reply = client.Call("POST", "/echo", "x", "Content-Encoding: br\r\n");
  EXPECT_EQ(reply.status, 415);
  EXPECT_EQ(reply.headers.Get("Accept-Encoding"), "gzip, deflate");
  EXPECT_EQ(Connect().Call("POST", "/echo", "x", "Expect: miracles\r\n").status, 417);
}

TEST_F(HttpServerTest, TellsTheClientToGoOnWhenItAsks) {
  auto client = Connect();
  client.Send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.Receive().status, 100);
  client.Send("body");
  EXPECT_EQ(client.Receive().body, "body");
  client.Send("POST /small HTTP/1.1\r\nHost: x\r\nContent-Length: 4000\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.Receive().status, 413) << "refused before the body is sent";
}

TEST_F(HttpServerTest, EchoesAGoodRequestIdAndMakesOneElse) {
  auto client = Connect();
  EXPECT_EQ(client.Call("GET", "/echo", "", "X-Request-Id: order-7/a\r\n").headers.Get("X-Request-Id"), "order-7/a");
  const auto made = client.Call("GET", "/echo", "", "X-Request-Id: bad id<script>\r\n").headers.Get("X-Request-Id");
  EXPECT_EQ(made.size() > 16, true);
  EXPECT_THAT(client.Call("GET", "/nowhere", "", "X-Request-Id: lost\r\n").body, HasSubstr("\"request_id\":\"lost\""));
}

TEST_F(HttpServerTest, AnswersFromAnyThreadWhileOthersAreServed) {
  auto waiting = Connect();
  waiting.Send("POST /hold/a%2Fb?x=1&y=a+b HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi");
  auto held = NextHeld();
  EXPECT_EQ(held.request.param("name"), "a/b");
  EXPECT_EQ(held.request.query_value("y"), "a b");
  EXPECT_EQ(Connect().Call("POST", "/echo", "meanwhile").body, "meanwhile");
  const std::jthread sender([&] { held.responder.Send(Text("late")); });
  EXPECT_EQ(waiting.Receive().body, "late");
}

TEST_F(HttpServerTest, SendsTensorsBehindTheBody) {
  auto client = Connect();
  client.Send("POST /hold/x HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi");
  auto held = NextHeld();
  held.responder.SendMade([] {
    auto response = Text("head:");
    const std::string_view words[] = {"tail"};
    response.tail.push_back(tensor::Tensor::OfStrings({1}, words));
    return response;
  });
  EXPECT_EQ(client.Receive().body, std::string("head:\4\0\0\0tail", 13));
}

TEST_F(HttpServerTest, AnswersForAHandlerThatForgetsOrThrows) {
  auto client = Connect();
  client.Send("POST /hold/x HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi");
  {
    const auto dropped = NextHeld();
  }
  const auto reply = client.Receive();
  EXPECT_EQ(reply.status, 503);
  EXPECT_TRUE(reply.headers.Has("Retry-After"));
  EXPECT_EQ(client.Call("GET", "/throw").status, 500);
  EXPECT_EQ(client.Call("POST", "/echo", "alive").body, "alive");
}

TEST_F(HttpServerTest, CancelsTheWorkOfAClientThatGoesAway) {
  auto client = Connect();
  client.Send("POST /hold/x HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi");
  auto held = NextHeld();
  std::mutex mutex;
  std::condition_variable_any cancelled;
  const std::stop_callback tell(held.request.cancel.get_token(), [&] { cancelled.notify_all(); });
  client.Close();
  std::unique_lock lock(mutex);
  cancelled.wait(lock, held.request.cancel.get_token(), [] { return false; });
  EXPECT_TRUE(held.request.cancel.stop_requested());
  held.responder.Send(Text("to nobody"));
}

TEST_F(HttpServerTest, ClosesIdleAndSlowConnectionsAndServesTheOthers) {
  HttpConfig config;
  config.idle_timeout_ms = 60;
  config.header_timeout_ms = 60;
  config.body_timeout_ms = 60;
  Start(config);
  auto idle = Connect();
  auto slow_head = Connect();
  slow_head.Send("POST /echo HT");
  auto slow_body = Connect();
  slow_body.Send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nonly this");
  EXPECT_EQ(slow_head.Receive().status, 408);
  EXPECT_EQ(slow_body.Receive().status, 408);
  EXPECT_TRUE(idle.IsClosed());
  EXPECT_EQ(Connect().Call("POST", "/echo", "alive").body, "alive");
}

TEST_F(HttpServerTest, MakesRoomForNewConnectionsByClosingTheIdlest) {
  HttpConfig config;
  config.max_connections = 4;
  config.threads = 1;
  Start(config);
  std::vector<HttpClient> idle;
  idle.reserve(4);
  for (int i = 0; i < 4; ++i) idle.push_back(Connect());
  for (auto& client : idle) ASSERT_EQ(client.Call("GET", "/echo").status, 200);
  EXPECT_EQ(Connect().Call("POST", "/echo", "let in").body, "let in");
  EXPECT_TRUE(idle[0].IsClosed());
  EXPECT_EQ(idle[3].Call("GET", "/echo").status, 200);
}

TEST_F(HttpServerTest, ServesWhileManyConnectionsSitIdleOrSendTheirHeadsSlowly) {
  std::vector<HttpClient> crowd;
  crowd.reserve(300);
  for (int i = 0; i < 300; ++i) {
    crowd.push_back(Connect());
    ASSERT_TRUE(crowd.back().connected());
    if (i % 2 == 0) crowd.back().Send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-");
  }
  for (int i = 0; i < 50; ++i) ASSERT_EQ(Connect().Call("POST", "/echo", "quick").body, "quick");
}

TEST_F(HttpServerTest, BoundsTheBytesOfAllBodiesTogether) {
  HttpConfig config;
  config.max_inflight_mib = 1;
  Start(config);
  auto large = Connect();
  large.Send("POST /hold/x HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n" + std::string(900'000, 'x'));
  auto held = NextHeld();
  const auto refused = Connect().Call("POST", "/echo", std::string(900'000, 'x'));
  EXPECT_EQ(refused.status, 503);
  EXPECT_THAT(refused.body, HasSubstr("\"reason\":\"memory\""));
  held.responder.Send(Text("done"));
  held = {};
  EXPECT_EQ(large.Receive().body, "done");
  EXPECT_EQ(Connect().Call("POST", "/echo", std::string(900'000, 'x')).status, 200);
}

TEST_F(HttpServerTest, StopsGracefullyAfterAnsweringWhatIsUnderWay) {
  auto busy = Connect();
  auto idle = Connect();
  ASSERT_EQ(idle.Call("GET", "/echo").status, 200);
  busy.Send("POST /hold/x HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi");
  auto held = NextHeld();
  std::jthread stopper([&] { server_->Stop(std::chrono::seconds(20)); });
  EXPECT_TRUE(idle.IsClosed());
  held.responder.Send(Text("finished"));
  const auto reply = busy.Receive();
  EXPECT_EQ(reply.body, "finished");
  EXPECT_EQ(reply.headers.Get("Connection"), "close");
  EXPECT_TRUE(busy.IsClosed());
}

TEST_F(HttpServerTest, StopsInBoundedTimeWithoutTheAnswer) {
  auto busy = Connect();
  busy.Send("POST /hold/x HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi");
  auto held = NextHeld();
  server_->Stop(std::chrono::milliseconds(10));
  EXPECT_EQ(busy.Receive().status, 503);
  held.responder.Send(Text("too late, and harmless"));
}

TEST_F(HttpServerTest, CountsByRouteAndStatus) {
  auto client = Connect();
  client.Call("POST", "/echo", "x");
  client.Call("GET", "/nowhere");
  long ok = 0;
  long missing = 0;
  for (const auto& family : registry_.Take()) {
    if (family.name != "crossdock_http_requests") continue;
    for (const auto& series : family.series) {
      if (series.labels == std::vector<std::string>{"/echo", "200"})
        ok += static_cast<long>(std::get<uint64_t>(series.value));
      if (series.labels == std::vector<std::string>{"none", "404"})
        missing += static_cast<long>(std::get<uint64_t>(series.value));
    }
  }
  EXPECT_EQ(ok, 1);
  EXPECT_EQ(missing, 1);
}

TEST(HttpServer, SaysWhyItCannotListen) {
  HttpConfig config;
  config.port = 0;
  auto first = Server::Start(config, {});
  ASSERT_TRUE(first);
  config.port = (*first)->port();
  const auto second = Server::Start(config, {});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(second.error().message, HasSubstr(std::to_string(config.port)));
  config.address = "nonsense";
  EXPECT_EQ(Server::Start(config, {}).error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace crossdock::net::http
