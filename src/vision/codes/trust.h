#pragma once

#include <string_view>

namespace crossdock::vision::codes {

/// How far a single read of a symbology can be believed, weakest first. Confidence is counted per class.
enum class Trust {
  kNone,   ///< nothing to check against: ITF, Codabar, Code 39, DX film edge; and the very short ones, EAN-8 and UPC-E
  kDigit,  ///< one decimal check digit: EAN-13, UPC-A
  kChecksum,          ///< a checksum of 79 and more values: Code 128, Code 93, Telepen, DataBar
  kLightlyCorrected,  ///< error correction as strong as its writer chose: PDF417. Blur is at times corrected to another text
  kCorrected,         ///< error correction over the whole content: QR, Data Matrix, Aztec, MaxiCode
};

/// The class of a symbology by its name; an unknown name is kNone.
Trust TrustOf(std::string_view format);

/// Whether it is a matrix (or stacked) symbology with error correction, of either strength.
bool IsCorrected(std::string_view format);

/// Whether a check digit or error correction was verified in the read. (EAN-8 and UPC-E have one, though they are short.)
bool HasCheck(std::string_view format);

/// How many agreeing reads from different variations the rescue path wants before it reports a code.
int ReadsWanted(Trust trust);

/// "none", "digit", "checksum", "lightly corrected", "corrected".
const char* Name(Trust trust);

}  // namespace crossdock::vision::codes
