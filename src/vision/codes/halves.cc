#include "vision/codes/halves.h"

#include <array>
#include <iterator>
#include <utility>

#include "vision/codes/settle.h"

namespace crossdock::vision {
namespace {

// All symbologies. Data Matrix and PDF417 are searched for along every line of the picture and cost most, so each half has one; the
// others are dealt so that the halves of a waybill's picture end at about the same time.
constexpr std::array<const char*, kReadHalves> kFormats = {"AllLinear,Aztec,MaxiCode,PDF417,MicroPDF417",
                                                           "DataMatrix,QRCode,MicroQRCode,rMQRCode"};

}  // namespace

Result<std::vector<Code>> ReadHalf(const Image& image, int half, ReadOptions options) {
  options.formats = kFormats.at(static_cast<size_t>(half));
  options.invert = false;
  return ReadCodes(image, options);
}

std::vector<Code> JoinHalves(std::vector<Code> first, std::vector<Code> second) {
  std::move(second.begin(), second.end(), std::back_inserter(first));
  return codes::Settle(std::move(first));
}

Result<std::vector<Code>> ReadInHalves(const Image& image, const ReadOptions& options) {
  auto first = ReadHalf(image, 0, options);
  if (!first) return first;
  auto second = ReadHalf(image, 1, options);
  if (!second) return second;
  return JoinHalves(*std::move(first), *std::move(second));
}

}  // namespace crossdock::vision
