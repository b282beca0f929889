#include "net/http/multipart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crossdock::net::http {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kType = "multipart/form-data; charset=utf-8; boundary=\"x y\"";

Result<std::vector<FormPart>> Parse(std::string_view body, std::string_view type = kType, MultipartLimits limits = {}) {
  return ParseMultipartForm(type, std::as_bytes(std::span(body.data(), body.size())), limits);
}

TEST(Multipart, CutsAFormIntoItsFields) {
  const std::string body =
      "--x y\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"a \\\"b\\\".jpg\"\r\nContent-Type: "
      "image/jpeg\r\n\r\n"
      "\xFF\xD8\r\n--x z\r\nbytes\r\n"
      "--x y\r\ncontent-disposition: FORM-DATA; name=waybill\r\n\r\nWB-1\r\n"
      "--x y\r\nContent-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n"
      "--x y--\r\nwhat follows the end is not looked at";
  const auto parts = Parse(body);
  ASSERT_TRUE(parts) << parts.error().message;
  ASSERT_EQ(parts->size(), 3u);
  EXPECT_EQ((*parts)[0].name, "picture");
  EXPECT_EQ((*parts)[0].filename, "a \"b\".jpg");
  EXPECT_EQ((*parts)[0].content_type, "image/jpeg");
  EXPECT_EQ((*parts)[0].text(), "\xFF\xD8\r\n--x z\r\nbytes");
  EXPECT_EQ((*parts)[1].name, "waybill");
  EXPECT_EQ((*parts)[1].text(), "WB-1");
  EXPECT_EQ((*parts)[2].text(), "");
}

TEST(Multipart, ReadsAFormWithoutAnyField) { EXPECT_TRUE(Parse("--x y--\r\n")->empty()); }

TEST(Multipart, RefusesWhatIsNotWholeNamingThePart) {
  const std::string disposition = "Content-Disposition: form-data; name=a\r\n";
  const struct {
    std::string body;
    const char* field;
  } cases[] = {
      {"", "body"},
      {"preamble\r\n--x y--", "body"},
      {"--x y\r\n" + disposition + "\r\ndata", "parts[0]"},
      {"--x y\r\n" + disposition + "\r\ndata\r\n--x y", "parts[1]"},
      {"--x y\r\n\r\ndata\r\n--x y--", "parts[0]"},
      {"--x y\r\nContent-Disposition: attachment; name=a\r\n\r\ndata\r\n--x y--", "parts[0]"},
      {"--x y\r\nContent-Disposition: form-data; name=\"a\r\n\r\ndata\r\n--x y--", "parts[0]"},
      {"--x y\r\n" + disposition + disposition + "\r\ndata\r\n--x y--", "parts[0]"},
      {"--x y\r\nno colon\r\n" + disposition + "\r\ndata\r\n--x y--", "parts[0]"},
      {"--x y\r\n" + disposition + "Content-Transfer-Encoding: base64\r\n\r\ndata\r\n--x y--", "parts[0]"},
      {"--x y\n" + disposition + "\r\ndata\r\n--x y--", "parts[0]"},
  };
  for (const auto& c : cases) {
    const auto parts = Parse(c.body);
    ASSERT_FALSE(parts) << c.body;
    EXPECT_EQ(parts.error().field, c.field) << c.body;
  }
}

TEST(Multipart, RefusesABadBoundary) {
  for (const char* type : {"multipart/form-data", "multipart/form-data; boundary=",
                           "multipart/form-data; boundary=\"a<b\"", "text/plain; boundary=x"}) {
    EXPECT_EQ(Parse("--x--", type).error().field, "Content-Type") << type;
  }
  EXPECT_FALSE(Parse("--x--", "multipart/form-data; boundary=" + std::string(71, 'x')));
}

TEST(Multipart, BoundsPartsAndTheirHeaders) {
  std::string body;
  for (int i = 0; i < 3; ++i) body += "--x y\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n";
  body += "--x y--";
  EXPECT_EQ(Parse(body, kType, {2, 4096}).error().reason, Reason::kTooLarge);
  EXPECT_TRUE(Parse(body, kType, {3, 4096}));
  const auto huge = "--x y\r\nContent-Disposition: form-data; name=" + std::string(5000, 'n') + "\r\n\r\n1\r\n--x y--";
  EXPECT_EQ(Parse(huge).error().reason, Reason::kTooLarge);
}

}  // namespace
}  // namespace crossdock::net::http
