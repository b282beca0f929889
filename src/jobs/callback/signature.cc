#include "jobs/callback/signature.h"

#include <array>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

namespace crossdock::jobs {
namespace {

constexpr std::string_view kPrefix = "whsec_";
constexpr size_t kShortestSecret = 24;
constexpr size_t kLongestSecret = 64;
constexpr size_t kSha256Bytes = 32;

const unsigned char* Bytes(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

std::string_view Trimmed(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos ? std::string_view()
                                         : line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace

std::string Base64(std::string_view bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');
  const int size =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), Bytes(bytes), static_cast<int>(bytes.size()));
  text.resize(static_cast<size_t>(size));
  return text;
}

Result<std::string> FromBase64(std::string_view text) {
  std::string bytes(text.size() / 4 * 3 + 3, '\0');
  const int size = text.size() % 4 != 0 ? -1
                                        : EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()), Bytes(text),
                                                          static_cast<int>(text.size()));
  const size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  if (size < 0 || text.find_first_of(" \t\r\n") != std::string_view::npos)
    return InvalidArgument("base64", "not standard Base64 with its padding");
  bytes.resize(static_cast<size_t>(size) - padding);
  return bytes;
}

Result<Signer> Signer::Read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return InvalidArgument("secret_file", fmt::format("{} cannot be read", file.string()));
  return Parse(std::string(std::istreambuf_iterator<char>(in), {}));
}

Result<Signer> Signer::Parse(std::string_view text) {
  Signer signer;
  int number = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = Trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.empty() || line.starts_with('#')) continue;
    const auto secret = line.starts_with(kPrefix) ? FromBase64(line.substr(kPrefix.size()))
                                                  : Result<std::string>(InvalidArgument("secret_file", "no prefix"));
    if (!secret || secret->size() < kShortestSecret || secret->size() > kLongestSecret) {
      return InvalidArgument(
          "secret_file", fmt::format("line {} is no secret: it must be {} and the Base64 of {} to {} bytes, as from "
                                     "`echo {}$(head -c 32 /dev/urandom | base64)`",
                                     number, kPrefix, kShortestSecret, kLongestSecret, kPrefix));
    }
    signer.secrets_.push_back(*secret);
  }
  if (signer.secrets_.empty()) return InvalidArgument("secret_file", "the file holds no secret");
  return signer;
}

std::string Signer::Sign(std::string_view id, int64_t unix_seconds, std::string_view body) const {
  const std::string content = fmt::format("{}.{}.{}", id, unix_seconds, body);
  std::string header;
  for (const std::string& secret : secrets_) {
    std::array<unsigned char, kSha256Bytes> mac{};
    unsigned int size = 0;
    HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()), Bytes(content), content.size(), mac.data(),
         &size);
    if (!header.empty()) header += ' ';
    header += "v1," + Base64(std::string_view(reinterpret_cast<const char*>(mac.data()), size));
  }
  return header;
}

std::string NewLetterId() {
  std::array<unsigned char, 16> random{};
  if (RAND_bytes(random.data(), static_cast<int>(random.size())) != 1) throw std::runtime_error("no random bytes");
  std::string id = "msg_";
  for (const unsigned char byte : random) id += fmt::format("{:02x}", byte);
  return id;
}

}  // namespace crossdock::jobs
