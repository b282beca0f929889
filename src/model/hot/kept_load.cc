#include "model/hot/kept_load.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "digest/sha256.h"

namespace crossdock::model {
namespace {

using Json = nlohmann::json;
using engine::Port;
using engine::Signature;

constexpr std::string_view kMagic = "CXDLOAD1";
constexpr size_t kAlignment = 64;  // of the facts and of the runtime's form: some runtimes use its weights in place
constexpr size_t kDigestAt = 24;
constexpr size_t kDigestBytes = 32;
constexpr size_t kHeadBytes = 64;

size_t RoundedUp(size_t size) { return (size + kAlignment - 1) / kAlignment * kAlignment; }

void PutNumber(uint64_t value, std::byte* at) {
  for (unsigned i = 0; i < 8; ++i) at[i] = static_cast<std::byte>(value >> (8 * i));
}
uint64_t TakeNumber(const std::byte* at) {
  uint64_t value = 0;
  for (unsigned i = 0; i < 8; ++i) value |= std::to_integer<uint64_t>(at[i]) << (8 * i);
  return value;
}

std::string DigestOf(std::span<const std::byte> before, std::span<const std::byte> facts,
                     std::span<const std::byte> form) {
  digest::Sha256 hash;
  hash.Add(before);
  hash.Add(facts);
  hash.Add(form);
  return hash.Finish();
}

Json PortsJson(const std::vector<Port>& ports) {
  Json list = Json::array();
  for (const Port& port : ports) list.push_back({port.name, tensor::Name(port.dtype), port.shape, port.any_rank});
  return list;
}
std::vector<Port> ReadPorts(const Json& list) {
  std::vector<Port> ports;
  for (const Json& item : list) {
    Port port;
    port.name = item.at(0).get<std::string>();
    port.dtype = tensor::ParseDType(item.at(1).get<std::string>()).value();
    port.shape = item.at(2).get<tensor::Shape>();
    port.any_rank = item.at(3).get<bool>();
    ports.push_back(std::move(port));
  }
  return ports;
}

Json FindingsJson(const Findings& findings) {
  Json buckets = Json::array();
  for (size_t i = 0; i < findings.buckets.size(); ++i) {
    Json times = Json::array();
    for (const auto& [rows, time] : findings.times[i]) times.push_back({rows, time.count()});
    buckets.push_back({{"inputs", findings.buckets[i].inputs}, {"times_ns", std::move(times)}});
  }
  return {{"max_batch", findings.max_batch}, {"note", findings.batch_note}, {"buckets", std::move(buckets)}};
}
Findings ReadFindings(const Json& json) {
  Findings findings;
  findings.max_batch = json.at("max_batch").get<int>();
  findings.batch_note = json.at("note").get<std::string>();
  for (const Json& bucket : json.at("buckets")) {
    findings.buckets.push_back({bucket.at("inputs").get<std::vector<tensor::Shape>>()});
    auto& times = findings.times.emplace_back();
    for (const Json& time : bucket.at("times_ns")) times.emplace_back(time.at(0).get<int>(), time.at(1).get<int64_t>());
  }
  return findings;
}

Json LoadJson(const KeptLoad& load) {
  Json placements = Json::array();
  for (const auto& p : load.placements) placements.push_back({p.provider, p.nodes, p.fallback});
  const LoadKey& k = load.key;
  return {{"key", {k.place, k.model, k.options, k.runtime, k.processor, k.build}},
          {"inputs", PortsJson(load.signature.inputs)},
          {"outputs", PortsJson(load.signature.outputs)},
          {"metadata", load.signature.metadata},
          {"placements", std::move(placements)},
          {"findings", FindingsJson(load.findings)},
          {"fresh_load_ns", load.fresh_load.count()},
          {"without_it", load.without_it}};
}
KeptLoad ReadLoad(const Json& json) {
  KeptLoad load;
  const auto parts = json.at("key").get<std::array<std::string, 6>>();
  load.key = {parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]};
  load.signature.inputs = ReadPorts(json.at("inputs"));
  load.signature.outputs = ReadPorts(json.at("outputs"));
  load.signature.metadata = json.at("metadata").get<std::map<std::string, std::string>>();
  for (const Json& p : json.at("placements"))
    load.placements.push_back({p.at(0).get<std::string>(), p.at(1).get<int>(), p.at(2).get<bool>()});
  load.findings = ReadFindings(json.at("findings"));
  load.fresh_load = Nanos(json.at("fresh_load_ns").get<int64_t>());
  load.without_it = json.at("without_it").get<std::string>();
  return load;
}

Error Damaged(std::string why) { return Error{ErrorCode::kInternal, std::move(why)}; }

}  // namespace

std::vector<std::byte> EncodeHead(const KeptLoad& load, std::span<const std::byte> form) {
  const std::vector<uint8_t> facts = Json::to_cbor(LoadJson(load));
  std::vector<std::byte> head(kHeadBytes + RoundedUp(facts.size()));
  std::memcpy(head.data(), kMagic.data(), kMagic.size());
  PutNumber(facts.size(), head.data() + 8);
  PutNumber(form.size(), head.data() + 16);
  std::memcpy(head.data() + kHeadBytes, facts.data(), facts.size());
  const std::span<const std::byte> whole(head);
  const std::string digest = DigestOf(whole.first(kDigestAt), whole.subspan(kHeadBytes), form);
  std::memcpy(head.data() + kDigestAt, digest.data(), digest.size());
  return head;
}

Result<DecodedLoad> Decode(std::span<const std::byte> file) {
  if (file.size() < kHeadBytes) return Damaged(fmt::format("only {} bytes", file.size()));
  if (std::memcmp(file.data(), kMagic.data(), kMagic.size()) != 0) return Damaged("not the file's magic");
  const uint64_t facts = TakeNumber(file.data() + 8);
  const uint64_t form = TakeNumber(file.data() + 16);
  if (facts > file.size() || form > file.size() || kHeadBytes + RoundedUp(facts) + form != file.size())
    return Damaged(fmt::format("{} bytes, which is not what its head says", file.size()));
  const auto behind = file.subspan(kHeadBytes);
  DecodedLoad out;
  out.form = behind.subspan(RoundedUp(facts));
  const std::string digest = DigestOf(file.first(kDigestAt), behind.first(RoundedUp(facts)), out.form);
  if (std::memcmp(digest.data(), file.data() + kDigestAt, kDigestBytes) != 0) return Damaged("a wrong checksum");
  try {
    const auto* begin = reinterpret_cast<const uint8_t*>(behind.data());
    out.load = ReadLoad(Json::from_cbor(begin, begin + facts));
  } catch (const std::exception& e) {  // another form of the facts under this magic
    return Damaged(e.what());
  }
  return out;
}

}  // namespace crossdock::model
