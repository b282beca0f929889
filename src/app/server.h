#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <string>

#include "access/gate.h"
#include "app/api/parcel_api.h"
#include "app/metrics.h"
#include "app/model_cache.h"
#include "app/model_statistics.h"
#include "app/refusals.h"
#include "app/server_config.h"
#include "base/clock.h"
#include "fusion/parcel_table.h"
#include "jobs/job_service.h"
#include "model/idle_preload.h"
#include "model/local_catalog.h"
#include "net/front_end.h"
#include "net/grpc/server.h"
#include "net/http/server.h"
#include "pipeline/byte_budget.h"
#include "pipeline/dispatcher.h"
#include "pipeline/model_service.h"
#include "pipeline/parcel/fused_parcels.h"
#include "pipeline/parcel/parcel_service.h"
#include "pipeline/picture_infer.h"
#include "pipeline/worker_pool.h"
#include "telemetry/registry.h"

namespace crossdock::app {

/// The whole server: makes every part, connects them, starts them in order and stops them in the opposite one.
class Server {
 public:
  /// Listens at once and answers "not ready" while models load.
  /// errors  kInvalidArgument: configuration; kNotFound: repository; kUnavailable: a port
  static Result<std::unique_ptr<Server>> Start(ServerConfig config);
  ~Server();

  int http_port() const { return http_->port(); }
  int grpc_port() const { return grpc_->port(); }
  const model::LocalCatalog& models() const { return *catalog_; }
  /// Blocks until every model has been loaded or refused, or `stop`.
  void WaitSettled(std::stop_token stop) { catalog_->WaitSettled(std::move(stop)); }
  /// Takes up the jobs that an earlier run left, and those that came since: once the models have settled.
  void BeginJobs() { jobs_->Begin(); }
  /// Reads the principals' file again; on an error everything stays as it was.
  Status ReloadAccess() { return gate_->Reload(); }
  bool ready() const { return !stopping_ && catalog_->ready(); }
  /// Takes over what has changed in the model repository and under `models` of the configuration, and goes on serving meanwhile. What
  /// else differs needs a restart: the log names it.
  void Reload(const ServerConfig& config);
  /// Refuses new work, answers what was accepted, and ends every thread but those of the models. Once or more.
  void Stop();
  /// After Stop. Whether the models' loading has ended, which nobody can interrupt in the middle; if not, the destructor waits for it.
  bool StopLoading(std::chrono::milliseconds within) { return catalog_->Stop(within); }

 private:
  explicit Server(ServerConfig config);
  model::LocalCatalog::Options CatalogOptions();
  Status Listen();
  void MakePipelines();
  /// Loads the models that can wait, when nothing runs.
  void MakePreload();
  Status MakeJobs();
  Tier codes_tier() const;
  net::FrontEnd MakeFrontEnd();
  void WatchLoad();

  const ServerConfig config_;
  RealClock clock_;
  telemetry::Registry registry_;
  PipelineMetrics metrics_{registry_};
  Refusals refusals_{registry_};
  ModelStatistics statistics_;
  std::atomic<bool> stopping_ = false;
  std::atomic<TimePoint::rep> last_call_ = clock_.Now().time_since_epoch().count();  // when an engine call last ended
  pipeline::ByteBudget budget_;
  std::unique_ptr<access::Gate> gate_;
  std::unique_ptr<jobs::Journal> journal_;
  std::unique_ptr<jobs::CallbackService> callbacks_;
  std::unique_ptr<jobs::JobService> jobs_;
  ModelCache model_cache_{config_.cache, registry_};
  std::unique_ptr<model::LocalCatalog> catalog_;
  pipeline::Dispatcher dispatcher_;
  pipeline::WorkerPool codes_pool_;
  pipeline::WorkerPool rescue_pool_;
  pipeline::WorkerPool text_pool_;
  std::unique_ptr<pipeline::ModelService> model_service_;
  std::unique_ptr<pipeline::PictureInfer> picture_infer_;
  std::unique_ptr<CountedInfer> counted_infer_;
  std::unique_ptr<pipeline::ParcelPipeline> parcel_;
  std::unique_ptr<fusion::ParcelTable> parcel_table_;
  std::unique_ptr<pipeline::FusedParcels> fused_parcels_;
  std::unique_ptr<CountedParcels> counted_parcels_;
  std::unique_ptr<ParcelApi> parcel_api_;
  std::unique_ptr<net::FrontEnd> front_end_;
  std::unique_ptr<net::http::Server> http_;
  std::unique_ptr<net::grpc::Server> grpc_;
  std::unique_ptr<model::IdlePreload> preload_;  // last: it uses the catalogue and the dispatcher
};

}  // namespace crossdock::app
