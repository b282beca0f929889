#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/repository.h"

namespace crossdock::model {

/// What a kept load is good for, part by part, so that a stale one can say what has changed.
struct LoadKey {
  std::string place;      // which model this is to the server: name, version, file and options; 16 hexadecimal digits
  std::string model;      // digest of the model's bytes and of every file that a load of it reads
  std::string options;    // digest of every option that loading sees
  std::string runtime;    // "onnxruntime 1.32.0"
  std::string processor;  // its name, cores that this process may use, digest of its features
  std::string build;      // of this program
  bool operator==(const LoadKey&) const = default;
};

/// Over all parts; 32 hexadecimal digits.
std::string DigestOf(const LoadKey& key);

/// What of `kept`, of the same place, is not as in `wanted`, for the operator: "the model's bytes, the runtime (onnxruntime 1.31.0)".
std::string Differences(const LoadKey& kept, const LoadKey& wanted);

/// limit  rows that the model's manifest allows in one call, or 0: it decides what is tried
/// errors  kNotFound: a file cannot be read
Result<LoadKey> KeyOf(const FoundVersion& found, std::string_view runtime, std::string_view runtime_version, int limit);

}  // namespace crossdock::model
