#pragma once

#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace crossdock::record {

/// A record with something in every field; `number` tells it from others.
inline Record SampleRecord(int number, int64_t rows = 2) {
  Record record;
  record.request_id = "r-" + std::to_string(number);
  record.received_unix_us = 1'700'000'000'000'000 + number;
  record.model = "recognizer";
  record.version = 3;
  record.tier = Tier::kCritical;
  record.outcome = "deadline_exceeded";
  record.labels = {{"line", "A"}, {"light", "night"}};
  record.facts = {{"batch_rows", 4}, {"queue_ns", -1}};
  tensor::Tensor pixels = *tensor::Tensor::Allocate(tensor::DType::kF32, {rows, 3});
  for (size_t i = 0; i < pixels.as<float>().size(); ++i)
    pixels.as<float>()[i] = static_cast<float>(number) + static_cast<float>(i) / 8;
  record.inputs.push_back({"x", pixels});
  const std::array<std::string_view, 2> words = {"", "waybill"};
  record.outputs.push_back({"text", tensor::Tensor::OfStrings({2}, words)});
  return record;
}

inline bool SameTensors(const std::vector<NamedTensor>& a, const std::vector<NamedTensor>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    const tensor::TensorView x = a[i].tensor.view(), y = b[i].tensor.view();
    if (a[i].name != b[i].name || x.dtype != y.dtype || x.shape != y.shape || x.bytes.size() != y.bytes.size())
      return false;
    if (std::memcmp(x.bytes.data(), y.bytes.data(), x.bytes.size()) != 0) return false;
  }
  return true;
}

inline bool Same(const Record& a, const Record& b) {
  return a.request_id == b.request_id && a.received_unix_us == b.received_unix_us && a.model == b.model &&
         a.version == b.version && a.tier == b.tier && a.outcome == b.outcome && a.labels == b.labels &&
         a.facts == b.facts && SameTensors(a.inputs, b.inputs) && SameTensors(a.outputs, b.outputs);
}

}  // namespace crossdock::record
