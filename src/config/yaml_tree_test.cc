#include "config/yaml_tree.h"

#include <string>

#include <gtest/gtest.h>

namespace crossdock::config {
namespace {

std::string Complaint(std::string_view text, const TreeLimits& limits = {}) {
  const auto tree = ReadTree(text, "f", limits);
  return tree ? "" : tree.error().message;
}

TEST(YamlTree, KeepsOrderQuotesAndPlaces) {
  const auto tree = ReadTree("b: 1\na:\n  - 'x'\n  - ~\n", "f");
  ASSERT_TRUE(tree);
  ASSERT_EQ(tree->keys.size(), 2U);
  EXPECT_EQ(tree->keys[0].text, "b");
  EXPECT_EQ(tree->keys[1].mark.line, 2);
  const Node& list = tree->items[1];
  ASSERT_EQ(list.kind, Node::Kind::kList);
  EXPECT_TRUE(list.items[0].quoted);
  EXPECT_EQ(list.items[0].mark.column, 5);
  EXPECT_EQ(list.items[1].kind, Node::Kind::kNull);
}

TEST(YamlTree, RefusesAKeyThatComesTwiceAndSaysWhereItWasFirst) {
  EXPECT_EQ(Complaint("a: 1\nb: 2\na: 3\n"), "f:3:1: key \"a\" for the second time, first in line 1");
  EXPECT_EQ(Complaint("x:\n  a: 1\ny:\n  a: 1\n"), "");
}

TEST(YamlTree, RefusesAliasesSoThatAFileCannotExplode) {
  EXPECT_EQ(Complaint("a: &x [1]\nb: *x\n"),
            "f:1:4: anchors (&name) are not read; write the value out where it is wanted");
  std::string laughs = "a: &a [lol, lol, lol]\n";
  for (char c = 'b'; c < 'z'; ++c) {
    laughs +=
        std::string(1, c) + ": &" + c + " [*" + static_cast<char>(c - 1) + ", *" + static_cast<char>(c - 1) + "]\n";
  }
  EXPECT_NE(Complaint(laughs), "");
}

TEST(YamlTree, RefusesTagsSecondDocumentsAndOddKeys) {
  EXPECT_NE(Complaint("a: !!binary x"), "");
  EXPECT_EQ(Complaint("a: 1\n---\nb: 2\n"), "f:2:1: a second document; one file holds one configuration");
  EXPECT_EQ(Complaint("[a]: 1"), "f:1:1: a key must be a word");
  EXPECT_EQ(Complaint("? {a: 1}\n: 2"), "f:1:3: a key must be a word");
  EXPECT_NE(Complaint("~: 1"), "");
  EXPECT_NE(Complaint("\"\": 1"), "");
}

TEST(YamlTree, RefusesWhatIsTooDeepTooLongOrTooMany) {
  EXPECT_EQ(Complaint(std::string(32, '[') + std::string(32, ']')), "");
  EXPECT_EQ(Complaint(std::string(33, '[') + std::string(33, ']')), "f:1:33: nested deeper than 32 levels");
  EXPECT_NE(Complaint(std::string(100'000, '[')), "");
  EXPECT_NE(Complaint(std::string(200'000, '{')), "");
  std::string dashes;
  for (int i = 0; i < 100'000; ++i) dashes += "- ";
  EXPECT_NE(Complaint(dashes), "");
  EXPECT_EQ(Complaint("[1, 2, 3, 4]", {.text_bytes = 100, .depth = 9, .nodes = 4}), "f: more than 4 values");
  const auto long_text = ReadTree(std::string(101, ' '), "f", {.text_bytes = 100, .depth = 9, .nodes = 4});
  ASSERT_FALSE(long_text);
  EXPECT_EQ(long_text.error().reason, Reason::kTooLarge);
}

TEST(YamlTree, RefusesBytesThatAreNoUtf8) {
  EXPECT_EQ(Complaint("a: \xff\n"), "f: byte 3 is no UTF-8");
  EXPECT_EQ(Complaint("a: \xc0\x80\n"), "f: byte 3 is no UTF-8");
  EXPECT_EQ(Complaint("a: \xed\xa0\x80\n"), "f: byte 3 is no UTF-8");
  EXPECT_EQ(Complaint("a: \xe6\x9d\xad\xe5\xb7\x9e \xf0\x9f\x93\xa6\n"), "");
}

TEST(YamlTree, RefusesControlCharactersBareAndZeroBytesInAnyForm) {
  EXPECT_EQ(Complaint(std::string_view("a: x#\x01\x00y", 8)), "f: byte 5 is a control character");
  EXPECT_EQ(Complaint("a: \x7f"), "f: byte 3 is a control character");
  EXPECT_EQ(Complaint("a: \"\\0\""), "f:1:4: a text with a zero byte");
  EXPECT_EQ(Complaint("a: \"\\x01\"\r\nb:\t1"), "");
}

TEST(YamlTree, RefusesTheTwoEscapesThatTheParserReadsWrongly) {
  EXPECT_NE(Complaint("a: \"\\N\""), "");
  EXPECT_NE(Complaint("a: \"\\_\""), "");
  EXPECT_EQ(Complaint("a: \"\\u0085 \\u00a0 \\L\""), "");
}

TEST(YamlTree, SaysWhereTheTextStopsBeingYaml) {
  const std::string complaint = Complaint("a: 1\nb: [1,\n");
  EXPECT_EQ(complaint.substr(0, 2), "f:") << complaint;
  EXPECT_NE(Complaint("a: b: c"), "");
  EXPECT_NE(Complaint("\ta: 1"), "");
}

}  // namespace
}  // namespace crossdock::config
