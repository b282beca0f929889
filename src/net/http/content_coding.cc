#include "net/http/content_coding.h"

#include <array>
#include <charconv>

#include "net/http/ascii.h"

namespace crossdock::net::http {
namespace {

constexpr std::array kCodings{ContentCoding::kGzip, ContentCoding::kDeflate};  // by preference among equals

std::optional<ContentCoding> CodingNamed(std::string_view name) {
  if (EqualsIgnoringCase(name, "identity")) return ContentCoding::kIdentity;
  if (EqualsIgnoringCase(name, "gzip") || EqualsIgnoringCase(name, "x-gzip")) return ContentCoding::kGzip;
  if (EqualsIgnoringCase(name, "deflate")) return ContentCoding::kDeflate;
  return std::nullopt;
}

/// The weight among the parameters of one entry: 0 to 1; 1 where none is said, nothing where it is no weight.
std::optional<double> WeightIn(std::string_view parameters) {
  double weight = 1;
  while (!parameters.empty()) {
    const auto parameter = Trim(TakeUntil(parameters, ';'));
    if (parameter.size() < 2 || Lower(parameter[0]) != 'q' || parameter[1] != '=') continue;
    const auto text = parameter.substr(2);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), weight);
    if (error != std::errc() || end != text.data() + text.size() || !(weight >= 0 && weight <= 1)) return std::nullopt;
  }
  return weight;
}

}  // namespace

std::string_view Name(ContentCoding coding) {
  switch (coding) {
    case ContentCoding::kIdentity: return {};
    case ContentCoding::kGzip: return "gzip";
    case ContentCoding::kDeflate: return "deflate";
  }
  return {};
}

std::optional<ContentCoding> ParseContentEncoding(std::string_view value) {
  value = Trim(value);
  if (value.empty()) return ContentCoding::kIdentity;
  return CodingNamed(value);
}

ContentCoding ChooseCoding(std::string_view accept_encoding) {
  std::array<std::optional<double>, 3> weights;  // by ContentCoding
  std::optional<double> others;
  while (!accept_encoding.empty()) {
    auto entry = TakeUntil(accept_encoding, ',');
    const auto name = Trim(TakeUntil(entry, ';'));
    const auto weight = WeightIn(entry);
    if (!weight) continue;
    if (name == "*")
      others = weight;
    else if (const auto coding = CodingNamed(name))
      weights[static_cast<size_t>(*coding)] = weight;
  }
  ContentCoding best = ContentCoding::kIdentity;
  double most = weights[static_cast<size_t>(best)].value_or(0);
  for (const ContentCoding coding : kCodings) {
    const double weight = weights[static_cast<size_t>(coding)].value_or(others.value_or(0));
    if (weight <= 0 || weight < most || (weight == most && best != ContentCoding::kIdentity)) continue;
    best = coding;
    most = weight;
  }
  return best;
}

}  // namespace crossdock::net::http
