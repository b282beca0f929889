#pragma once

#include "fusion/parcel_table.h"
#include "pipeline/request.h"

namespace crossdock::pipeline {

/// The hub's pipeline under many cameras: what it reads of one parcel's pictures is put to the vote, and each request is answered with its
/// parcel's verdict, which it waits for. Requests that name no parcel pass through. Any thread.
class FusedParcels final : public ParcelService {
 public:
  /// table  null: not configured, and a request that names a parcel is refused. Both outlive the service.
  FusedParcels(ParcelService& pipeline, fusion::ParcelTable* table) : pipeline_(pipeline), table_(table) {}

  /// errors  kInvalidArgument: not configured (`parcel`); and as fusion::ParcelTable::Expect
  Status Announce(const ParcelRequest& request) override;
  void Submit(ParcelRequest request) noexcept override;

 private:
  ParcelService& pipeline_;
  fusion::ParcelTable* const table_;
};

/// What the pictures of a job say of their parcel. A picture that the server had no room for is left out: it may be sent again.
std::vector<fusion::View> ViewsOf(const ParcelRequest& request, const ParcelResult& result);

}  // namespace crossdock::pipeline
