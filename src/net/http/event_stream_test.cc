#include "net/http/event_stream.h"

#include <gtest/gtest.h>

namespace crossdock::net::http {
namespace {

TEST(EventStream, WhatWasPushedIsTakenInOrderAndThenItIsOver) {
  EventStream stream;
  EXPECT_TRUE(stream.Push("a"));
  EXPECT_TRUE(stream.Push("b"));
  stream.End();
  EXPECT_FALSE(stream.Push("c"));
  const auto taken = stream.Take();
  EXPECT_EQ(taken.text, "ab");
  EXPECT_TRUE(taken.over);
}

TEST(EventStream, AWaitEndsWithTheNextEventOrAtOnce) {
  EventStream stream;
  int resumed = 0;
  stream.Wait([&] { ++resumed; });
  EXPECT_EQ(resumed, 0);
  stream.Push("a");
  EXPECT_EQ(resumed, 1);
  stream.Wait([&] { ++resumed; });
  EXPECT_EQ(resumed, 2) << "there is something already";
  (void)stream.Take();
  stream.Wait([&] { ++resumed; });
  stream.End();
  EXPECT_EQ(resumed, 3);
}

TEST(EventStream, ASlowReaderMissesWhatLiesBetweenAndNeverTheLast) {
  EventStream stream(10);
  stream.Push("11111111");
  stream.Push("22222222");
  EXPECT_EQ(stream.Take().text, "22222222");
  stream.Push("a very long last event");
  EXPECT_EQ(stream.Take().text, "a very long last event");
}

TEST(EventStream, WhoseReaderIsGoneTakesNothingMore) {
  EventStream stream;
  stream.Push("a");
  stream.GiveUp();
  EXPECT_FALSE(stream.Push("b"));
  EXPECT_EQ(stream.Take().text, "");
}

}  // namespace
}  // namespace crossdock::net::http
