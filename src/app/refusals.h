#pragma once

#include "base/result.h"
#include "pipeline/request.h"
#include "telemetry/registry.h"

namespace crossdock::app {

/// Counts requests that were not served although nothing was wrong with them, by reason. Any thread.
class Refusals {
 public:
  explicit Refusals(telemetry::Registry& registry);
  /// Leaves errors alone that are the sender's or the server's fault.
  void Count(const Error& error);

 private:
  telemetry::Family<telemetry::Counter>& refused_;
};

/// Hands parcels on and counts their refusals. Text that was not read while the codes were counts too.
class CountedParcels final : public pipeline::ParcelService {
 public:
  /// Both outlive the last answer.
  CountedParcels(pipeline::ParcelService& inner, Refusals& refusals) : inner_(inner), refusals_(refusals) {}
  Status Announce(const pipeline::ParcelRequest& request) override { return inner_.Announce(request); }
  void Submit(pipeline::ParcelRequest request) noexcept override;

 private:
  pipeline::ParcelService& inner_;
  Refusals& refusals_;
};

}  // namespace crossdock::app
