#include "net/status.h"

#include <array>
#include <random>
#include <string_view>

#include <fmt/format.h>

#include "base/log.h"

namespace crossdock::net {
namespace {

constexpr std::chrono::milliseconds kUsualRetry{1000};  // where nobody has a better guess

struct Row {
  ErrorCode code;
  int http;
  int grpc;
};

// gRPC's numbers: 1 cancelled, 3 invalid argument, 4 deadline exceeded, 5 not found, 6 already exists, 8 resource exhausted,
// 7 permission denied, 12 unimplemented, 13 internal, 14 unavailable, 16 unauthenticated.
constexpr std::array kByCode{
    Row{ErrorCode::kInvalidArgument, 400, 3},  Row{ErrorCode::kNotFound, 404, 5},
    Row{ErrorCode::kAlreadyExists, 409, 6},    Row{ErrorCode::kResourceExhausted, 429, 8},
    Row{ErrorCode::kDeadlineExceeded, 504, 4}, Row{ErrorCode::kUnavailable, 503, 14},
    Row{ErrorCode::kCancelled, 499, 1},        Row{ErrorCode::kUnimplemented, 501, 12},
    Row{ErrorCode::kUnauthenticated, 401, 16}, Row{ErrorCode::kPermissionDenied, 403, 7},
    Row{ErrorCode::kInternal, 500, 13},
};

struct ReasonRow {
  Reason reason;
  int http;
  int grpc;
};

// Where the reason says more than the code.
constexpr std::array kByReason{
    ReasonRow{Reason::kTooLarge, 413, 8},
    ReasonRow{Reason::kMemory, 503, 8},
    ReasonRow{Reason::kShuttingDown, 503, 14},
};

}  // namespace

int HttpStatus(const Error& error) {
  for (const ReasonRow& row : kByReason) {
    if (row.reason == error.reason) return row.http;
  }
  for (const Row& row : kByCode) {
    if (row.code == error.code) return row.http;
  }
  return 500;
}

int GrpcCode(const Error& error) {
  for (const ReasonRow& row : kByReason) {
    if (row.reason == error.reason) return row.grpc;
  }
  for (const Row& row : kByCode) {
    if (row.code == error.code) return row.grpc;
  }
  return 13;
}

Error WithRetryAdvice(Error error, double drawn) {
  const int http = HttpStatus(error);
  if (error.reason == Reason::kDeadlineUnmeetable || (http != 429 && http != 503)) {
    error.retry_after = {};
    return error;
  }
  const auto expected = error.retry_after.count() > 0 ? error.retry_after : kUsualRetry;
  error.retry_after =
      std::chrono::milliseconds(1 + static_cast<int64_t>(drawn * 2 * static_cast<double>(expected.count())));
  return error;
}

double DrawJitter() {
  thread_local std::mt19937_64 random{std::random_device{}()};
  return std::uniform_real_distribution<>(0, 1)(random);
}

int RetryAfterSeconds(const Error& error) { return static_cast<int>((error.retry_after.count() + 999) / 1000); }

std::string ErrorText(const Error& error) {
  auto text = error.field.empty() ? error.message : fmt::format("{}: {}", error.field, error.message);
  if (text.size() <= kLongestErrorText) return text;
  constexpr std::string_view kMore = "…";
  size_t end = kLongestErrorText - kMore.size();
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // not within a letter
  text.resize(end);
  text += kMore;
  return text;
}

std::string ErrorJson(const Error& error, std::string_view request_id) {
  auto json = fmt::format(R"({{"error":"{}","code":"{}")", log::JsonEscape(ErrorText(error)), Name(error.code));
  if (!error.field.empty())
    json +=
        fmt::format(R"(,"field":"{}")", log::JsonEscape(std::string_view(error.field).substr(0, kLongestErrorText)));
  if (error.reason != Reason::kNone) json += fmt::format(R"(,"reason":"{}")", Name(error.reason));
  if (error.retry_after.count() > 0) json += fmt::format(R"(,"retry_after_ms":{})", error.retry_after.count());
  json += fmt::format(R"(,"request_id":"{}"}})", log::JsonEscape(request_id));
  return json;
}

}  // namespace crossdock::net
