#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "config/node.h"
#include "config/problems.h"
#include "config/type.h"

namespace crossdock::config {

/// One configuration value of a known type, bound to a variable: how it is read, shown and described. A new type of
/// value is a new subclass; nothing else knows the types.
class Value {
 public:
  virtual ~Value() = default;
  /// Sets the variable, or leaves it and tells `problems` what is wrong at `path`. A null leaves lists, maps and
  /// objects as they are.
  virtual void Read(const Node& node, std::string_view path, Problems& problems) = 0;
  /// The variable as YAML.
  virtual Node Show() const = 0;
  virtual Type ValueType() const = 0;
};

/// What a field allows beyond its type; applies to the elements of lists, maps and optionals too.
struct Bounds {
  std::optional<int64_t> least, most;           // of whole numbers
  std::optional<double> least_real, most_real;  // of other numbers
  std::vector<std::string> choices;             // of texts
};

std::optional<bool> ReadBool(const Node& node, std::string_view path, Problems& problems);
std::optional<int64_t> ReadInteger(const Node& node, std::string_view path, Problems& problems, int64_t least,
                                   int64_t most);
std::optional<double> ReadNumber(const Node& node, std::string_view path, Problems& problems, const Bounds& bounds);
std::optional<std::string> ReadText(const Node& node, std::string_view path, Problems& problems, const Bounds& bounds);
/// The shortest text that reads back as the same number.
std::string ShowNumber(double value);
Type IntegerType(int64_t least, int64_t most, const Bounds& bounds);
Type NumberType(const Bounds& bounds);
Type TextType(const Bounds& bounds);

class BoolValue final : public Value {
 public:
  explicit BoolValue(bool& target) : target_(target) {}
  void Read(const Node& node, std::string_view path, Problems& problems) override;
  Node Show() const override { return Node::Scalar(target_ ? "true" : "false"); }
  Type ValueType() const override;

 private:
  bool& target_;
};

/// Any whole number up to 64 bits; of unsigned 64-bit ones the half that fits int64_t.
template <std::integral T>
class IntegerValue final : public Value {
 public:
  IntegerValue(T& target, const Bounds& bounds) : target_(target), bounds_(bounds) {}
  void Read(const Node& node, std::string_view path, Problems& problems) override {
    if (const auto value = ReadInteger(node, path, problems, Least(), Most())) target_ = static_cast<T>(*value);
  }
  Node Show() const override { return Node::Scalar(std::to_string(target_)); }
  Type ValueType() const override { return IntegerType(Least(), Most(), bounds_); }

 private:
  using Limits = std::numeric_limits<T>;
  int64_t Least() const { return bounds_.least.value_or(static_cast<int64_t>(Limits::min())); }
  int64_t Most() const {
    constexpr int64_t kLargest = std::cmp_less(Limits::max(), std::numeric_limits<int64_t>::max())
                                     ? static_cast<int64_t>(Limits::max())
                                     : std::numeric_limits<int64_t>::max();
    return bounds_.most.value_or(kLargest);
  }
  T& target_;
  Bounds bounds_;
};

template <std::floating_point T>
class NumberValue final : public Value {
 public:
  NumberValue(T& target, const Bounds& bounds) : target_(target), bounds_(bounds) {}
  void Read(const Node& node, std::string_view path, Problems& problems) override {
    if (const auto value = ReadNumber(node, path, problems, bounds_)) target_ = static_cast<T>(*value);
  }
  Node Show() const override { return Node::Scalar(ShowNumber(static_cast<double>(target_))); }
  Type ValueType() const override { return NumberType(bounds_); }

 private:
  T& target_;
  Bounds bounds_;
};

/// std::string and std::filesystem::path.
template <class T>
class TextValue final : public Value {
 public:
  TextValue(T& target, const Bounds& bounds) : target_(target), bounds_(bounds) {}
  void Read(const Node& node, std::string_view path, Problems& problems) override {
    if (auto value = ReadText(node, path, problems, bounds_)) target_ = T(std::move(*value));
  }
  Node Show() const override {
    if constexpr (std::is_same_v<T, std::string>) {
      return Node::Text(target_);
    } else {
      return Node::Text(target_.string());
    }
  }
  Type ValueType() const override { return TextType(bounds_); }

 private:
  T& target_;
  Bounds bounds_;
};

/// An enumeration, by the names of its values.
template <class E>
class EnumValue final : public Value {
 public:
  using Names = std::vector<std::pair<std::string, E>>;
  EnumValue(E& target, Names names) : target_(target), names_(std::move(names)) {
    for (const auto& [name, unused] : names_) bounds_.choices.push_back(name);
  }
  void Read(const Node& node, std::string_view path, Problems& problems) override {
    const auto value = ReadText(node, path, problems, bounds_);
    for (const auto& [name, meaning] : names_) {
      if (value == name) target_ = meaning;
    }
  }
  Node Show() const override {
    for (const auto& [name, meaning] : names_) {
      if (meaning == target_) return Node::Text(name);
    }
    return Node::Text("");
  }
  Type ValueType() const override { return TextType(bounds_); }

 private:
  E& target_;
  Names names_;
  Bounds bounds_;
};

}  // namespace crossdock::config
