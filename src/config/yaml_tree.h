#pragma once

#include <string_view>

#include "base/result.h"
#include "config/node.h"

namespace crossdock::config {

/// What a configuration text may cost. Aliases are refused altogether: a file means what stands in it, and cannot
/// explode.
struct TreeLimits {
  size_t text_bytes = 1 << 20;
  int depth = 32;
  int nodes = 100'000;
};

/// Reads one YAML document in UTF-8; an empty text is a null node.
/// file_name  for messages only: "crossdock.yaml:3:5: …"
/// errors     kInvalidArgument: not YAML, a key twice, a key that is no plain word, an alias, anchor or tag, a second
/// document, a
///            limit; kResourceExhausted (kTooLarge): the text is too long
Result<Node> ReadTree(std::string_view text, std::string_view file_name, const TreeLimits& limits = {});

}  // namespace crossdock::config
