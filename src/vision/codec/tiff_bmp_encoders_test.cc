#include <algorithm>
#include <cstring>

#include <tiffio.h>

#include "vision/codec/test_encoders.h"

namespace crossdock::vision::codec {
namespace {
struct Memory {
  File file;
  size_t at = 0;
};
tmsize_t Read(thandle_t handle, void* to, tmsize_t size) {
  auto& memory = *static_cast<Memory*>(handle);
  const size_t count =
      std::min(static_cast<size_t>(size), memory.file.size() - std::min(memory.at, memory.file.size()));
  std::memcpy(to, memory.file.data() + memory.at, count);
  memory.at += count;
  return static_cast<tmsize_t>(count);
}
tmsize_t Write(thandle_t handle, void* from, tmsize_t size) {
  auto& memory = *static_cast<Memory*>(handle);
  const auto count = static_cast<size_t>(size);
  memory.file.resize(std::max(memory.file.size(), memory.at + count));
  std::memcpy(memory.file.data() + memory.at, from, count);
  memory.at += count;
  return size;
}
toff_t Seek(thandle_t handle, toff_t offset, int whence) {
  auto& memory = *static_cast<Memory*>(handle);
  memory.at = static_cast<size_t>(offset) + (whence == SEEK_CUR   ? memory.at
                                             : whence == SEEK_END ? memory.file.size()
                                                                  : 0);
  return memory.at;
}
int Close(thandle_t) { return 0; }
toff_t Size(thandle_t handle) { return static_cast<Memory*>(handle)->file.size(); }

/// One row of samples as TIFF stores them: 1 bit (upper bit kept), 8 or 16 (little endian, both bytes the value).
std::vector<uint8_t> Samples(const uint8_t* values, int count, int bits, bool inverted) {
  std::vector<uint8_t> row(static_cast<size_t>(bits == 1 ? (count + 7) / 8 : count * bits / 8), 0);
  for (int i = 0; i < count; ++i) {
    const auto value = static_cast<uint8_t>(inverted ? 255 - values[i] : values[i]);
    const auto at = static_cast<size_t>(i);
    if (bits == 1) row[at / 8] = static_cast<uint8_t>(row[at / 8] | ((value >> 7) << (7 - at % 8)));
    if (bits == 8) row[at] = value;
    if (bits == 16) row[2 * at] = row[2 * at + 1] = value;
  }
  return row;
}

void WriteTiles(TIFF* tiff, const Image& image) {
  constexpr int kTile = 16;
  std::vector<uint8_t> tile(static_cast<size_t>(kTile * kTile * image.channels()));
  for (int top = 0; top < image.height(); top += kTile) {
    for (int left = 0; left < image.width(); left += kTile) {
      for (int y = 0; y < kTile && top + y < image.height(); ++y) {
        const int width = std::min(kTile, image.width() - left);
        std::memcpy(tile.data() + y * kTile * image.channels(), image.row(top + y) + left * image.channels(),
                    static_cast<size_t>(width * image.channels()));
      }
      TIFFWriteTile(tiff, tile.data(), static_cast<uint32_t>(left), static_cast<uint32_t>(top), 0, 0);
    }
  }
}

void Number(File& file, uint32_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) file.push_back(static_cast<std::byte>(value >> (8 * i)));
}
}  // namespace

File EncodeTiff(const Image& image, const TiffOptions& options) {
  Memory memory;
  TIFF* tiff = TIFFClientOpen("test", "wl", &memory, Read, Write, Seek, Close, Size, nullptr, nullptr);
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, image.width());
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, image.height());
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, image.channels());
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, options.bits);
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, options.orientation);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, options.planes_apart ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, options.compressed ? COMPRESSION_LZW : COMPRESSION_NONE);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC,
               image.channels() >= 3   ? PHOTOMETRIC_RGB
               : options.white_is_zero ? PHOTOMETRIC_MINISWHITE
                                       : PHOTOMETRIC_MINISBLACK);
  if (image.channels() == 4) {
    const uint16_t extra = EXTRASAMPLE_UNASSALPHA;
    TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &extra);
  }
  if (options.tiled) {
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, 16);
    TIFFSetField(tiff, TIFFTAG_TILELENGTH, 16);
    WriteTiles(tiff, image);
  } else {
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 7);
    const int planes = options.planes_apart ? image.channels() : 1;
    for (int plane = 0; plane < planes; ++plane) {
      for (int y = 0; y < image.height(); ++y) {
        std::vector<uint8_t> values(image.row(y), image.row(y) + image.width() * image.channels());
        if (options.planes_apart) {
          for (int x = 0; x < image.width(); ++x)
            values[static_cast<size_t>(x)] = image.row(y)[x * image.channels() + plane];
        }
        auto row = Samples(values.data(), image.width() * (options.planes_apart ? 1 : image.channels()), options.bits,
                           options.white_is_zero);
        TIFFWriteScanline(tiff, row.data(), static_cast<uint32_t>(y), static_cast<uint16_t>(plane));
      }
    }
  }
  TIFFClose(tiff);
  return memory.file;
}

File EncodeBmp(const Image& image, const BmpOptions& options) {
  const uint32_t colours = options.bits <= 8 ? 1u << options.bits : 0;
  const uint32_t header = options.core_header ? 12 : 40;
  const uint32_t pixels_at = 14 + header + colours * (options.core_header ? 3 : 4) + (options.masks ? 12 : 0);
  const auto row_bytes = static_cast<size_t>((image.width() * options.bits + 31) / 32 * 4);
  File file;
  Number(file, 0x4D42, 2);
  Number(file, static_cast<uint32_t>(pixels_at + row_bytes * static_cast<size_t>(image.height())), 4);
  Number(file, 0, 4);
  Number(file, pixels_at, 4);
  Number(file, header, 4);
  const int size_bytes = options.core_header ? 2 : 4;
  Number(file, static_cast<uint32_t>(image.width()), size_bytes);
  Number(file, static_cast<uint32_t>(options.top_down ? -image.height() : image.height()), size_bytes);
  Number(file, 1, 2);
  Number(file, static_cast<uint32_t>(options.bits), 2);
  if (!options.core_header) {
    Number(file, options.masks ? 3 : options.compression, 4);
    for (int i = 0; i < 5; ++i) Number(file, 0, 4);
  }
  if (options.masks) {
    const uint32_t masks[2][3] = {{0xF800, 0x07E0, 0x001F}, {0xFF000000, 0x00FF0000, 0x0000FF00}};
    for (const uint32_t mask : masks[options.bits == 32 ? 1 : 0]) Number(file, mask, 4);
  }
  for (uint32_t i = 0; i < colours; ++i) {
    for (int c = 0; c < 3; ++c) Number(file, 255 * i / (colours - 1), 1);
    if (!options.core_header) Number(file, 0, 1);
  }
  for (int i = 0; i < image.height(); ++i) {
    const uint8_t* in = image.row(options.top_down ? i : image.height() - 1 - i);
    std::vector<uint8_t> row(row_bytes, 0);
    for (int x = 0; x < image.width(); ++x) {
      const auto at = static_cast<size_t>(x * options.bits);
      if (options.bits <= 8) {
        const auto shift = static_cast<unsigned>(8 - options.bits);
        row[at / 8] = static_cast<uint8_t>(row[at / 8] | ((in[x] >> shift) << (shift - at % 8)));
        continue;
      }
      const uint32_t r = in[3 * x], g = in[3 * x + 1], b = in[3 * x + 2];
      uint32_t pixel = r << 16 | g << 8 | b;
      if (options.bits == 16)
        pixel = options.masks ? (r >> 3) << 11 | (g >> 2) << 5 | b >> 3 : (r >> 3) << 10 | (g >> 3) << 5 | b >> 3;
      if (options.bits == 32 && options.masks) pixel <<= 8;
      for (int k = 0; k < options.bits / 8; ++k)
        row[at / 8 + static_cast<size_t>(k)] = static_cast<uint8_t>(pixel >> (8 * k));
    }
    for (const uint8_t byte : row) file.push_back(static_cast<std::byte>(byte));
  }
  return file;
}

}  // namespace crossdock::vision::codec
