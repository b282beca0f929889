#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "config/node.h"

namespace crossdock::config {

struct Member;

/// What a configuration value may be, for the printers.
struct Type {
  enum class Kind : uint8_t { kBool, kInteger, kNumber, kText, kList, kMap, kObject };
  Kind kind = Kind::kText;
  bool optional = false;  // may be left out or null, which means something of its own
  std::string least;      // as printed; empty: no limit
  std::string most;
  std::vector<std::string> choices;  // kText: the only values allowed; empty: any
  std::vector<Type> element;         // kList, kMap: exactly one
  std::vector<Member> members;       // kObject
};

/// One key of an object.
struct Member {
  std::string key;
  std::string meaning;
  Type type;
  Node value;  // the present value: the default, in a fresh object
};

}  // namespace crossdock::config
