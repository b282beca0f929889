#pragma once

#include <concepts>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "config/fields.h"
#include "config/value.h"

/// The values that hold other values, and the choice of the right class for a C++ type.
namespace crossdock::config {

template <class T>
concept Described = requires(T& object, Fields& fields) { Describe(object, fields); };

template <class T>
std::unique_ptr<Value> Bind(T& target, const Bounds& bounds);

bool ExpectList(const Node& node, std::string_view path, Problems& problems);
bool ExpectMap(const Node& node, std::string_view path, Problems& problems);
void AddValidation(const Error& error, Mark mark, std::string_view path, Problems& problems);
Type ContainerType(Type::Kind kind, Type element);

template <class T>
class ObjectValue final : public Value {
 public:
  explicit ObjectValue(T& target) : target_(target) { Describe(target_, fields_); }
  void Read(const Node& node, std::string_view path, Problems& problems) override {
    const int before = problems.count();
    ReadFields(fields_, node, path, problems);
    if constexpr (requires(const T& t) {
                    { t.Validate() } -> std::convertible_to<Status>;
                  }) {
      // A struct that could not be read whole would only add complaints that are no news.
      if (problems.count() != before) return;
      if (const Status status = std::as_const(target_).Validate(); !status)
        AddValidation(status.error(), node.mark, path, problems);
    }
  }
  Node Show() const override { return ShowFields(fields_); }
  Type ValueType() const override { return TypeOf(fields_); }

 private:
  T& target_;
  Fields fields_;
};

template <class T>
class ListValue final : public Value {
 public:
  ListValue(std::vector<T>& target, const Bounds& bounds) : target_(target), bounds_(bounds) {}
  void Read(const Node& node, std::string_view path, Problems& problems) override {
    if (!ExpectList(node, path, problems)) return;
    target_.clear();
    for (size_t i = 0; i < node.items.size(); ++i) {
      T element{};
      Bind(element, bounds_)->Read(node.items[i], Join(path, i), problems);
      target_.push_back(std::move(element));
    }
  }
  Node Show() const override {
    Node list = Node::List();
    for (const T& element : target_) {
      T copy = element;
      list.items.push_back(Bind(copy, bounds_)->Show());
    }
    return list;
  }
  Type ValueType() const override {
    T element{};
    return ContainerType(Type::Kind::kList, Bind(element, bounds_)->ValueType());
  }

 private:
  std::vector<T>& target_;
  Bounds bounds_;
};

template <class T>
class MapValue final : public Value {
 public:
  MapValue(std::map<std::string, T>& target, const Bounds& bounds) : target_(target), bounds_(bounds) {}
  void Read(const Node& node, std::string_view path, Problems& problems) override {
    if (!ExpectMap(node, path, problems)) return;
    target_.clear();
    for (size_t i = 0; i < node.items.size(); ++i) {
      const std::string& key = node.keys[i].text;
      Bind(target_[key], bounds_)->Read(node.items[i], Join(path, key), problems);
    }
  }
  Node Show() const override {
    Node map = Node::Map();
    for (const auto& [key, element] : target_) {
      T copy = element;
      map.Append(key, Bind(copy, bounds_)->Show());
    }
    return map;
  }
  Type ValueType() const override {
    T element{};
    return ContainerType(Type::Kind::kMap, Bind(element, bounds_)->ValueType());
  }

 private:
  std::map<std::string, T>& target_;
  Bounds bounds_;
};

template <class T>
class OptionalValue final : public Value {
 public:
  OptionalValue(std::optional<T>& target, const Bounds& bounds) : target_(target), bounds_(bounds) {}
  void Read(const Node& node, std::string_view path, Problems& problems) override {
    if (node.kind == Node::Kind::kNull) return target_.reset();
    T value{};
    Bind(value, bounds_)->Read(node, path, problems);
    target_ = std::move(value);
  }
  Node Show() const override {
    if (!target_) return {};
    T copy = *target_;
    return Bind(copy, bounds_)->Show();
  }
  Type ValueType() const override {
    T value{};
    Type type = Bind(value, bounds_)->ValueType();
    type.optional = true;
    return type;
  }

 private:
  std::optional<T>& target_;
  Bounds bounds_;
};

template <class T>
inline constexpr bool kUnknownType = false;

/// Overloads that pick the holder of a container.
template <class T>
std::unique_ptr<Value> BindContainer(std::vector<T>& target, const Bounds& bounds) {
  static_assert(!std::is_same_v<T, bool>, "a list of bools has no addressable elements");
  return std::make_unique<ListValue<T>>(target, bounds);
}
template <class T>
std::unique_ptr<Value> BindContainer(std::map<std::string, T>& target, const Bounds& bounds) {
  return std::make_unique<MapValue<T>>(target, bounds);
}
template <class T>
std::unique_ptr<Value> BindContainer(std::optional<T>& target, const Bounds& bounds) {
  return std::make_unique<OptionalValue<T>>(target, bounds);
}

template <class T>
std::unique_ptr<Value> Bind(T& target, const Bounds& bounds) {
  if constexpr (std::is_same_v<T, bool>) {
    return std::make_unique<BoolValue>(target);
  } else if constexpr (std::is_integral_v<T>) {
    return std::make_unique<IntegerValue<T>>(target, bounds);
  } else if constexpr (std::is_floating_point_v<T>) {
    return std::make_unique<NumberValue<T>>(target, bounds);
  } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::filesystem::path>) {
    return std::make_unique<TextValue<T>>(target, bounds);
  } else if constexpr (requires { BindContainer(target, bounds); }) {
    return BindContainer(target, bounds);
  } else if constexpr (Described<T>) {
    return std::make_unique<ObjectValue<T>>(target);
  } else {
    static_assert(kUnknownType<T>, "config: write a Describe for this type");
  }
}

template <class T>
void Fields::Field(std::string_view key, T& member, std::string_view meaning) {
  Add(key, meaning, Bind(member, {}));
}

template <class T, class L, class M>
  requires std::is_arithmetic_v<L> && std::is_arithmetic_v<M>
void Fields::Field(std::string_view key, T& member, L least, M most, std::string_view meaning) {
  Bounds bounds;
  bounds.least_real = static_cast<double>(least);
  bounds.most_real = static_cast<double>(most);
  if constexpr (std::is_integral_v<L> && std::is_integral_v<M>) {
    bounds.least = static_cast<int64_t>(least);
    bounds.most = static_cast<int64_t>(most);
  }
  Add(key, meaning, Bind(member, bounds));
}

template <class T>
void Fields::Field(std::string_view key, T& member, std::initializer_list<const char*> choices,
                   std::string_view meaning) {
  Bounds bounds;
  bounds.choices.assign(choices.begin(), choices.end());
  Add(key, meaning, Bind(member, bounds));
}

template <class E>
  requires std::is_enum_v<E>
void Fields::Field(std::string_view key, E& member,
                   std::initializer_list<std::pair<const char*, std::type_identity_t<E>>> names,
                   std::string_view meaning) {
  typename EnumValue<E>::Names list;
  for (const auto& [name, value] : names) list.emplace_back(name, value);
  Add(key, meaning, std::make_unique<EnumValue<E>>(member, std::move(list)));
}

}  // namespace crossdock::config
