#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

/// What both front ends say when something fails.
namespace crossdock::net {

/// The HTTP status of an error: 400, 401, 403, 404, 409, 413, 422, 429, 499, 500, 501, 503, 504 or 507.
int HttpStatus(const Error& error);
/// The canonical gRPC status code, as the number that goes over the wire.
int GrpcCode(const Error& error);

/// The error as it goes to a client: `retry_after` is what it is advised to wait, 0 where it is no use to come back. Full jitter over twice
/// the time that the refusal expects (a second where it expects none), so that those who were refused together do not come back together.
/// drawn  uniform in [0, 1), as of DrawJitter
Error WithRetryAdvice(Error error, double drawn);
double DrawJitter();

/// `retry_after` in seconds for a Retry-After header, rounded up; 0: none.
int RetryAfterSeconds(const Error& error);

/// "FIELD: message", or the message alone where there is no field: the one text that most clients show. Cut after kLongestErrorText
/// bytes, as it may quote what a client sent and has to fit the headers of a reply.
std::string ErrorText(const Error& error);
inline constexpr size_t kLongestErrorText = 1024;

/// {"error":…,"code":…,"field":…,"reason":…,"request_id":…}; field and reason only where there are any.
std::string ErrorJson(const Error& error, std::string_view request_id);

}  // namespace crossdock::net
