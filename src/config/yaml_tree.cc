#include "config/yaml_tree.h"

#include <exception>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "base/log.h"
#include "config/utf8.h"

namespace crossdock::config {
namespace {

constexpr size_t kShownBytes = 80;

std::string Shown(const std::string& text) { return log::JsonEscape(text.substr(0, kShownBytes)); }

Mark Place(const YAML::Mark& mark) { return mark.is_null() ? Mark{} : Mark{mark.line + 1, mark.column + 1}; }

/// Builds the tree from the parser's events. What it refuses it throws as the parser throws its own complaints.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(const TreeLimits& limits, Node& root) : limits_(limits), root_(root) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ > 0) throw YAML::ParserException(mark, "a second document; one file holds one configuration");
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    RefuseAnchor(mark, anchor);
    Place(mark, Node{});
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    throw YAML::ParserException(mark, "aliases (*name) are not read; write the value out");
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    RefuseAnchor(mark, anchor);
    RefuseTag(mark, tag);
    if (value.find('\0') != std::string::npos) throw YAML::ParserException(mark, "a text with a zero byte");
    if (FirstBadUtf8(value) < value.size()) {
      // yaml-cpp reads these two escapes as single bytes.
      throw YAML::ParserException(mark, "the escapes \\N and \\_ are not read; write \\u0085 or \\u00a0");
    }
    const bool quoted = tag == "!";
    const bool null = !quoted && (value.empty() || value == "~" || value == "null");
    Place(mark, null ? Node{} : quoted ? Node::Text(value) : Node::Scalar(value));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    Open(mark, tag, anchor, Node::List());
  }
  void OnSequenceEnd() override { Close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    Open(mark, tag, anchor, Node::Map());
  }
  void OnMapEnd() override { Close(); }

 private:
  struct Level {
    Node node;
    bool key_open = false;                          // a key has come, its value has not
    std::unordered_map<std::string, int> key_line;  // to find a key that comes twice
  };

  static void RefuseAnchor(const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor != 0)
      throw YAML::ParserException(mark, "anchors (&name) are not read; write the value out where it is wanted");
  }
  static void RefuseTag(const YAML::Mark& mark, const std::string& tag) {
    if (tag.empty() || tag == "?" || tag == "!") return;
    throw YAML::ParserException(mark, fmt::format("tags (\"{}\") are not read", Shown(tag)));
  }

  void Open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Node node) {
    RefuseAnchor(mark, anchor);
    RefuseTag(mark, tag);
    if (static_cast<int>(levels_.size()) >= limits_.depth) {
      throw YAML::ParserException(mark, fmt::format("nested deeper than {} levels", limits_.depth));
    }
    if (!levels_.empty() && levels_.back().node.kind == Node::Kind::kMap && !levels_.back().key_open) RefuseKey(mark);
    node.mark = config::Place(mark);
    levels_.push_back({std::move(node), false, {}});
  }

  void Close() {
    Node done = std::move(levels_.back().node);
    levels_.pop_back();
    Attach(std::move(done));
  }

  void Place(const YAML::Mark& mark, Node node) {
    node.mark = config::Place(mark);
    if (!levels_.empty() && levels_.back().node.kind == Node::Kind::kMap && !levels_.back().key_open) {
      AddKey(mark, node);
    } else {
      // The parser places an empty value at the start of its block; its key tells more.
      if (node.kind == Node::Kind::kNull && !levels_.empty() && levels_.back().key_open)
        node.mark = levels_.back().node.keys.back().mark;
      Attach(std::move(node));
    }
  }

  void AddKey(const YAML::Mark& mark, const Node& key) {
    if (key.kind != Node::Kind::kScalar || key.text.empty()) RefuseKey(mark);
    Level& level = levels_.back();
    const auto [there, fresh] = level.key_line.emplace(key.text, key.mark.line);
    if (!fresh) {
      throw YAML::ParserException(
          mark, fmt::format("key \"{}\" for the second time, first in line {}", Shown(key.text), there->second));
    }
    level.node.keys.push_back({key.text, key.mark});
    level.key_open = true;
  }

  [[noreturn]] static void RefuseKey(const YAML::Mark& mark) {
    throw YAML::ParserException(mark, "a key must be a word");
  }

  void Attach(Node node) {
    if (++nodes_ > limits_.nodes)
      throw YAML::ParserException(YAML::Mark::null_mark(), fmt::format("more than {} values", limits_.nodes));
    if (levels_.empty()) {
      root_ = std::move(node);
      return;
    }
    levels_.back().node.items.push_back(std::move(node));
    levels_.back().key_open = false;
  }

  const TreeLimits& limits_;
  Node& root_;
  std::vector<Level> levels_;
  int nodes_ = 0;
  int documents_ = 0;
};

Error Complaint(std::string_view file_name, Mark mark, std::string_view message) {
  if (mark.line == 0) return InvalidArgument("", fmt::format("{}: {}", file_name, message));
  return InvalidArgument("", fmt::format("{}:{}:{}: {}", file_name, mark.line, mark.column, message));
}

}  // namespace

Result<Node> ReadTree(std::string_view text, std::string_view file_name, const TreeLimits& limits) {
  if (text.size() > limits.text_bytes) {
    return Error{ErrorCode::kResourceExhausted,
                 fmt::format("{}: {} bytes, more than {}", file_name, text.size(), limits.text_bytes), "",
                 Reason::kTooLarge};
  }
  if (const size_t bad = FirstBadUtf8(text); bad < text.size()) {
    return InvalidArgument("", fmt::format("{}: byte {} is no UTF-8", file_name, bad));
  }
  if (const size_t bad = FirstControl(text); bad < text.size()) {
    return InvalidArgument("", fmt::format("{}: byte {} is a control character", file_name, bad));
  }
  Node root;
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    TreeBuilder builder(limits, root);
    while (parser.HandleNextDocument(builder)) continue;
  } catch (const YAML::Exception& e) {
    return Complaint(file_name, Place(e.mark), e.msg);
  } catch (const std::exception& e) {
    return Complaint(file_name, {}, e.what());
  }
  return root;
}

}  // namespace crossdock::config
