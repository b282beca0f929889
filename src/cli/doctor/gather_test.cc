#include "cli/doctor/gather.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "cli/doctor/made_up_machine_test.h"

namespace crossdock::cli::doctor {
namespace {

/// A loopback port that somebody listens on.
class BusyPort {
 public:
  BusyPort() : descriptor_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    const bool listening =
        bind(descriptor_, any, size) == 0 && listen(descriptor_, 1) == 0 && getsockname(descriptor_, any, &size) == 0;
    number_ = listening ? ntohs(address.sin_port) : 0;
  }
  ~BusyPort() { close(descriptor_); }
  BusyPort(const BusyPort&) = delete;
  BusyPort& operator=(const BusyPort&) = delete;
  int number() const { return number_; }

 private:
  int descriptor_;
  int number_ = 0;
};

TEST(TryPort, TellsAFreePortFromABusyOne) {
  int number = 0;
  {
    const BusyPort busy;
    number = busy.number();
    ASSERT_GT(number, 0);
    EXPECT_EQ(TryPort({"HTTP", "127.0.0.1", number}).problem, "Address already in use");
  }
  EXPECT_EQ(TryPort({"HTTP", "127.0.0.1", number}).problem, "");
  EXPECT_EQ(TryPort({"HTTP", "127.0.0.1", 0}).problem, "");
}

TEST(TryPort, SaysThatAnAddressIsNotOfThisMachine) { EXPECT_NE(TryPort({"HTTP", "192.0.2.1", 0}).problem, ""); }

TEST(TryFolder, WantsWhatIsReadToBeThereAndWhatIsWrittenToBePossible) {
  const MadeUpMachine machine;
  machine.Write("/models/a.onnx", "x");
  const Folder there = TryFolder({"models", machine.root() / "models", false});
  EXPECT_TRUE(there.exists && there.usable);
  EXPECT_GT(there.free_bytes, 0);
  EXPECT_FALSE(TryFolder({"models", machine.root() / "none", false}).exists);
  const Folder made = TryFolder({"log", machine.root() / "log" / "deep", true});
  EXPECT_TRUE(made.exists && made.usable);
  EXPECT_FALSE(std::filesystem::exists(machine.root() / "log"));
  EXPECT_FALSE(TryFolder({"log", machine.root() / "models" / "a.onnx", true}).exists);
}

TEST(Gather, OpensEveryRuntimeOfThisBuild) {
  Settings settings;
  settings.ports.clear();
  const SystemFacts facts = Gather(SystemFiles("/"), settings);
  ASSERT_FALSE(facts.runtimes.empty());
  for (const Runtime& runtime : facts.runtimes) EXPECT_EQ(runtime.problem, "") << runtime.name;
  EXPECT_FALSE(facts.build.version.empty());
}

}  // namespace
}  // namespace crossdock::cli::doctor
