#include "app/server.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/api/access_api.h"
#include "app/api/callbacks_api.h"
#include "app/api/job_events.h"
#include "app/api/metrics_api.h"
#include "app/api/operations.h"
#include "app/api/verdict_api.h"
#include "base/log.h"
#include "engine/cores.h"
#include "net/http/openapi.h"
#include "net/http/v2_routes.h"
#include "schedule/policy.h"

namespace crossdock::app {
namespace {

constexpr int kMostLoadsAtOnce = 8;  // each holds a second copy of its model for a moment

int CoresOr(int configured) { return configured > 0 ? configured : engine::AvailableCores(); }

int CodesThreads(const SchedulingConfig& config) {
  return config.codes_on_receiving ? 0 : CoresOr(config.codes_threads);
}

pipeline::WorkerPool::Options Pool(const char* name, int threads, int nice, int max_queued) {
  return {name, threads, nice, static_cast<size_t>(max_queued)};
}

std::vector<model::FoundVersion> Configured(const ServerConfig& config) {
  std::vector<model::FoundVersion> versions;
  versions.reserve(config.models.size());
  for (const auto& [name, entry] : config.models) versions.push_back({name, 1, entry.file, entry.config});
  return versions;
}

/// The models that serve, or are about to.
std::set<std::string, std::less<>> NamesOf(const std::vector<model::VersionStatus>& versions) {
  std::set<std::string, std::less<>> names;
  for (const model::VersionStatus& status : versions) {
    if (status.state != model::VersionState::kFailed && status.state != model::VersionState::kUnloaded)
      names.insert(status.id.name);
  }
  return names;
}

}  // namespace

Result<std::unique_ptr<Server>> Server::Start(ServerConfig config) {
  auto server = std::unique_ptr<Server>(new Server(std::move(config)));
  auto gate = access::Gate::Create(
      server->config_.access,
      {server->clock_, [&refusals = server->refusals_](const Error& error) { refusals.Count(error); }});
  if (!gate) return gate.error();
  server->gate_ = *std::move(gate);
  auto catalog = model::LocalCatalog::Create(server->CatalogOptions());
  if (!catalog) return catalog.error();
  server->catalog_ = *std::move(catalog);
  server->MakePipelines();
  if (Status made = server->MakeJobs(); !made) return made.error();
  server->WatchLoad();
  if (Status listening = server->Listen(); !listening) return listening.error();
  server->MakePreload();
  return server;
}

Server::Server(ServerConfig config)
    : config_(std::move(config)),
      budget_(static_cast<size_t>(config_.limits.request_mib) << 20),
      dispatcher_({CoresOr(config_.scheduling.slots), config_.scheduling.engine_nice,
                   [this](const pipeline::BatchReport& report) {
                     metrics_.Batch(report);
                     statistics_.Called(report);
                     last_call_ = clock_.Now().time_since_epoch().count();
                   }},
                  clock_, schedule::MakeEarliestDeadlinePolicy()),
      codes_pool_(Pool("codes", CodesThreads(config_.scheduling), 0, config_.scheduling.max_queued_pictures), clock_),
      rescue_pool_(Pool("rescue", config_.scheduling.rescue_threads, config_.scheduling.rescue_nice,
                        config_.scheduling.max_queued_pictures),
                   clock_),
      // Every line of a picture is a job of its own.
      text_pool_(Pool("text", CoresOr(config_.scheduling.text_threads), config_.scheduling.text_nice,
                      100 * config_.scheduling.max_queued_pictures),
                 clock_) {}

Server::~Server() { Stop(); }

model::LocalCatalog::Options Server::CatalogOptions() {
  model::LocalCatalog::Options options;
  options.repository = config_.model_repository;
  options.configured = Configured(config_);
  options.loading.load = model_cache_.loader();
  options.at_once =
      config_.loading.at_once > 0 ? config_.loading.at_once : std::min(engine::AvailableCores(), kMostLoadsAtOnce);
  options.loading.loading_nice = config_.lifecycle.loading_nice;
  options.loading.serving_nice = config_.scheduling.engine_nice;
  options.watch_period = std::chrono::milliseconds(config_.lifecycle.watch_ms);
  options.clock = &clock_;
  return options;
}

void Server::Reload(const ServerConfig& config) {
  if (stopping_) return;
  std::vector<std::string> others = ChangedKeys(config_, config);
  std::erase(others, "models");
  if (!others.empty()) log::Warn("changes that need a restart", {{"keys", fmt::format("{}", fmt::join(others, ", "))}});
  catalog_->Reload(Configured(config), [](const Status& done) {
    if (done) return log::Info("models reloaded");
    log::Error("models reloaded, but not all", {{"first", done.error().message}});
  });
}

void Server::MakePreload() {
  model::IdlePreload::Parts parts{clock_, {}, {}, {}};
  parts.last_activity = [this] {
    const auto load = dispatcher_.load();
    return load.running > 0 || load.queued_rows > 0 ? clock_.Now() : TimePoint(Nanos(last_call_.load()));
  };
  parts.wait_settled = [this](std::stop_token stop) { catalog_->WaitSettled(std::move(stop)); };
  parts.load = [this](const std::string& model, model::LocalCatalog::Done done) {
    catalog_->Load(model, std::move(done));
  };
  preload_ = std::make_unique<model::IdlePreload>(catalog_->waiting_for_idle(),
                                                  std::chrono::milliseconds(config_.loading.idle_ms), std::move(parts));
}

void Server::MakePipelines() {
  model_service_ = std::make_unique<pipeline::ModelService>(
      pipeline::ModelService::Parts{*catalog_,
                                    dispatcher_,
                                    clock_,
                                    &budget_,
                                    {},
                                    std::chrono::milliseconds(config_.limits.default_deadline_ms),
                                    config_.scheduling.refuse_late});
  picture_infer_ = std::make_unique<pipeline::PictureInfer>(*model_service_, *catalog_, codes_pool_, clock_);
  counted_infer_ = std::make_unique<CountedInfer>(*picture_infer_, *catalog_, clock_, statistics_, &refusals_);
  if (config_.pipelines.parcel) {
    const auto& parcel = *config_.pipelines.parcel;
    parcel_ = std::make_unique<pipeline::ParcelPipeline>(
        parcel,
        pipeline::ParcelPipeline::Parts{*catalog_, dispatcher_, clock_, codes_pool_, rescue_pool_, text_pool_, &budget_,
                                        [this](std::string_view stage, Nanos wait, Nanos run, std::string_view id) {
                                          metrics_.Stage("parcel", stage, wait, run, id);
                                        },
                                        config_.scheduling.refuse_late});
    if (parcel.cameras) {
      parcel_table_ = std::make_unique<fusion::ParcelTable>(
          *parcel.cameras, clock_,
          fusion::ParcelTable::Observer{[this](const fusion::Verdict& verdict) { metrics_.ParcelVerdict(verdict); },
                                        [this](bool past_deadline) { metrics_.LatePicture(past_deadline); }});
    }
    fused_parcels_ = std::make_unique<pipeline::FusedParcels>(*parcel_, parcel_table_.get());
    counted_parcels_ = std::make_unique<CountedParcels>(*fused_parcels_, refusals_);
  }
}

Tier Server::codes_tier() const {
  if (!config_.pipelines.parcel) return Tier::kCritical;
  return ParseTier(config_.pipelines.parcel->codes_tier, "codes_tier").value_or(Tier::kCritical);
}

Status Server::MakeJobs() {
  const auto& config = config_.jobs;
  const auto kept = static_cast<size_t>(config_.limits.kept_jobs);
  if (!config.folder.empty()) {
    jobs::Journal::Options options;
    options.most_bytes = static_cast<int64_t>(config.max_mib) << 20;
    options.reserve_bytes = static_cast<int64_t>(config.reserve_mib) << 20;
    options.kept = kept;
    options.kept_dead = static_cast<size_t>(config.callbacks.kept_dead);
    auto journal = jobs::Journal::Open(config.folder, options);
    if (!journal) return journal.error();
    journal_ = *std::move(journal);
  }
  if (journal_ && !config.callbacks.secret_file.empty()) {
    auto callbacks = jobs::CallbackService::Create(config.callbacks, *journal_, clock_, jobs::UnixNowMs);
    if (!callbacks) return callbacks.error();
    callbacks_ = *std::move(callbacks);
  }
  jobs::JobService::Options options;
  options.table = {kept, std::chrono::seconds(config_.limits.keep_jobs_s)};
  options.running = static_cast<size_t>(config.running > 0 ? config.running : 2 * engine::AvailableCores());
  jobs::JobService::Pipelines pipelines;
  const ParcelApi::Options api{std::chrono::seconds(config_.limits.longest_wait_s), codes_tier()};
  if (counted_parcels_) pipelines.emplace("parcel", counted_parcels_.get());
  jobs_ = std::make_unique<jobs::JobService>(
      options, std::move(pipelines),
      jobs::JobService::Parts{clock_, jobs::UnixNowMs, journal_.get(), callbacks_.get()});
  parcel_api_ = std::make_unique<ParcelApi>(*jobs_, clock_, api);
  return {};
}

net::FrontEnd Server::MakeFrontEnd() {
  net::FrontEnd front_end{*counted_infer_, *catalog_};
  front_end.gate = gate_.get();
  front_end.default_deadline = std::chrono::milliseconds(config_.limits.default_deadline_ms);
  front_end.ready = [this] { return ready(); };
  const auto answer = [](pipeline::Completion<void> done) {
    return [done = std::move(done)](Status status) mutable { done.Finish(std::move(status)); };
  };
  front_end.load = [this, answer](std::string model, pipeline::Completion<void> done) {
    catalog_->Load(std::move(model), answer(std::move(done)));
  };
  front_end.unload = [this, answer](std::string model, pipeline::Completion<void> done) {
    catalog_->Unload(std::move(model), answer(std::move(done)));
  };
  front_end.statistics = [this](const std::string& model, const std::string& version) {
    return statistics_.Report(*catalog_, model, version);
  };
  return front_end;
}

void Server::WatchLoad() {
  auto& queued = registry_.AddGauge(
      {.name = "crossdock_queued_rows", .help = "Rows that wait for an engine slot.", .label_names = {"model"}});
  auto& running = registry_.AddGauge({.name = "crossdock_running_calls", .help = "Engine calls that run now."});
  auto& bytes = registry_.AddGauge(
      {.name = "crossdock_request_bytes", .help = "What all requests inside hold.", .unit = "bytes"});
  auto& pictures = registry_.AddGauge(
      {.name = "crossdock_queued_jobs", .help = "Steps that wait for a thread of a pool.", .label_names = {"pool"}});
  auto& jobs = registry_.AddGauge({.name = "crossdock_jobs",
                                   .help = "Pipeline jobs: open, of these waiting on disk, and ended but not written.",
                                   .label_names = {"state"}});
  auto& callbacks =
      registry_.AddGauge({.name = "crossdock_callbacks",
                          .help = "Callbacks: waiting now, and since the start delivered, failed tries, dead.",
                          .label_names = {"state"}});
  auto& parcels = registry_.AddGauge({.name = "crossdock_parcels",
                                      .help = "Parcels under many cameras: without a verdict yet, and known in all.",
                                      .label_names = {"state"}});
  registry_.BeforeSnapshot([this, &queued, &running, &bytes, &pictures, &jobs, &callbacks, &parcels] {
    const auto load = dispatcher_.load();
    const auto served = NamesOf(catalog_->List());
    metrics_.KeepOnly(served);
    for (const auto& [model, rows] : load.queued_by_model) {
      if (rows > 0 || served.contains(model))
        queued.With({model})->Set(rows);
      else
        queued.Remove("model", model);
    }
    running.With({})->Set(load.running);
    bytes.With({})->Set(static_cast<double>(budget_.used_bytes()));
    for (auto* pool : {&codes_pool_, &rescue_pool_, &text_pool_})
      pictures.With({pool->name()})->Set(static_cast<double>(pool->queued()));
    const auto jobs_load = jobs_->load();
    jobs.With({"open"})->Set(static_cast<double>(jobs_load.open));
    jobs.With({"waiting"})->Set(static_cast<double>(jobs_load.waiting));
    jobs.With({"unwritten"})->Set(static_cast<double>(jobs_load.unwritten));
    if (parcel_table_) {
      const auto known = parcel_table_->load();
      parcels.With({"open"})->Set(static_cast<double>(known.open));
      parcels.With({"known"})->Set(static_cast<double>(known.known));
    }
    if (!callbacks_) return;
    const auto counts = callbacks_->counts();
    callbacks.With({"waiting"})->Set(static_cast<double>(counts.waiting));
    callbacks.With({"delivered"})->Set(static_cast<double>(counts.delivered));
    callbacks.With({"failed"})->Set(static_cast<double>(counts.failed));
    callbacks.With({"dead"})->Set(static_cast<double>(counts.dead));
  });
}

Status Server::Listen() {
  front_end_ = std::make_unique<net::FrontEnd>(MakeFrontEnd());
  std::vector<net::http::Route> routes = net::http::V2Routes(*front_end_);
  std::ranges::move(parcel_api_->Routes(), std::back_inserter(routes));
  routes.push_back(JobEventsRoute(*jobs_));
  if (parcel_table_)
    routes.push_back(VerdictRoute(*parcel_table_, clock_, std::chrono::seconds(config_.limits.longest_wait_s)));
  if (callbacks_) std::ranges::move(CallbackRoutes(*journal_, *callbacks_), std::back_inserter(routes));
  routes.push_back(MetricsRoute(registry_));
  routes.push_back(AccessReloadRoute(*gate_));
  routes = net::http::WithOpenApi(std::move(routes), AllSchemas(), front_end_->version);
  auto http = net::http::Server::Start(config_.http, std::move(routes), &registry_, gate_.get());
  if (!http) return http.error();
  http_ = *std::move(http);
  const net::grpc::JobDoor door{*jobs_, clock_, codes_tier(), std::chrono::seconds(config_.limits.longest_wait_s)};
  auto grpc = net::grpc::Server::Start(config_.grpc, *front_end_, &registry_, door);
  if (!grpc) return grpc.error();
  grpc_ = *std::move(grpc);
  return {};
}

void Server::Stop() {
  if (stopping_.exchange(true)) return;
  const std::chrono::milliseconds drain(config_.http.drain_ms);
  // Nothing new is begun. Then the doors: what was accepted is answered while everything behind them still runs.
  if (jobs_) jobs_->BeginStop();
  if (http_) http_->Stop(drain);
  if (grpc_) grpc_->Stop(drain);
  codes_pool_.Stop();
  rescue_pool_.Stop();
  text_pool_.Stop();
  dispatcher_.Stop();
  if (parcel_table_) parcel_table_->Stop();
  // Last what must reach the disk: what the pools dropped has been told to the jobs by now.
  if (callbacks_) callbacks_->Stop();
  if (journal_) journal_->Stop();
}

}  // namespace crossdock::app
