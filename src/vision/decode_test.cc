#include "vision/decode.h"

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "vision/codec/test_encoders.h"
#include "vision/orientation.h"

namespace crossdock::vision {
namespace {
namespace fs = std::filesystem;
using codec::Difference;
using codec::File;
using codec::Pattern;

const fs::path kShared = "../shared/data";

File ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
  return {bytes, bytes + text.size()};
}

/// One small file of every format.
std::vector<std::pair<std::string, File>> OneOfEach() {
  const Image picture = Pattern(50, 30, 3);
  return {{"JPEG", codec::EncodeJpeg(picture)}, {"progressive JPEG", codec::EncodeJpeg(picture, {.progressive = true})},
          {"PNG", codec::EncodePng(picture)},   {"WebP", codec::EncodeWebp(picture)},
          {"TIFF", codec::EncodeTiff(picture)}, {"tiled TIFF", codec::EncodeTiff(picture, {.tiled = true})},
          {"BMP", codec::EncodeBmp(picture)}};
}

void ExpectRefused(const Result<Decoded>& decoded, const std::string& what) {
  ASSERT_FALSE(decoded.has_value()) << what;
  EXPECT_EQ(decoded.error().code, ErrorCode::kInvalidArgument) << what;
  EXPECT_EQ(decoded.error().field, "picture") << what;
  EXPECT_FALSE(decoded.error().message.empty()) << what;
}

TEST(Decoder, RefusesWhatIsNoPicture) {
  ExpectRefused(Decode({}), "nothing");
  ExpectRefused(Decode(std::as_bytes(std::span("GIF89a, which nobody promised to read"))), "GIF");
  ExpectRefused(Decode(std::as_bytes(std::span("BM"))), "two letters");
  ExpectRefused(Decode(std::as_bytes(std::span("\xFF\xD8\xFF"))), "a JPEG's first bytes");
}

TEST(Decoder, RefusesAPictureThatIsCutOffAnywhere) {
  for (const auto& [name, file] : OneOfEach()) {
    ASSERT_TRUE(Decode(file).has_value()) << name;
    for (size_t size = 0; size + 13 < file.size(); size += 1 + size / 40) {
      ExpectRefused(Decode(std::span(file).first(size)), name + " of " + std::to_string(size) + " bytes");
    }
  }
}

TEST(Decoder, SurvivesAnyFlippedByteAndNamesThePicture) {
  for (const auto& [name, original] : OneOfEach()) {
    for (size_t at = 0; at < original.size(); at += 1 + original.size() / 300) {
      for (const int flip : {0x01, 0x80, 0xFF}) {
        File file = original;
        file[at] ^= static_cast<std::byte>(flip);
        const auto decoded = Decode(file, {.limits = {.max_pixels = 1 << 20, .max_side = 4096}});
        if (!decoded) {
          EXPECT_EQ(decoded.error().field, "picture") << name << " at " << at;
        }
      }
    }
  }
}

void Patch(File& file, size_t at, uint32_t value, int bytes, bool big) {
  for (int i = 0; i < bytes; ++i)
    file[at + static_cast<size_t>(i)] = static_cast<std::byte>(value >> (8 * (big ? bytes - 1 - i : i)));
}

TEST(Decoder, RefusesAPictureWhoseHeaderPromisesTooManyPixels) {
  const Image picture = Pattern(50, 30, 3);
  File png = codec::EncodePng(picture);
  Patch(png, 16, 60000, 4, true);
  Patch(png, 20, 60000, 4, true);
  File bmp = codec::EncodeBmp(picture);
  Patch(bmp, 18, 60000, 4, false);
  File webp = codec::EncodeWebp(picture);
  Patch(webp, 21, 0x0FFFFFFF, 4, false);  // lossless: 14 bits each
  File jpeg = codec::EncodeJpeg(picture);
  for (size_t at = 0; at + 9 < jpeg.size(); ++at) {
    if (jpeg[at] == std::byte{0xFF} && jpeg[at + 1] == std::byte{0xC0})
      Patch(jpeg, at + 5, 60000 << 16 | 60000, 4, true);
  }
  for (const auto& [name, file] : {std::pair{"PNG", png}, {"BMP", bmp}, {"WebP", webp}, {"JPEG", jpeg}}) {
    const auto decoded = Decode(file);
    ExpectRefused(decoded, name);
    EXPECT_EQ(decoded.error().reason, Reason::kTooLarge) << name << ": " << decoded.error().message;
  }
  EXPECT_EQ(Decode(codec::EncodeTiff(picture), {.limits = {.max_pixels = 1499}}).error().reason, Reason::kTooLarge);
  EXPECT_TRUE(Decode(codec::EncodeTiff(picture), {.limits = {.max_pixels = 1500}}).has_value());
}

TEST(Decoder, ProbesWhatItDecodes) {
  for (const auto& [name, file] : OneOfEach()) {
    const auto info = Probe(file);
    ASSERT_TRUE(info.has_value()) << name;
    EXPECT_EQ(info->width, 50) << name;
    EXPECT_EQ(info->height, 30) << name;
    EXPECT_EQ(info->channels, 3) << name;
    EXPECT_NE(name.find(Name(info->format)), std::string::npos);
  }
}

TEST(Orientation, EveryFormatComesOutUpright) {
  const Image upright = Pattern(48, 32, 3);
  // What has to be stored so that turning it as EXIF says gives the upright picture: 6 and 8 undo each other, the rest themselves.
  for (int orientation = 1; orientation <= 8; ++orientation) {
    const int undo = orientation == 6 ? 8 : orientation == 8 ? 6 : orientation;
    const Image stored = Upright(upright, undo);
    const File files[] = {
        codec::WithExif(codec::EncodeJpeg(stored, {.quality = 100}), orientation, false),
        codec::WithExif(codec::EncodeJpeg(stored, {.quality = 100}), orientation, true),
        codec::EncodePng(stored, {.orientation = orientation}),
        codec::WebpWithExif(codec::EncodeWebp(stored), stored.width(), stored.height(), orientation),
        codec::EncodeTiff(stored, {.orientation = orientation}),
    };
    for (const File& file : files) {
      const auto decoded = Decode(file);
      ASSERT_TRUE(decoded.has_value()) << decoded.error().message;
      EXPECT_EQ(decoded->info.exif_orientation, orientation) << Name(decoded->info.format);
      EXPECT_EQ(decoded->full_width, 48);
      EXPECT_LE(Difference(decoded->image, upright), decoded->info.format == PictureFormat::kJpeg ? 40 : 0)
          << Name(decoded->info.format) << ' ' << orientation;
      EXPECT_EQ(Decode(file, {.apply_exif = false})->image.width(), stored.width());
    }
  }
}

TEST(Orientation, TheFirstStoredPixelGoesWhereExifSays) {
  Image stored(3, 2, 1);
  for (int y = 0; y < 2; ++y) std::fill_n(stored.mutable_row(y), 3, uint8_t{0});
  stored.mutable_row(0)[0] = 9;
  const Point expected[] = {{0, 0}, {2, 0}, {2, 1}, {0, 1}, {0, 0}, {1, 0}, {1, 2}, {0, 2}};
  for (int orientation = 1; orientation <= 8; ++orientation) {
    const Point p = expected[orientation - 1];
    const Image upright = Upright(stored, orientation);
    EXPECT_EQ(upright.row(static_cast<int>(p.y))[static_cast<int>(p.x)], 9) << orientation;
  }
}

TEST(Decoder, DecodesAJpegAtTheSmallestScaleThatCovers) {
  const File file = codec::EncodeJpeg(Pattern(1000, 600, 3), {.subsampled = true});
  const struct {
    int cover_width, cover_height, width;
  } cases[] = {{0, 0, 1000},    {1000, 1, 1000}, {501, 1, 1000}, {500, 300, 500},
               {200, 151, 500}, {250, 150, 250}, {125, 75, 125}, {1, 1, 125}};
  for (const auto& expected : cases) {
    const auto decoded = Decode(file, {.cover_width = expected.cover_width, .cover_height = expected.cover_height});
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(decoded->image.width(), expected.width) << expected.cover_width;
    EXPECT_EQ(decoded->full_width, 1000);
    EXPECT_EQ(decoded->scale_x * expected.width, 1000);
  }
}

TEST(Decoder, PositionsMapBackExactlyWhateverTheScaleAndTurn) {
  constexpr int kWidth = 203;  // no multiple of 8: the last decoded pixel stands for a part of one
  constexpr int kHeight = 117;
  Image stored(kWidth, kHeight, 1);
  for (int y = 0; y < kHeight; ++y) std::fill_n(stored.mutable_row(y), kWidth, uint8_t{0});
  for (int y = 32; y < 40; ++y) std::fill_n(stored.mutable_row(y) + 64, 8, uint8_t{255});  // one block, centre (68, 36)
  for (int orientation = 1; orientation <= 8; ++orientation) {
    const auto decoded =
        Decode(codec::WithExif(codec::EncodeJpeg(stored), orientation), {.cover_width = 10, .cover_height = 10});
    ASSERT_TRUE(decoded.has_value());
    ASSERT_EQ(decoded->scale_x, 8);
    double x = 68, y = 36;
    const bool swap = orientation >= 5;
    if (swap) std::swap(x, y);
    if (FlipsX(orientation)) x = decoded->full_width - x;
    if (FlipsY(orientation)) y = decoded->full_height - y;
    bool found = false;
    for (int row = 0; row < decoded->image.height(); ++row) {
      for (int column = 0; column < decoded->image.width(); ++column) {
        if (decoded->image.row(row)[column] < 200) continue;
        const Point p = decoded->ToFull({static_cast<float>(column) + 0.5f, static_cast<float>(row) + 0.5f});
        EXPECT_EQ(p.x, static_cast<float>(x)) << orientation;
        EXPECT_EQ(p.y, static_cast<float>(y)) << orientation;
        found = true;
      }
    }
    EXPECT_TRUE(found) << orientation;
  }
}

TEST(Decoder, TakesRawPixelsOnlyAsTheLayoutSays) {
  const uint8_t bgr[] = {1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12};
  const auto bytes = std::as_bytes(std::span(bgr));
  const auto decoded = DecodeRaw(bytes, {.width = 2, .height = 2, .channels = 3, .bgr = true, .stride_bytes = 8});
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(decoded->image.row(0)[0], 3);
  EXPECT_EQ(decoded->image.row(1)[3], 12);
  ExpectRefused(DecodeRaw(bytes, {.width = 2, .height = 3, .channels = 3}), "too few bytes");
  ExpectRefused(DecodeRaw(bytes, {.width = 0, .height = 3, .channels = 3}), "no width");
  ExpectRefused(DecodeRaw(bytes, {.width = 2, .height = 2, .channels = 3, .stride_bytes = 5}), "short stride");
  ExpectRefused(DecodeRaw(bytes, {.width = 2, .height = 2, .channels = 2}), "two channels");
  EXPECT_EQ(DecodeRaw(bytes, {.width = 1 << 20, .height = 1 << 20, .channels = 1}).error().reason, Reason::kTooLarge);
}

TEST(Decoder, ReadsEveryRealPicture) {
  if (!fs::exists(kShared)) GTEST_SKIP() << "no " << kShared;
  int count = 0;
  for (const auto& folder : {"text", "parcels", "barcodes"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kShared / folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".jpg" && extension != ".png" && extension != ".webp") continue;
      const auto decoded = Decode(ReadFile(entry.path()), {.grey = true});
      ASSERT_TRUE(decoded.has_value()) << entry.path() << ": " << decoded.error().message;
      EXPECT_EQ(decoded->image.width(), decoded->full_width);
      ++count;
    }
  }
  EXPECT_GT(count, 500);
}

TEST(Decoder, TurnsARealPictureThatWasTakenUpsideDown) {
  const fs::path path = kShared / "text/img_exif_orientation.jpg";
  if (!fs::exists(path)) GTEST_SKIP() << "no " << path;
  const File file = ReadFile(path);
  const auto upright = Decode(file);
  const auto stored = Decode(file, {.apply_exif = false});
  ASSERT_TRUE(upright.has_value() && stored.has_value());
  EXPECT_EQ(upright->info.exif_orientation, 3);
  EXPECT_EQ(Difference(upright->image, Upright(stored->image, 3)), 0);
}
}  // namespace
}  // namespace crossdock::vision
