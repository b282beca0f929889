#pragma once

#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "config/value.h"

namespace crossdock::config {

/// The visitor that a struct's `Describe` is called with: collects its fields, each bound to its member.
///   template <class V> void Describe(Door& d, V& v) {
///     v.Field("port", d.port, 0, 65535, "port to listen on; 0: any free one");
///     v.Field("mode", d.mode, {"open", "shut"}, "how it stands");        // a std::string with its choices
///     v.Field("tier", d.tier, {{"critical", Tier::kCritical}, …}, "…");  // an enumeration
///   }
/// Members may be bool, whole and floating-point numbers, std::string, std::filesystem::path, described structs, and
/// std::vector, std::map<std::string, …> and std::optional of all these. A struct with `Status Validate() const` is
/// checked after reading.
class Fields {
 public:
  struct Entry {
    std::string key;
    std::string meaning;
    std::unique_ptr<Value> value;
  };

  template <class T>
  void Field(std::string_view key, T& member, std::string_view meaning);
  /// least, most  allowed for the number, or for every number in a list, map or optional
  template <class T, class L, class M>
    requires std::is_arithmetic_v<L> && std::is_arithmetic_v<M>
  void Field(std::string_view key, T& member, L least, M most, std::string_view meaning);
  template <class T>
  void Field(std::string_view key, T& member, std::initializer_list<const char*> choices, std::string_view meaning);
  template <class E>
    requires std::is_enum_v<E>
  void Field(std::string_view key, E& member,
             std::initializer_list<std::pair<const char*, std::type_identity_t<E>>> names, std::string_view meaning);

  const std::vector<Entry>& entries() const { return entries_; }

 private:
  void Add(std::string_view key, std::string_view meaning, std::unique_ptr<Value> value) {
    entries_.push_back({std::string(key), std::string(meaning), std::move(value)});
  }
  std::vector<Entry> entries_;
};

/// What an object's fields do together: unknown keys are refused, with the nearest name.
void ReadFields(const Fields& fields, const Node& node, std::string_view path, Problems& problems);
Node ShowFields(const Fields& fields);
Type TypeOf(const Fields& fields);

}  // namespace crossdock::config

#include "config/bind.h"  // IWYU pragma: export, the templates' bodies
