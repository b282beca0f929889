#include "net/http/responder.h"

#include <vector>

#include <gtest/gtest.h>

namespace crossdock::net::http {
namespace {

Response WithStatus(int status) {
  Response response;
  response.status = status;
  return response;
}

/// Keeps what it is given.
struct Kept : Exchange {
  void Complete(Answer answer) noexcept override { answers.push_back(std::move(answer)); }
  int StatusOf(size_t i) {
    if (auto* response = std::get_if<Response>(&answers[i])) return response->status;
    return std::get<UniqueFunction<Response()>>(answers[i])().status;
  }
  std::vector<Answer> answers;
};

TEST(Responder, AnswersOnceAndOnlyOnce) {
  const auto kept = std::make_shared<Kept>();
  {
    Responder responder(kept, "id");
    EXPECT_EQ(responder.request_id(), "id");
    responder.Send(WithStatus(202));
    responder.Send(WithStatus(500));
    responder.Send(Error{ErrorCode::kInternal, "late"});
  }
  ASSERT_EQ(kept->answers.size(), 1u);
  EXPECT_EQ(kept->StatusOf(0), 202);
}

TEST(Responder, AnswersByItselfWhenItIsForgottenReplacedOrMoved) {
  const auto first = std::make_shared<Kept>();
  const auto second = std::make_shared<Kept>();
  {
    Responder responder(first, "a");
    Responder moved = std::move(responder);
    EXPECT_TRUE(first->answers.empty());
    moved = Responder(second, "b");
    ASSERT_EQ(first->answers.size(), 1u) << "the one that was replaced";
    EXPECT_EQ(first->StatusOf(0), 503);
  }
  ASSERT_EQ(second->answers.size(), 1u);
  EXPECT_EQ(second->StatusOf(0), 503);
}

TEST(Responder, MakesALateAnswerWhereItIsSent) {
  const auto kept = std::make_shared<Kept>();
  bool made = false;
  Responder(kept, "id").SendMade([&] {
    made = true;
    return WithStatus(200);
  });
  EXPECT_FALSE(made);
  EXPECT_EQ(kept->StatusOf(0), 200);
  EXPECT_TRUE(made);
}

TEST(Responder, SendsAnErrorWithItsStatusAndId) {
  const auto kept = std::make_shared<Kept>();
  Responder(kept, "id-7").Send(Error{ErrorCode::kResourceExhausted, "full", "", Reason::kQueueFull});
  const auto& response = std::get<Response>(kept->answers.at(0));
  EXPECT_EQ(response.status, 429);
  EXPECT_NE(response.body.find("id-7"), std::string::npos);
  ASSERT_EQ(response.headers.size(), 1u);
  EXPECT_EQ(response.headers[0].name, "Retry-After");
}

}  // namespace
}  // namespace crossdock::net::http
