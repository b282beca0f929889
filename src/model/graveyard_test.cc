#include "model/graveyard.h"

#include <future>
#include <thread>

#include <gtest/gtest.h>

namespace crossdock::model {
namespace {

/// Tells on which thread it ends.
class TellingSession final : public engine::Session {
 public:
  explicit TellingSession(std::promise<std::thread::id>& ended) : ended_(ended) {}
  ~TellingSession() override { ended_.set_value(std::this_thread::get_id()); }
  const engine::Signature& signature() const override { return signature_; }
  int slots() const override { return 1; }
  void Start(int, const engine::RunArgs&, engine::RunSink&) noexcept override {}

 private:
  engine::Signature signature_;
  std::promise<std::thread::id>& ended_;
};

std::unique_ptr<const Version> Telling(std::promise<std::thread::id>& ended) {
  Version::Parts parts;
  parts.session = std::make_unique<TellingSession>(ended);
  return std::make_unique<const Version>(std::move(parts));
}

TEST(Graveyard, TheLastRequestDoesNotPayForTheUnloading) {
  std::promise<std::thread::id> ended;
  const auto yard = std::make_shared<Graveyard>();
  Pin pin = Graveyard::Wrap(yard, Telling(ended));
  Pin another = pin;
  pin.reset();
  auto told = ended.get_future();
  EXPECT_EQ(told.wait_for(std::chrono::seconds(0)), std::future_status::timeout) << "one holds it yet";
  another.reset();
  EXPECT_NE(told.get(), std::this_thread::get_id());
}

TEST(Graveyard, APinMayOutliveIt) {
  std::promise<std::thread::id> ended;
  auto yard = std::make_shared<Graveyard>();
  Pin pin = Graveyard::Wrap(yard, Telling(ended));
  yard.reset();
  pin.reset();
  EXPECT_EQ(ended.get_future().get(), std::this_thread::get_id());
}

}  // namespace
}  // namespace crossdock::model
