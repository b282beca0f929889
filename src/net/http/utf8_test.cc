#include "net/http/utf8.h"

#include <string>

#include <gtest/gtest.h>

namespace crossdock::net::http {
namespace {

TEST(Utf8, TakesEveryLetterThatUnicodeHas) {
  for (const std::string_view good :
       {std::string_view(), std::string_view("a\0b", 3), std::string_view("Привет 收件人 😀"),
        std::string_view("\xEF\xBF\xBD"), std::string_view("\xED\x9F\xBF"), std::string_view("\xEE\x80\x80"),
        std::string_view("\xF4\x8F\xBF\xBF")}) {
    EXPECT_TRUE(IsUtf8(good)) << good;
  }
  std::string longer(1000, 'x');
  longer += "ж";
  EXPECT_TRUE(IsUtf8(longer));
}

TEST(Utf8, RefusesWhatOnlyLooksLikeIt) {
  for (const std::string_view bad : {"\x80", "\xC3", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                                     "\xF0\x9F\x98", "\xFF", "\xE2\x28\xA1"}) {
    EXPECT_FALSE(IsUtf8(bad));
    EXPECT_FALSE(IsUtf8(std::string(100, 'x') + std::string(bad))) << "at the end of a long text";
    EXPECT_FALSE(IsUtf8(std::string(bad) + std::string(100, 'x'))) << "at its beginning";
  }
}

}  // namespace
}  // namespace crossdock::net::http
