#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace crossdock {

/// A callable that may own what cannot be copied; std::move_only_function of C++23, as far as it is needed here.
template <class Signature>
class UniqueFunction;

template <class R, class... Args>
class UniqueFunction<R(Args...)> {
 public:
  UniqueFunction() = default;
  UniqueFunction(std::nullptr_t) {}  // NOLINT(google-explicit-constructor): as std::function
  template <class F>
    requires(!std::is_same_v<std::decay_t<F>, UniqueFunction> && std::is_invocable_r_v<R, std::decay_t<F>&, Args...>)
  UniqueFunction(F&& f)  // NOLINT(google-explicit-constructor): as std::function
      : target_(std::make_unique<Holder<std::decay_t<F>>>(std::forward<F>(f))) {}

  R operator()(Args... args) { return target_->Call(std::forward<Args>(args)...); }
  explicit operator bool() const { return target_ != nullptr; }

 private:
  struct Target {
    virtual ~Target() = default;
    virtual R Call(Args... args) = 0;
  };
  template <class F>
  struct Holder final : Target {
    explicit Holder(F f) : function(std::move(f)) {}
    R Call(Args... args) override { return function(std::forward<Args>(args)...); }
    F function;
  };
  std::unique_ptr<Target> target_;
};

}  // namespace crossdock
