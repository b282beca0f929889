#include "hub/driving/server_process.h"

#include <csignal>
#include <sstream>

#include <gtest/gtest.h>

namespace crossdock::hub {
namespace {

using namespace std::chrono_literals;

/// A shell in the server's place: what matters here is how a child starts, speaks and ends.
Result<std::unique_ptr<ServerProcess>> StartShell(const std::string& script, const char* log) {
  return ServerProcess::Start("/bin/sh", {"-c", script}, std::filesystem::path(testing::TempDir()) / log);
}

constexpr const char* kServe =
    "echo 'crossdock: http listening on 127.0.0.1:4711'; echo 'crossdock: grpc listening on 127.0.0.1:4712'; echo "
    "'crossdock: ready';";

TEST(ServerProcess, TellsWhereItListensOnceItIsReady) {
  auto server = StartShell(std::string(kServe) + "exec cat /dev/zero >/dev/null", "hub_server_ready.log");
  ASSERT_TRUE(server) << server.error().message;
  const auto endpoints = (*server)->AwaitReady(60s, {}, [](double) {});
  ASSERT_TRUE(endpoints) << endpoints.error().message;
  EXPECT_EQ(endpoints->http, "127.0.0.1:4711");
  EXPECT_EQ(endpoints->grpc, "127.0.0.1:4712");
  EXPECT_TRUE((*server)->IsRunning());
  EXPECT_EQ((*server)->Stop(), 128 + SIGTERM);
  EXPECT_FALSE((*server)->IsRunning());
}

TEST(ServerProcess, ThatEndsBeforeItIsReadyIsReportedWithItsLastWords) {
  auto server = StartShell("echo 'no such model' >&2; exit 3", "hub_server_dies.log");
  ASSERT_TRUE(server) << server.error().message;
  const auto endpoints = (*server)->AwaitReady(60s, {}, [](double) {});
  ASSERT_FALSE(endpoints);
  EXPECT_NE(endpoints.error().message.find("code 3"), std::string::npos) << endpoints.error().message;
  EXPECT_NE(endpoints.error().message.find("no such model"), std::string::npos) << endpoints.error().message;
}

TEST(ServerProcess, ThatCannotLoadItsModelsIsNotWaitedFor) {
  auto server = StartShell(
      "echo 'crossdock: http listening on 127.0.0.1:1'; echo 'crossdock: not ready: a model failed'; exec cat "
      "/dev/zero >/dev/null",
      "hub_server_not_ready.log");
  ASSERT_TRUE(server) << server.error().message;
  EXPECT_FALSE((*server)->AwaitReady(60s, {}, [](double) {}));
}

TEST(ServerProcess, IsNeverLeftBehind) {
  auto server =
      StartShell(std::string("echo $$ >&2;") + kServe + "exec cat /dev/zero >/dev/null", "hub_server_pid.log");
  ASSERT_TRUE(server) << server.error().message;
  ASSERT_TRUE((*server)->AwaitReady(60s, {}, [](double) {}));
  const pid_t pid = std::stoi((*server)->LogTail());
  EXPECT_EQ(kill(pid, 0), 0);
  server->reset();
  EXPECT_EQ(kill(pid, 0), -1);
}

TEST(ServerProcess, ThatIsNotBuiltIsNamed) {
  const auto server =
      ServerProcess::Start("/nowhere/crossdock", {}, std::filesystem::path(testing::TempDir()) / "hub_server_none.log");
  ASSERT_FALSE(server);
  EXPECT_NE(server.error().message.find("/nowhere/crossdock"), std::string::npos);
}

}  // namespace
}  // namespace crossdock::hub
