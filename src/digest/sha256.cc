#include "digest/sha256.h"

#include <openssl/evp.h>

namespace crossdock::digest {
namespace {

constexpr size_t kBytes = 32;

EVP_MD_CTX* Context(void* context) { return static_cast<EVP_MD_CTX*>(context); }

}  // namespace

Sha256::Sha256() : context_(EVP_MD_CTX_new()) { EVP_DigestInit_ex(Context(context_), EVP_sha256(), nullptr); }
Sha256::~Sha256() { EVP_MD_CTX_free(Context(context_)); }
void Sha256::Add(std::string_view bytes) { EVP_DigestUpdate(Context(context_), bytes.data(), bytes.size()); }
void Sha256::Add(std::span<const std::byte> bytes) { EVP_DigestUpdate(Context(context_), bytes.data(), bytes.size()); }
std::string Sha256::Finish() {
  std::string digest(kBytes, '\0');
  EVP_DigestFinal_ex(Context(context_), reinterpret_cast<unsigned char*>(digest.data()), nullptr);
  return digest;
}

std::string Hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

}  // namespace crossdock::digest
