#include "net/http/compression.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "net/http/verdict.h"

namespace crossdock::net::http {
namespace {

constexpr size_t kPiece = 256 * 1024;  // of what is not compressed: about a millisecond
constexpr size_t kFirstRoom = 64 * 1024;
constexpr int kWindowBits = 15;
constexpr int kGzipFormat = 16;  // added to the window's bits
constexpr int kLevel = 1;        // tensors get little smaller on higher ones, and take several times as long
constexpr int kMemoryLevel = 8;  // zlib's default

int WindowOf(ContentCoding coding) { return coding == ContentCoding::kGzip ? kWindowBits + kGzipFormat : kWindowBits; }

/// zlib's own type of bytes, which it does not write to.
Bytef* ToZlib(const std::byte* bytes) { return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes)); }

Error NoMemory() {
  return {ErrorCode::kResourceExhausted, "no memory to decompress a body now; come back later", "", Reason::kMemory};
}

}  // namespace

struct Inflater::Stream {
  z_stream z{};
  bool begun = false;
  ~Stream() {
    if (begun) inflateEnd(&z);
  }
};

Inflater::Inflater(Body packed, ContentCoding coding, size_t most, size_t aligned_at,
                   std::shared_ptr<BodyBudget> budget)
    : packed_(std::move(packed)),
      coding_(coding),
      most_(most),
      aligned_at_(aligned_at),
      budget_(std::move(budget)),
      stream_(std::make_unique<Stream>()) {
  stream_->begun = inflateInit2(&stream_->z, WindowOf(coding)) == Z_OK;
  stream_->z.next_in = ToZlib(packed_.bytes().data());
  stream_->z.avail_in = static_cast<uInt>(packed_.size());
}

Inflater::~Inflater() = default;

/// Room is doubled as data comes: what the sender says of the size (gzip's last four bytes) is not asked.
Status Inflater::MakeRoom() {
  const size_t size = std::min(most_, std::max(kFirstRoom, body_.size() * 2));
  auto larger = Body::WithRoom(size, aligned_at_, budget_);
  if (!larger) return larger.error();
  if (!body_.empty()) std::memcpy(larger->room().data(), body_.bytes().data(), body_.size());
  larger->Grow(body_.size());
  body_ = *std::move(larger);
  return {};
}

Result<bool> Inflater::Step() {
  if (!stream_->begun) return NoMemory();
  z_stream& z = stream_->z;
  for (size_t made = 0; made < kPiece;) {
    if (body_.room().empty() && body_.size() < most_) {
      if (auto room = MakeRoom(); !room) return room.error();
    }
    std::byte beyond{};  // where the first byte too many shows up
    const bool full = body_.room().empty();
    const auto room = full ? std::span(&beyond, 1) : body_.room().first(std::min(kPiece, body_.room().size()));
    z.next_out = ToZlib(room.data());
    z.avail_out = static_cast<uInt>(room.size());
    const int code = inflate(&z, Z_NO_FLUSH);
    const size_t count = room.size() - z.avail_out;
    if (full && count > 0) return BodyTooLarge(most_);
    if (!full) body_.Grow(count);
    made += count;
    if (code == Z_STREAM_END) {
      if (z.avail_in == 0) return true;
      // RFC 1952: a file of several members is what they are one behind the other.
      if (coding_ != ContentCoding::kGzip) return InvalidArgument("body", "more bytes than the compressed body has");
      inflateReset(&z);
      made += 1;  // members without content come to an end too
      continue;
    }
    if (code == Z_MEM_ERROR) return NoMemory();
    if (code != Z_OK && code != Z_BUF_ERROR)
      return InvalidArgument("body", fmt::format("not in {}, which Content-Encoding says", Name(coding_)));
    if (z.avail_in == 0 && z.avail_out > 0)
      return InvalidArgument("body", fmt::format("the {} data end before their end", Name(coding_)));
  }
  return false;
}

struct Deflater::Stream {
  z_stream z{};
  bool begun = false;
  bool over = false;
  ~Stream() {
    if (begun) deflateEnd(&z);
  }
};

Deflater::Deflater(const Response& response, ContentCoding coding)
    : response_(response), bytes_(response.body.size()), stream_(std::make_unique<Stream>()) {
  for (const auto& tensor : response.tail) bytes_ += tensor.size_bytes();
  stream_->begun =
      bytes_ >= kLeastBytes && coding != ContentCoding::kIdentity &&
      deflateInit2(&stream_->z, kLevel, Z_DEFLATED, WindowOf(coding), kMemoryLevel, Z_DEFAULT_STRATEGY) == Z_OK;
}

Deflater::~Deflater() = default;

bool Deflater::NextPart() {
  if (part_ > response_.tail.size()) return false;
  const auto bytes = part_ == 0 ? std::as_bytes(std::span(response_.body)) : response_.tail[part_ - 1].view().bytes;
  ++part_;
  stream_->z.next_in = ToZlib(bytes.data());
  stream_->z.avail_in = static_cast<uInt>(bytes.size());
  return true;
}

bool Deflater::Step() {
  if (!stream_->begun || stream_->over) return true;
  z_stream& z = stream_->z;
  std::array<char, 32 * 1024> out;
  for (size_t taken = 0; taken < kPiece;) {
    while (z.avail_in == 0 && NextPart()) {
    }
    const bool last = part_ > response_.tail.size() && z.avail_in <= kPiece;
    const uInt rest = z.avail_in;
    const uInt offered = static_cast<uInt>(std::min<size_t>(rest, kPiece));
    z.avail_in = offered;
    z.next_out = reinterpret_cast<Bytef*>(out.data());
    z.avail_out = static_cast<uInt>(out.size());
    const int code = deflate(&z, last ? Z_FINISH : Z_NO_FLUSH);
    taken += offered - z.avail_in;
    z.avail_in += rest - offered;
    packed_.append(out.data(), out.size() - z.avail_out);
    if (code == Z_STREAM_END || packed_.size() >= bytes_) {
      stream_->over = true;
      return true;
    }
  }
  return false;
}

std::optional<std::string> Deflater::Take() {
  if (!stream_->over || packed_.size() >= bytes_) return std::nullopt;
  return std::move(packed_);
}

}  // namespace crossdock::net::http
