#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <tiffio.h>

#include "vision/codec/alpha.h"
#include "vision/codec/codec.h"
#include "vision/codec/exif.h"

namespace crossdock::vision::codec {
namespace {
constexpr uint32_t kWidthTag = 256;
constexpr uint32_t kHeightTag = 257;
constexpr uint32_t kBitsTag = 258;
constexpr uint32_t kPhotometricTag = 262;
constexpr uint32_t kOrientationTag = 274;
constexpr uint32_t kSamplesTag = 277;
constexpr uint32_t kExtraSamplesTag = 338;
constexpr uint32_t kPhotometricPalette = 3;
constexpr tmsize_t kMaxSingleBytes = tmsize_t{512} << 20;  // one strip or tile of the largest picture allowed

/// What libtiff is given as a file: the bytes, a position, and the first thing that it complained about.
struct Memory {
  Bytes bytes;
  uint64_t at = 0;
  std::string complaint;
};

tmsize_t Read(thandle_t handle, void* to, tmsize_t size) {
  auto& memory = *static_cast<Memory*>(handle);
  if (size <= 0 || memory.at >= memory.bytes.size()) return 0;
  const size_t count = std::min<uint64_t>(static_cast<uint64_t>(size), memory.bytes.size() - memory.at);
  std::memcpy(to, memory.bytes.data() + memory.at, count);
  memory.at += count;
  return static_cast<tmsize_t>(count);
}
tmsize_t Write(thandle_t, void*, tmsize_t) { return -1; }
toff_t Seek(thandle_t handle, toff_t offset, int whence) {
  auto& memory = *static_cast<Memory*>(handle);
  const uint64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? memory.at : memory.bytes.size();
  memory.at = base + offset;
  return memory.at;
}
int Close(thandle_t) { return 0; }
toff_t Size(thandle_t handle) { return static_cast<Memory*>(handle)->bytes.size(); }

int OnError(TIFF*, void* user, const char*, const char* format, va_list arguments) {
  auto& memory = *static_cast<Memory*>(user);
  if (memory.complaint.empty()) {
    char text[256];
    vsnprintf(text, sizeof text, format, arguments);
    memory.complaint = text;
  }
  return 1;  // handled: nothing is printed
}
int OnWarning(TIFF*, void*, const char*, const char*, va_list) { return 1; }

struct CloseTiff {
  void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};
using OpenTiff = std::unique_ptr<TIFF, CloseTiff>;

OpenTiff Open(Memory& memory) {
  TIFFOpenOptions* options = TIFFOpenOptionsAlloc();
  if (options == nullptr) return nullptr;
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, kMaxSingleBytes);
  TIFFOpenOptionsSetErrorHandlerExtR(options, OnError, &memory);
  TIFFOpenOptionsSetWarningHandlerExtR(options, OnWarning, &memory);
  TIFF* tiff = TIFFClientOpenExt("picture", "rm", &memory, Read, Write, Seek, Close, Size, nullptr, nullptr, options);
  TIFFOpenOptionsFree(options);
  return OpenTiff(tiff);
}

Error Failure(const Memory& memory) {
  return BadPicture("TIFF: " + (memory.complaint.empty() ? "the picture is broken or cut off" : memory.complaint));
}

/// libtiff's packed, premultiplied pixels to our own.
Image Unpack(const std::vector<uint32_t>& packed, const PictureInfo& info) {
  Image image(info.width, info.height, info.has_alpha ? 4 : info.channels == 1 ? 1 : 3);
  const uint32_t* in = packed.data();
  for (int y = 0; y < info.height; ++y) {
    uint8_t* out = image.mutable_row(y);
    for (int x = 0; x < info.width; ++x, out += image.channels()) {
      const uint32_t pixel = *in++;
      out[0] = static_cast<uint8_t>(TIFFGetR(pixel));
      if (image.channels() == 1) continue;
      out[1] = static_cast<uint8_t>(TIFFGetG(pixel));
      out[2] = static_cast<uint8_t>(TIFFGetB(pixel));
      if (image.channels() == 3) continue;
      const uint32_t alpha = TIFFGetA(pixel);
      out[3] = static_cast<uint8_t>(alpha);
      for (int c = 0; c < 3 && alpha > 0; ++c) out[c] = static_cast<uint8_t>(std::min(255u, out[c] * 255u / alpha));
    }
  }
  return image;
}
}  // namespace

Result<PictureInfo> ProbeTiff(Bytes bytes) {
  const auto directory = TiffDirectory::Read(bytes);
  if (!directory) return BadPicture("TIFF: the header is cut off or wrong (BigTIFF is not read)");
  const uint32_t width = directory->Value(kWidthTag).value_or(0);
  const uint32_t height = directory->Value(kHeightTag).value_or(0);
  if (width == 0 || height == 0 || width > INT32_MAX || height > INT32_MAX) {
    return BadPicture("TIFF: the header gives no possible size");
  }
  const uint32_t samples = directory->Value(kSamplesTag).value_or(1);
  const bool extra = directory->Value(kExtraSamplesTag).has_value();
  const bool palette = directory->Value(kPhotometricTag) == kPhotometricPalette;
  const uint32_t colours = samples - (extra && samples > 1 ? 1 : 0);
  const uint32_t orientation = directory->Value(kOrientationTag).value_or(1);
  return PictureInfo{.format = PictureFormat::kTiff,
                     .width = static_cast<int>(width),
                     .height = static_cast<int>(height),
                     .channels = colours >= 4              ? 4
                                 : colours >= 2 || palette ? 3
                                                           : 1,
                     .bits = static_cast<int>(std::min(directory->Value(kBitsTag).value_or(1), 64u)),
                     .has_alpha = extra,
                     .exif_orientation = orientation >= 1 && orientation <= 8 ? static_cast<int>(orientation) : 1};
}

Result<Pixels> DecodeTiff(Bytes bytes, const PictureInfo& info) {
  Memory memory{bytes, 0, {}};
  const OpenTiff tiff = Open(memory);
  if (!tiff) return Failure(memory);
  uint16_t compression = 0;
  if (TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_COMPRESSION, &compression) == 1 && compression == COMPRESSION_OJPEG) {
    return BadPicture("TIFF: old-style JPEG compression is not read");
  }
  char reason[1024] = {};
  if (TIFFRGBAImageOK(tiff.get(), reason) == 0) return BadPicture(std::string("TIFF: ") + reason);
  TIFFRGBAImage reader;
  if (TIFFRGBAImageBegin(&reader, tiff.get(), 1, reason) == 0) return BadPicture(std::string("TIFF: ") + reason);
  const std::unique_ptr<TIFFRGBAImage, void (*)(TIFFRGBAImage*)> end(&reader, TIFFRGBAImageEnd);
  const auto width = static_cast<uint32_t>(info.width);
  const auto height = static_cast<uint32_t>(info.height);
  if (reader.width != width || reader.height != height) return BadPicture("TIFF: two headers that disagree");
  reader.orientation =
      ORIENTATION_TOPLEFT;  // the rows as stored: turning the picture is done for all formats in one place
  reader.req_orientation = ORIENTATION_TOPLEFT;
  std::vector<uint32_t> packed(size_t{width} * height);
  if (TIFFRGBAImageGet(&reader, packed.data(), width, height) == 0) return Failure(memory);
  const Image image = Unpack(packed, info);
  return Pixels{info.has_alpha ? LayOnBackground(image) : image};
}

}  // namespace crossdock::vision::codec
