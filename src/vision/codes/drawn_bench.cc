#include "vision/codes/drawn_bench.h"

#include <array>
#include <exception>
#include <random>
#include <string_view>

#include "vision/codes/scan.h"
#include "vision/codes/test_code_pictures.h"

namespace crossdock::vision::codes {
namespace {

using Random = std::mt19937;

struct Symbology {
  const char* format;
  std::string_view alphabet;
  int least;  // letters
  int most;
};

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kCapitals = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view kAny = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-/.:";
constexpr std::array kSymbologies = {
    Symbology{"EAN-13", kDigits, 12, 12},   Symbology{"EAN-8", kDigits, 7, 7},
    Symbology{"UPC-A", kDigits, 11, 11},    Symbology{"UPC-E", kDigits, 6, 6},
    Symbology{"Code 128", kAny, 6, 20},     Symbology{"Code 128", kDigits, 8, 22},
    Symbology{"Code 39", kCapitals, 4, 14}, Symbology{"Code 93", kCapitals, 4, 14},
    Symbology{"ITF", kDigits, 6, 16},       Symbology{"Codabar", kDigits, 6, 14},
    Symbology{"QR Code", kAny, 8, 80},      Symbology{"Data Matrix", kAny, 8, 60},
    Symbology{"PDF417", kAny, 8, 60},       Symbology{"Aztec", kAny, 8, 60},
};

double Between(Random& random, double least, double most) {
  return least + (most - least) * (static_cast<double>(random()) / static_cast<double>(Random::max()));
}

std::string Contents(Random& random, const Symbology& symbology) {
  auto letters =
      symbology.least + static_cast<int>(random() % static_cast<unsigned>(symbology.most - symbology.least + 1));
  if (symbology.format == std::string_view("ITF")) letters &= ~1;  // in pairs
  std::string text;
  for (int i = 0; i < letters; ++i) text += symbology.alphabet[random() % symbology.alphabet.size()];
  if (symbology.format == std::string_view("UPC-E")) text.insert(text.begin(), '0');
  if (symbology.format == std::string_view("Codabar")) text = "A" + text + "B";
  return text;
}

/// Some contents have no code: a UPC-E, for one, leaves zeros out where there are any.
cv::Mat DrawAny(Random& random, const Symbology& symbology) {
  for (;;) {
    try {
      return testing::DrawModules(symbology.format, Contents(random, symbology));
    } catch (const std::exception&) {
      continue;
    }
  }
}

std::string ReadClean(const cv::Mat& modules) {
  const Image clean = testing::Photograph(modules, {});
  const auto readings =
      Scan({clean.row(0), clean.width(), clean.height(), 1, static_cast<int>(clean.stride_bytes())}, {});
  return readings && readings->size() == 1 ? readings->front().text : std::string();
}

testing::Camera AnyCamera(Random& random) {
  testing::Camera camera;
  camera.module = Between(random, 1.2, 4);
  camera.degrees = random() % 2 ? Between(random, -180, 180) : Between(random, -8, 8);
  camera.blur = Between(random, 0, 0.8);
  camera.dark = Between(random, 10, 90);
  camera.bright = camera.dark + Between(random, 40, 165);
  camera.noise = Between(random, 0, 0.12) * (camera.bright - camera.dark);
  camera.grain = random();
  camera.displaced = Between(random, 0, 1);
  return camera;
}

}  // namespace

void ForDrawn(int count, unsigned seed,
              const std::function<void(const std::string& text, const Image& picture)>& look) {
  Random random(seed);
  for (int i = 0; i < count; ++i) {
    const Symbology& symbology = kSymbologies[static_cast<size_t>(i) % kSymbologies.size()];
    const cv::Mat modules = DrawAny(random, symbology);
    const testing::Camera camera = AnyCamera(random);
    const std::string text = ReadClean(modules);
    if (!text.empty()) look(text, testing::Photograph(modules, camera));
  }
}

}  // namespace crossdock::vision::codes
