#include "vision/codes/trust.h"

#include <algorithm>
#include <array>

namespace crossdock::vision::codes {
namespace {

struct Row {
  std::string_view prefix;  // of the symbology's name
  Trust trust;
  bool has_check;
};

// The first row whose prefix fits decides. An Aztec Rune holds one byte behind four bits of correction, so it counts as unchecked.
constexpr std::array kRows = {
    Row{"EAN-8", Trust::kNone, true},
    Row{"UPC-E", Trust::kNone, true},
    Row{"EAN-13", Trust::kDigit, true},
    Row{"UPC-A", Trust::kDigit, true},
    Row{"ISBN", Trust::kDigit, true},
    Row{"EAN/UPC", Trust::kDigit, true},
    Row{"Code 128", Trust::kChecksum, true},
    Row{"Code 93", Trust::kChecksum, true},
    Row{"Telepen", Trust::kChecksum, true},
    Row{"DataBar", Trust::kChecksum, true},
    Row{"Aztec Rune", Trust::kNone, true},
    Row{"Aztec", Trust::kCorrected, true},
    Row{"QR Code", Trust::kCorrected, true},
    Row{"Micro QR", Trust::kCorrected, true},
    Row{"rMQR", Trust::kCorrected, true},
    Row{"Data Matrix", Trust::kCorrected, true},
    Row{"PDF417", Trust::kLightlyCorrected, true},
    Row{"Compact PDF417", Trust::kLightlyCorrected, true},
    Row{"MicroPDF417", Trust::kLightlyCorrected, true},
    Row{"MaxiCode", Trust::kCorrected, true},
    Row{"Code 32", Trust::kNone, true},
    Row{"Pharmazentralnummer", Trust::kNone, true},
    Row{"ITF-14", Trust::kNone, true},
};

const Row* Find(std::string_view format) {
  const auto* row =
      std::find_if(kRows.begin(), kRows.end(), [&](const Row& r) { return format.starts_with(r.prefix); });
  return row == kRows.end() ? nullptr : row;
}

}  // namespace

Trust TrustOf(std::string_view format) {
  const Row* row = Find(format);
  return row ? row->trust : Trust::kNone;
}

bool IsCorrected(std::string_view format) { return TrustOf(format) >= Trust::kLightlyCorrected; }

bool HasCheck(std::string_view format) {
  const Row* row = Find(format);
  return row && row->has_check;
}

int ReadsWanted(Trust trust) {
  switch (trust) {
    case Trust::kCorrected:
    case Trust::kChecksum: return 1;
    case Trust::kLightlyCorrected:
    case Trust::kDigit:
    case Trust::kNone: return 2;
  }
  return 2;
}

const char* Name(Trust trust) {
  switch (trust) {
    case Trust::kNone: return "none";
    case Trust::kDigit: return "digit";
    case Trust::kChecksum: return "checksum";
    case Trust::kLightlyCorrected: return "lightly corrected";
    case Trust::kCorrected: return "corrected";
  }
  return "none";
}

}  // namespace crossdock::vision::codes
