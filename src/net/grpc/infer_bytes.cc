#include "net/grpc/infer_bytes.h"

#include <array>
#include <memory>
#include <vector>

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <grpcpp/support/slice.h>

#include "net/grpc/infer_messages.h"

namespace crossdock::net::grpc {
namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedOutputStream;

constexpr size_t kWorthLending = 16 * 1024;  // below that a slice of its own costs more than the copy

/// The field's number and length, as they stand before its bytes.
std::string ContentsHead(size_t size) {
  constexpr auto kTag = WireFormatLite::MakeTag(inference::ModelInferResponse::kRawOutputContentsFieldNumber,
                                                WireFormatLite::WIRETYPE_LENGTH_DELIMITED);
  std::array<uint8_t, 2 * 10> buffer{};
  auto* end = CodedOutputStream::WriteVarint32ToArray(kTag, buffer.data());
  end = CodedOutputStream::WriteVarint64ToArray(size, end);
  return {reinterpret_cast<const char*>(buffer.data()), static_cast<size_t>(end - buffer.data())};
}

::grpc::Slice Lend(const tensor::Tensor& tensor) {
  auto owner = std::make_unique<tensor::Tensor>(tensor);
  const auto bytes = tensor.mutable_view().bytes;
  return {bytes.data(), bytes.size(), [](void* lent) { delete static_cast<tensor::Tensor*>(lent); }, owner.release()};
}

}  // namespace

Result<inference::ModelInferRequest> ReadInferRequest(::grpc::ByteBuffer& bytes) {
  inference::ModelInferRequest message;
  ::grpc::ProtoBufferReader reader(&bytes);
  const bool read = reader.status().ok() && message.ParseFromZeroCopyStream(&reader);
  bytes.Clear();
  if (!read) return InvalidArgument("message", "the bytes are not a ModelInferRequest");
  return message;
}

::grpc::ByteBuffer WriteInferReply(const std::string& id, bool timing, const pipeline::InferAnswer& answer) {
  inference::ModelInferResponse message;
  DescribeInferReply(id, timing, answer, message);
  std::vector<::grpc::Slice> slices;
  std::string copied = message.SerializeAsString();
  for (const auto& output : answer.outputs) {
    const auto bytes = output.tensor.view().bytes;
    copied += ContentsHead(bytes.size());
    if (bytes.size() < kWorthLending) {
      copied.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      continue;
    }
    slices.emplace_back(copied);
    copied.clear();
    slices.push_back(Lend(output.tensor));
  }
  if (!copied.empty()) slices.emplace_back(copied);
  return {slices.data(), slices.size()};
}

}  // namespace crossdock::net::grpc
