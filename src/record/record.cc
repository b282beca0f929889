#include "record/record.h"

#include <utility>

#include <fmt/format.h>

#include "record/wire.h"

namespace crossdock::record {
namespace {

/// The numbers are the format: never reuse one.
enum class Tag : uint8_t {
  kRequestId = 1,
  kReceived = 2,
  kModel = 3,
  kVersion = 4,
  kTier = 5,
  kOutcome = 6,
  kLabel = 7,
  kFact = 8,
  kInput = 9,
  kOutput = 10,
};

constexpr uint32_t kMostDimensions = 64;

/// Opens a field, whose length is known only when it is closed.
class FieldWriter {
 public:
  FieldWriter(std::vector<std::byte>& out, Tag tag) : out_(out), wire_(out) {
    wire_.Number(static_cast<uint8_t>(tag));
    length_at_ = out_.size();
    wire_.Number(uint64_t{0});
  }
  ~FieldWriter() {
    const auto length = ToBytes(static_cast<uint64_t>(out_.size() - length_at_ - sizeof(uint64_t)));
    std::memcpy(out_.data() + length_at_, length.data(), length.size());
  }
  FieldWriter(const FieldWriter&) = delete;
  FieldWriter& operator=(const FieldWriter&) = delete;
  WireWriter* operator->() { return &wire_; }

 private:
  std::vector<std::byte>& out_;
  WireWriter wire_;
  size_t length_at_ = 0;
};

void WriteText(std::vector<std::byte>& out, Tag tag, std::string_view text) {
  FieldWriter(out, tag)->Bytes(std::as_bytes(std::span(text)));
}

void WriteTensor(std::vector<std::byte>& out, Tag tag, const NamedTensor& named) {
  const tensor::TensorView view = named.tensor.view();
  FieldWriter field(out, tag);
  field->Text(named.name);
  field->Text(tensor::Name(view.dtype));
  field->Number(static_cast<uint32_t>(view.shape.size()));
  for (const int64_t dim : view.shape) field->Number(dim);
  field->Bytes(view.bytes);
}

std::string AsText(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Error Broken(std::string_view what) { return InvalidArgument("", fmt::format("damaged record: {}", what)); }

Result<NamedTensor> ReadTensor(std::span<const std::byte> content) {
  WireReader wire(content);
  const auto name = wire.Text();
  const auto dtype_name = wire.Text();
  const auto rank = wire.Number<uint32_t>();
  if (!name || !dtype_name || !rank || *rank > kMostDimensions) return Broken("tensor header");
  const auto dtype = tensor::ParseDType(*dtype_name);
  if (!dtype) return Broken("dtype");
  tensor::Shape shape;
  for (uint32_t i = 0; i < *rank; ++i) shape.push_back(wire.Number<int64_t>().value_or(-1));
  const tensor::TensorView view{*dtype, std::move(shape), wire.rest()};
  if (wire.failed()) return Broken("tensor shape");
  if (const Status fits = tensor::CheckBytes(view, "tensor"); !fits) return Broken(fits.error().message);
  return NamedTensor{std::string(*name), tensor::Tensor::CopyOf(view)};
}

Status ReadTensorInto(std::vector<NamedTensor>& list, std::span<const std::byte> content) {
  auto named = ReadTensor(content);
  if (!named) return named.error();
  list.push_back(std::move(*named));
  return {};
}

template <class T>
Status ReadNumberInto(T& number, std::span<const std::byte> content) {
  const auto value = WireReader(content).Number<T>();
  if (!value) return Broken("number");
  number = *value;
  return {};
}

Status ReadTier(Tier& tier, std::span<const std::byte> content) {
  const auto parsed = ParseTier(AsText(content), "tier");
  if (!parsed) return Broken("tier");
  tier = *parsed;
  return {};
}

Status ReadLabel(Record& record, std::span<const std::byte> content) {
  WireReader wire(content);
  const auto key = wire.Text();
  if (!key) return Broken("label");
  record.labels[std::string(*key)] = AsText(wire.rest());
  return {};
}

Status ReadFact(Record& record, std::span<const std::byte> content) {
  WireReader wire(content);
  const auto key = wire.Text();
  const auto value = wire.Number<int64_t>();
  if (!key || !value) return Broken("fact");
  record.facts[std::string(*key)] = *value;
  return {};
}

Status ReadField(Record& record, Tag tag, std::span<const std::byte> content) {
  switch (tag) {
    case Tag::kRequestId: record.request_id = AsText(content); return {};
    case Tag::kReceived: return ReadNumberInto(record.received_unix_us, content);
    case Tag::kModel: record.model = AsText(content); return {};
    case Tag::kVersion: return ReadNumberInto(record.version, content);
    case Tag::kTier: return ReadTier(record.tier, content);
    case Tag::kOutcome: record.outcome = AsText(content); return {};
    case Tag::kLabel: return ReadLabel(record, content);
    case Tag::kFact: return ReadFact(record, content);
    case Tag::kInput: return ReadTensorInto(record.inputs, content);
    case Tag::kOutput: return ReadTensorInto(record.outputs, content);
  }
  return {};  // of a later version
}

}  // namespace

size_t SizeOf(const Record& record) {
  constexpr size_t kEach = 64;
  size_t size = sizeof(Record) + record.request_id.size() + record.model.size() + record.outcome.size();
  for (const auto& [key, value] : record.labels) size += kEach + key.size() + value.size();
  for (const auto& [key, value] : record.facts) size += kEach + key.size();
  for (const auto* list : {&record.inputs, &record.outputs}) {
    for (const NamedTensor& named : *list) size += kEach + named.name.size() + named.tensor.size_bytes();
  }
  return size;
}

std::vector<std::byte> Encode(const Record& record) {
  std::vector<std::byte> out;
  out.reserve(SizeOf(record) + 256);
  WriteText(out, Tag::kRequestId, record.request_id);
  FieldWriter(out, Tag::kReceived)->Number(record.received_unix_us);
  WriteText(out, Tag::kModel, record.model);
  FieldWriter(out, Tag::kVersion)->Number(static_cast<int32_t>(record.version));
  WriteText(out, Tag::kTier, Name(record.tier));
  WriteText(out, Tag::kOutcome, record.outcome);
  for (const auto& [key, value] : record.labels) {
    FieldWriter field(out, Tag::kLabel);
    field->Text(key);
    field->Bytes(std::as_bytes(std::span(value)));
  }
  for (const auto& [key, value] : record.facts) {
    FieldWriter field(out, Tag::kFact);
    field->Text(key);
    field->Number(value);
  }
  for (const NamedTensor& named : record.inputs) WriteTensor(out, Tag::kInput, named);
  for (const NamedTensor& named : record.outputs) WriteTensor(out, Tag::kOutput, named);
  return out;
}

Result<Record> Decode(std::span<const std::byte> payload) {
  Record record;
  WireReader wire(payload);
  while (!wire.empty()) {
    const auto tag = wire.Number<uint8_t>();
    const auto length = wire.Number<uint64_t>();
    const auto content = length ? wire.Bytes(*length) : std::nullopt;
    if (!tag || !content) return Broken("a field runs past the end");
    if (const Status read = ReadField(record, static_cast<Tag>(*tag), *content); !read) return read.error();
  }
  return record;
}

}  // namespace crossdock::record
