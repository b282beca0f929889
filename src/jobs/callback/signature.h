#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace crossdock::jobs {

std::string Base64(std::string_view bytes);
/// Nothing but the standard alphabet with its padding.
Result<std::string> FromBase64(std::string_view text);

/// Secrets that sign callbacks as the Standard Webhooks specification says: HMAC-SHA256 over "id.timestamp.body", in Base64 behind "v1,".
/// Of several secrets each gives a signature, so that they can be changed one after the other. Immutable; any thread.
class Signer {
 public:
  /// One secret a line: "whsec_" and Base64 of 24 to 64 bytes. Empty lines and lines that begin with '#' are passed over.
  /// errors  kInvalidArgument at "secret_file": cannot be read, holds no secret or a bad one (which is not quoted)
  static Result<Signer> Read(const std::filesystem::path& file);
  static Result<Signer> Parse(std::string_view text);

  /// The value of the header `webhook-signature`.
  std::string Sign(std::string_view id, int64_t unix_seconds, std::string_view body) const;

 private:
  std::vector<std::string> secrets_;
};

/// "msg_" and 128 random bits.
std::string NewLetterId();

}  // namespace crossdock::jobs
