#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace crossdock::config {

/// Where in the text something stands, counted from 1; 0: not from a text.
struct Mark {
  int line = 0;
  int column = 0;
};

/// A YAML document as a plain tree: scalars are text until somebody who knows the wanted type reads them.
struct Node {
  enum class Kind : uint8_t { kNull, kScalar, kList, kMap };
  struct Key {
    std::string text;
    Mark mark;
  };

  Kind kind = Kind::kNull;
  bool quoted = false;      // kScalar: written in quotes, so certainly text
  std::string text;         // kScalar
  std::vector<Key> keys;    // kMap: keys[i] belongs to items[i]; no key twice
  std::vector<Node> items;  // kList, kMap
  Mark mark;

  static Node Scalar(std::string value) { return {Kind::kScalar, false, std::move(value), {}, {}, {}}; }
  static Node Text(std::string value) { return {Kind::kScalar, true, std::move(value), {}, {}, {}}; }
  static Node List() { return {Kind::kList, false, {}, {}, {}, {}}; }
  static Node Map() { return {Kind::kMap, false, {}, {}, {}, {}}; }
  void Append(std::string key, Node value) {
    keys.push_back({std::move(key), {}});
    items.push_back(std::move(value));
  }
};

}  // namespace crossdock::config
