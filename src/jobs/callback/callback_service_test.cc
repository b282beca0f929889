// Letters to a real server on loopback: one that answers, answers wrongly, does not answer, or is not there.
#include "jobs/callback/callback_service.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <deque>
#include <fstream>
#include <future>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/bounded_queue.h"
#include "jobs/test_folder.h"

namespace crossdock::jobs {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::HasSubstr;

constexpr const char* kSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// Takes one connection after the other and answers each with the next of `answers`; the last one for ever. An empty answer is none:
/// the connection stays open until the end.
class Target {
 public:
  explicit Target(std::deque<std::string> answers) : answers_(std::move(answers)) {
    socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    EXPECT_EQ(::listen(socket_, 64), 0);
    socklen_t size = sizeof(address);
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::jthread([this] { Serve(); });
  }
  ~Target() {
    ::shutdown(socket_, SHUT_RDWR);
    thread_.join();
    ::close(socket_);
    for (const int open : open_) ::close(open);
  }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/done"; }
  /// The next request, head and body.
  std::string Next() { return *requests_.Pop({}); }

 private:
  void Serve() {
    for (int connection; (connection = ::accept(socket_, nullptr, nullptr)) >= 0;) {
      std::string request;
      char buffer[4096];
      size_t wanted = std::string::npos;
      while (request.size() < wanted) {
        const auto count = ::recv(connection, buffer, sizeof(buffer), 0);
        if (count <= 0) break;
        request.append(buffer, static_cast<size_t>(count));
        const size_t head = request.find("\r\n\r\n");
        const size_t length = request.find("Content-Length: ");
        if (head != std::string::npos && length != std::string::npos)
          wanted = head + 4 + std::stoul(request.substr(length + 16));
      }
      const std::string answer = answers_.front();
      if (answers_.size() > 1) answers_.pop_front();
      (void)requests_.TryPush(std::move(request));
      if (answer.empty()) {
        open_.push_back(connection);
        continue;
      }
      const std::string reply = "HTTP/1.1 " + answer + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
      (void)::send(connection, reply.data(), reply.size(), MSG_NOSIGNAL);
      ::close(connection);
    }
  }
  int socket_ = -1;
  int port_ = 0;
  std::deque<std::string> answers_;
  std::vector<int> open_;
  BoundedQueue<std::string> requests_{100};
  std::jthread thread_;
};

std::string HeaderOf(const std::string& request, const std::string& name) {
  const size_t at = request.find("\r\n" + name + ": ");
  if (at == std::string::npos) return "";
  const size_t begin = at + name.size() + 4;
  return request.substr(begin, request.find("\r\n", begin) - begin);
}

class Callbacks : public ::testing::Test {
 protected:
  Callbacks() {
    config_.secret_file = folder_.path / "secret";
    config_.attempts = 3;
    config_.timeout_ms = 200;
    journal_ = *Journal::Open(folder_.path, {});
    std::ofstream(config_.secret_file) << kSecret << "\n";
  }
  ~Callbacks() override {
    if (service_) service_->Stop();
    journal_->Stop();
  }
  void Start() {
    auto made = CallbackService::Create(config_, *journal_, clock_, [this] { return unix_ms_.load(); });
    ASSERT_TRUE(made) << made.error().message;
    service_ = *std::move(made);
  }
  void Send(const std::string& id, const std::string& url) {
    const Letter letter{"msg_" + id, id, url, "{\"job\":\"" + id + "\"}", unix_ms_, 0, unix_ms_, ""};
    std::promise<void> stored;
    journal_->Accept(RecordOf(id), {PictureOf("x")}, [](const Status&) {});
    journal_->End(id, JobState::kDone, 1, "r", letter, [&](const Status& status) {
      EXPECT_TRUE(status);
      stored.set_value();
    });
    stored.get_future().wait();
    service_->Add(letter);
  }
  /// Turns the clock until the service has counted so much.
  template <class Predicate>
  void TurnUntil(Predicate reached) {
    while (!reached(service_->counts())) clock_.Advance(milliseconds(100));
  }
  std::vector<Letter> Dead() {
    std::promise<Result<std::vector<Letter>>> promise;
    journal_->DeadLetters(10, [&](Result<std::vector<Letter>> letters) { promise.set_value(std::move(letters)); });
    auto letters = promise.get_future().get();
    EXPECT_TRUE(letters);
    return letters ? *std::move(letters) : std::vector<Letter>();
  }

  const TestFolder folder_{"crossdock_callbacks"};
  CallbackConfig config_;
  VirtualClock clock_;
  std::atomic<int64_t> unix_ms_ = 1'614'265'330'000;
  std::unique_ptr<Journal> journal_;
  std::unique_ptr<CallbackService> service_;
};

TEST_F(Callbacks, ALetterArrivesSignedWithItsIdAndTime) {
  Target target({"204 No Content"});
  Start();
  Send("a", target.url());
  const std::string request = target.Next();
  EXPECT_THAT(request, HasSubstr("POST /done HTTP/1.1\r\n"));
  EXPECT_EQ(HeaderOf(request, "webhook-id"), "msg_a");
  EXPECT_EQ(HeaderOf(request, "webhook-timestamp"), "1614265330");
  EXPECT_EQ(HeaderOf(request, "webhook-signature"),
            Signer::Parse(kSecret)->Sign("msg_a", 1614265330, "{\"job\":\"a\"}"));
  EXPECT_TRUE(request.ends_with("\r\n\r\n{\"job\":\"a\"}"));
  TurnUntil([](const auto& counts) { return counts.delivered == 1; });
  service_->Stop();
  journal_.reset();
  journal_ = *Journal::Open(folder_.path, {});
  EXPECT_TRUE(journal_->TakeContents().letters.empty()) << "what was delivered is not sent again";
}

TEST_F(Callbacks, ATargetThatFailsIsTriedAgainWithTheSameIdAndANewTime) {
  Target target({"500 Oh", "302 Found\r\nLocation: http://127.0.0.1:1/", "200 OK"});
  Start();
  Send("a", target.url());
  EXPECT_EQ(HeaderOf(target.Next(), "webhook-id"), "msg_a");
  TurnUntil([](const auto& counts) { return counts.failed == 1; });
  unix_ms_ += 5000;
  TurnUntil([](const auto& counts) { return counts.failed == 2; });
  const std::string second = target.Next();
  EXPECT_EQ(HeaderOf(second, "webhook-id"), "msg_a");
  EXPECT_EQ(HeaderOf(second, "webhook-timestamp"), "1614265335");
  TurnUntil([](const auto& counts) { return counts.delivered == 1; });
}

TEST_F(Callbacks, AfterTheLastTryTheLetterIsDeadAndCanBeReplayed) {
  Target target({"500 Oh", "500 Oh", "500 Oh", "200 OK"});
  Start();
  Send("a", target.url());
  TurnUntil([](const auto& counts) { return counts.dead == 1; });
  auto dead = Dead();
  while (dead.empty()) dead = Dead();  // the journal is told right after the count
  EXPECT_EQ(dead[0].id, "msg_a");
  EXPECT_EQ(dead[0].failures, 3);
  EXPECT_THAT(dead[0].why, HasSubstr("500"));
  std::promise<Result<std::vector<Letter>>> replayed;
  service_->Replay("", [&](Result<std::vector<Letter>> letters) { replayed.set_value(std::move(letters)); });
  const auto letters = replayed.get_future().get();
  ASSERT_TRUE(letters);
  EXPECT_EQ(letters->size(), 1u);
  TurnUntil([](const auto& counts) { return counts.delivered == 1; });
}

TEST_F(Callbacks, ATargetThatIsDownOrSilentHoldsUpNoOther) {
  Target silent({""});
  Target good({"200 OK"});
  std::string nowhere;
  {
    const Target gone({"200 OK"});
    nowhere = gone.url();
  }
  config_.timeout_ms = 600'000;
  Start();
  for (const char* id : {"s1", "s2", "s3", "s4", "s5"}) Send(id, silent.url());
  Send("down", nowhere);
  Send("good", good.url());
  TurnUntil([](const auto& counts) { return counts.delivered == 1 && counts.failed >= 1; });
  EXPECT_EQ(HeaderOf(good.Next(), "webhook-id"), "msg_good");
}

TEST_F(Callbacks, ASilentTargetIsGivenUpInTime) {
  Target silent({""});
  config_.attempts = 1;
  Start();
  Send("a", silent.url());
  TurnUntil([](const auto& counts) { return counts.dead == 1; });
}

TEST_F(Callbacks, LettersOfAnEarlierRunAreTakenUp) {
  Target target({"200 OK"});
  Start();
  service_->Stop();
  const Letter letter{"msg_a", "a", target.url(), "{}", 1, 0, 1, ""};
  journal_->Accept(RecordOf("a"), {PictureOf("x")}, [](const Status&) {});
  journal_->End("a", JobState::kDone, 1, "r", letter, [](const Status&) {});
  journal_->Stop();
  journal_.reset();
  journal_ = *Journal::Open(folder_.path, {});
  Start();
  const auto contents = journal_->TakeContents();
  ASSERT_EQ(contents.letters.size(), 1u);
  service_->Add(contents.letters[0]);
  EXPECT_EQ(HeaderOf(target.Next(), "webhook-id"), "msg_a");
}

TEST_F(Callbacks, ATargetThatWasTakenOffTheListGetsNothing) {
  Target target({"200 OK"});
  config_.targets = {"http://127.0.0.1:1"};
  config_.attempts = 1;
  Start();
  EXPECT_EQ(service_->Check(target.url()).error().field, "callback");
  Send("a", target.url());
  TurnUntil([](const auto& counts) { return counts.dead == 1; });
}

TEST_F(Callbacks, AMissingSecretIsNamed) {
  config_.secret_file = folder_.path / "nowhere";
  const auto made = CallbackService::Create(config_, *journal_, clock_, UnixNowMs);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().field, "jobs.callbacks.secret_file");
}

}  // namespace
}  // namespace crossdock::jobs
