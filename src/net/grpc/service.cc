#include "net/grpc/service.h"

#include "net/description.h"
#include "net/grpc/call.h"
#include "net/grpc/describe_messages.h"

namespace crossdock::net::grpc {

Service::Reactor* Service::Now(Context* context, const char* method, const Status& status, access::Role role) {
  auto* call = new Call(*context, door_, method, role);  // gRPC's to delete, through OnDone
  call->handle()->Finish([&](Call& mine) {
    if (!mine.caller()) return mine.Fail(mine.caller().error());  // the message is then not sent
    return status ? ::grpc::Status::OK : mine.Fail(status.error());
  });
  return call;
}

Service::Reactor* Service::ServerLive(Context* context, const inference::ServerLiveRequest*,
                                      inference::ServerLiveResponse* response) {
  response->set_live(true);
  return Now(context, "ServerLive", {}, access::Role::kProbe);
}

Service::Reactor* Service::ServerReady(Context* context, const inference::ServerReadyRequest*,
                                       inference::ServerReadyResponse* response) {
  response->set_ready(front_end_.IsReady());
  return Now(context, "ServerReady", {}, access::Role::kProbe);
}

Service::Reactor* Service::ModelReady(Context* context, const inference::ModelReadyRequest* request,
                                      inference::ModelReadyResponse* response) {
  const auto model = DescribeModel(front_end_.catalog, request->name(), request->version());
  response->set_ready(model.has_value());
  // That a model is not ready is the answer; a model that is not there is an error.
  const bool is_an_answer = model || model.error().code == ErrorCode::kUnavailable;
  return Now(context, "ModelReady", is_an_answer ? Status() : model.error(), access::Role::kProbe);
}

Service::Reactor* Service::ServerMetadata(Context* context, const inference::ServerMetadataRequest*,
                                          inference::ServerMetadataResponse* response) {
  response->set_name(front_end_.name);
  response->set_version(front_end_.version);
  for (auto& extension : front_end_.Extensions()) response->add_extensions(std::move(extension));
  return Now(context, "ServerMetadata", {});
}

Service::Reactor* Service::ModelMetadata(Context* context, const inference::ModelMetadataRequest* request,
                                         inference::ModelMetadataResponse* response) {
  const auto model = DescribeModel(front_end_.catalog, request->name(), request->version());
  if (!model) return Now(context, "ModelMetadata", model.error());
  Fill(*model, *response);
  return Now(context, "ModelMetadata", {});
}

Service::Reactor* Service::ModelConfig(Context* context, const inference::ModelConfigRequest* request,
                                       inference::ModelConfigResponse* response) {
  const auto config = Configuration(front_end_.catalog, request->name(), request->version());
  if (!config) return Now(context, "ModelConfig", config.error());
  Fill(*config, *response->mutable_config());
  return Now(context, "ModelConfig", {});
}

Service::Reactor* Service::ModelStatistics(Context* context, const inference::ModelStatisticsRequest* request,
                                           inference::ModelStatisticsResponse* response) {
  if (!front_end_.statistics)
    return Now(context, "ModelStatistics", Error{ErrorCode::kUnimplemented, "this server keeps no statistics"});
  const auto models = front_end_.statistics(request->name(), request->version());
  if (!models) return Now(context, "ModelStatistics", models.error());
  for (const auto& model : *models) Fill(model, *response->add_model_stats());
  return Now(context, "ModelStatistics", {}, access::Role::kObserve);
}

Service::Reactor* Service::RepositoryIndex(Context* context, const inference::RepositoryIndexRequest* request,
                                           inference::RepositoryIndexResponse* response) {
  for (const model::VersionStatus& status : front_end_.catalog.List()) {
    if (request->ready() && status.state != model::VersionState::kReady) continue;
    auto& entry = *response->add_models();
    entry.set_name(status.id.name);
    entry.set_version(std::to_string(status.id.version));
    entry.set_state(model::Name(status.state));
    entry.set_reason(status.reason);
  }
  return Now(context, "RepositoryIndex", {});
}

Service::Reactor* Service::RepositoryModelLoad(Context* context, const inference::RepositoryModelLoadRequest* request,
                                               inference::RepositoryModelLoadResponse*) {
  if (!request->parameters().empty()) {
    return Now(context, "RepositoryModelLoad",
               Error{ErrorCode::kUnimplemented, "models and their configuration come from the repository's folder only",
                     "parameters"});
  }
  return Act(context, "RepositoryModelLoad", request->model_name(), front_end_.load);
}

Service::Reactor* Service::RepositoryModelUnload(Context* context,
                                                 const inference::RepositoryModelUnloadRequest* request,
                                                 inference::RepositoryModelUnloadResponse*) {
  return Act(context, "RepositoryModelUnload", request->model_name(), front_end_.unload);
}

Service::Reactor* Service::Act(Context* context, const char* method, const std::string& model,
                               const FrontEnd::RepositoryAction& action) {
  if (!action)
    return Now(context, method,
               Error{ErrorCode::kUnimplemented, "this server's models are not loaded and unloaded by clients"});
  auto* call = new Call(*context, door_, method, access::Role::kControl);
  if (!call->caller()) {
    call->handle()->Finish([](Call& mine) { return mine.Fail(mine.caller().error()); });
    return call;
  }
  action(model, pipeline::Completion<void>([handle = call->handle()](Result<void> done) {
           handle->Finish([&](Call& mine) { return done ? ::grpc::Status::OK : mine.Fail(done.error()); });
         }));
  return call;
}

}  // namespace crossdock::net::grpc
