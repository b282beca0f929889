#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace crossdock::net::http {

/// One field of a form. `data` is borrowed from the body.
struct FormPart {
  std::string name;
  std::string filename;      // empty: none given
  std::string content_type;  // empty: none given
  std::span<const std::byte> data;

  std::string_view text() const { return {reinterpret_cast<const char*>(data.data()), data.size()}; }
};

struct MultipartLimits {
  size_t parts = 64;
  size_t header_bytes = 4096;  // of one part
};

/// Whether a Content-Type header says multipart/form-data.
bool IsMultipartForm(std::string_view content_type);

/// Cuts a multipart/form-data body (RFC 7578) into its parts, strictly: lines end in CR LF, the last boundary is there, every part has a
/// name. Nothing is copied but the names.
/// errors  kInvalidArgument at "Content-Type" (no boundary, or a bad one), "body" or "parts[i]"; reason kTooLarge beyond a limit
Result<std::vector<FormPart>> ParseMultipartForm(std::string_view content_type, std::span<const std::byte> body,
                                                 const MultipartLimits& limits = {});

}  // namespace crossdock::net::http
