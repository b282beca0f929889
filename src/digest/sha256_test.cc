#include "digest/sha256.h"

#include <gtest/gtest.h>

namespace crossdock::digest {
namespace {

// The examples of FIPS 180-4's publisher.
TEST(Sha256, IsThatOfTheStandard) {
  Sha256 empty;
  EXPECT_EQ(Hex(empty.Finish()), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  Sha256 abc;
  abc.Add("abc");
  EXPECT_EQ(Hex(abc.Finish()), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, PiecesAreOneText) {
  Sha256 pieces;
  pieces.Add("a");
  const std::byte rest[] = {std::byte{'b'}, std::byte{'c'}};
  pieces.Add(rest);
  Sha256 whole;
  whole.Add("abc");
  EXPECT_EQ(pieces.Finish(), whole.Finish());
}

}  // namespace
}  // namespace crossdock::digest
