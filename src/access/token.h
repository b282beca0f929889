#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace crossdock::access {

/// SHA-256 of a bearer token: what is kept of it. A token is a long random text, so that it needs no slow hash.
using Digest = std::array<uint8_t, 32>;

/// From 64 hexadecimal digits; nothing if it is something else.
std::optional<Digest> ParseDigest(std::string_view hex);
Digest DigestOf(std::string_view token);
/// In a time that says nothing of where they differ.
bool SameDigest(const Digest& a, const Digest& b);

/// The token of an Authorization header of the scheme Bearer (RFC 6750); nothing if it is another scheme, or no token.
std::optional<std::string_view> BearerToken(std::string_view authorization);

}  // namespace crossdock::access
