#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <png.h>
#include <turbojpeg.h>
#include <webp/encode.h>

#include "vision/codec/test_encoders.h"

namespace crossdock::vision::codec {
namespace {
void Append(File& file, const void* data, size_t size) {
  const auto* bytes = static_cast<const std::byte*>(data);
  file.insert(file.end(), bytes, bytes + size);
}
void AppendNumber(File& file, uint32_t value, size_t size, bool big) {
  for (size_t i = 0; i < size; ++i) file.push_back(static_cast<std::byte>(value >> (8 * (big ? size - 1 - i : i))));
}
}  // namespace

Image Pattern(int width, int height, int channels) {
  Image image(width, height, channels);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      uint8_t* pixel = image.mutable_row(y) + x * channels;
      const int values[4] = {255 * x / width, 255 * y / height, x < width / 2 && y < height / 2 ? 250 : 20, 255};
      for (int c = 0; c < channels; ++c)
        pixel[c] = static_cast<uint8_t>(channels == 1 ? (values[0] + 2 * values[1]) / 3 : values[c]);
    }
  }
  return image;
}

int Difference(const Image& a, const Image& b) {
  if (a.width() != b.width() || a.height() != b.height() || a.channels() != b.channels()) return 256;
  int most = 0;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width() * a.channels(); ++x) most = std::max(most, std::abs(a.row(y)[x] - b.row(y)[x]));
  }
  return most;
}

File EncodeJpeg(const Image& image, const JpegOptions& options) {
  tjhandle handle = tjInitCompress();
  unsigned char* out = nullptr;
  unsigned long size = 0;
  const int format = image.channels() == 1 ? TJPF_GRAY : image.channels() == 4 ? TJPF_CMYK : TJPF_RGB;
  tjCompress2(handle, image.row(0), image.width(), static_cast<int>(image.stride_bytes()), image.height(), format, &out,
              &size,
              image.channels() == 1 ? TJSAMP_GRAY
              : options.subsampled  ? TJSAMP_420
                                    : TJSAMP_444,
              options.quality, options.progressive ? TJFLAG_PROGRESSIVE : 0);
  File file;
  Append(file, out, size);
  tjFree(out);
  tjDestroy(handle);
  return file;
}

File ExifBlock(int orientation, bool big) {
  File block;
  Append(block, "Exif\0\0", 6);
  Append(block, big ? "MM" : "II", 2);
  AppendNumber(block, 42, 2, big);
  AppendNumber(block, 8, 4, big);       // the directory
  AppendNumber(block, 1, 2, big);       // one entry
  AppendNumber(block, 0x0112, 2, big);  // orientation
  AppendNumber(block, 3, 2, big);       // a short
  AppendNumber(block, 1, 4, big);
  AppendNumber(block, static_cast<uint32_t>(orientation), 2, big);
  AppendNumber(block, 0, 2, big);
  AppendNumber(block, 0, 4, big);
  return block;
}

File WithExif(const File& jpeg, int orientation, bool big_endian) {
  const File block = ExifBlock(orientation, big_endian);
  File file(jpeg.begin(), jpeg.begin() + 2);
  AppendNumber(file, 0xFFE1, 2, true);
  AppendNumber(file, static_cast<uint32_t>(block.size() + 2), 2, true);
  file.insert(file.end(), block.begin(), block.end());
  file.insert(file.end(), jpeg.begin() + 2, jpeg.end());
  return file;
}

File EncodePng(const Image& image, const PngOptions& options) {
  File file;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &file,
      [](png_structp p, png_bytep data, size_t size) { Append(*static_cast<File*>(png_get_io_ptr(p)), data, size); },
      nullptr);
  const int colour = options.palette         ? PNG_COLOR_TYPE_PALETTE
                     : image.channels() == 1 ? PNG_COLOR_TYPE_GRAY
                     : image.channels() == 4 ? PNG_COLOR_TYPE_RGBA
                                             : PNG_COLOR_TYPE_RGB;
  png_set_IHDR(png, info, static_cast<png_uint_32>(image.width()), static_cast<png_uint_32>(image.height()),
               options.bits, colour, options.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (options.palette) {
    std::vector<png_color> colours;
    const int count = 1 << options.bits;
    for (int i = 0; i < count; ++i) {
      const auto level = static_cast<png_byte>(255 * i / (count - 1));
      colours.push_back({level, static_cast<png_byte>(255 - level), level});
    }
    png_set_PLTE(png, info, colours.data(), count);
  }
  if (options.orientation > 0) {
    File block = ExifBlock(options.orientation, true);
    png_set_eXIf_1(png, info, static_cast<png_uint_32>(block.size() - 6),
                   reinterpret_cast<png_bytep>(block.data()) + 6);
  }
  png_write_info(png, info);
  std::vector<std::vector<uint8_t>> rows;
  std::vector<png_bytep> pointers;
  for (int y = 0; y < image.height(); ++y) {
    std::vector<uint8_t> row(static_cast<size_t>(image.width() * image.channels()) * (options.bits == 16 ? 2 : 1), 0);
    for (int x = 0; x < image.width() * image.channels(); ++x) {
      const auto at = static_cast<size_t>(x);
      const unsigned value = image.row(y)[x];
      const auto bits = static_cast<size_t>(options.bits);
      if (bits == 16) {
        row[2 * at] = row[2 * at + 1] = static_cast<uint8_t>(value);
      } else {
        row[at * bits / 8] =
            static_cast<uint8_t>(row[at * bits / 8] | ((value >> (8 - bits)) << (8 - bits - at * bits % 8)));
      }
    }
    rows.push_back(std::move(row));
  }
  for (auto& row : rows) pointers.push_back(row.data());
  png_write_image(png, pointers.data());
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return file;
}

File EncodeWebp(const Image& image) {
  uint8_t* out = nullptr;
  const auto stride = static_cast<int>(image.stride_bytes());
  const size_t size = image.channels() == 4
                          ? WebPEncodeLosslessRGBA(image.row(0), image.width(), image.height(), stride, &out)
                          : WebPEncodeLosslessRGB(image.row(0), image.width(), image.height(), stride, &out);
  File file;
  Append(file, out, size);
  WebPFree(out);
  return file;
}

File WebpWithExif(const File& webp, int width, int height, int orientation) {
  File body;
  Append(body, "WEBPVP8X", 8);
  AppendNumber(body, 10, 4, false);
  AppendNumber(body, 0x08, 4, false);  // holds EXIF
  AppendNumber(body, static_cast<uint32_t>(width - 1), 3, false);
  AppendNumber(body, static_cast<uint32_t>(height - 1), 3, false);
  body.insert(body.end(), webp.begin() + 12, webp.end());
  const File block = ExifBlock(orientation, false);
  Append(body, "EXIF", 4);
  AppendNumber(body, static_cast<uint32_t>(block.size()), 4, false);
  body.insert(body.end(), block.begin(), block.end());
  File file;
  Append(file, "RIFF", 4);
  AppendNumber(file, static_cast<uint32_t>(body.size()), 4, false);
  file.insert(file.end(), body.begin(), body.end());
  return file;
}

}  // namespace crossdock::vision::codec
