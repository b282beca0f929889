#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "hub/drawing/shift.h"
#include "hub/driving/server_process.h"
#include "hub/driving/stop_signal.h"
#include "hub/narration.h"
#include "hub/progress.h"
#include "hub/verbs.h"

namespace crossdock::hub {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kStartPatience{300};
constexpr int kPacePictures = 4;
constexpr double kMostRate = 2;    // a second: what two cores of today sustain with text, with room to spare
constexpr double kUsedTime = 0.7;  // of the machine's, at the rate that is chosen

fs::path ProgramFolder() { return fs::read_symlink("/proc/self/exe").parent_path(); }

Result<std::vector<PictureFile>> FindPictures(const DemoOptions& options, const fs::path& out) {
  if (!options.pictures.empty()) return ListPictures(options.pictures);
  const fs::path folder = out / fmt::format("shift-{}-{}", options.seed, options.count);
  const Status drawn = DrawShiftOnce(options.seed, options.count, folder, [&](int done) {
    ShowProgress(fmt::format("drawing the shift: {} of {} pictures", done, options.count), done == options.count);
  });
  if (!drawn) return drawn.error();
  return ListPictures(folder);
}

Result<std::unique_ptr<ServerProcess>> StartServer(const DemoOptions& options, const fs::path& out,
                                                   const std::stop_token& stop, ServerProcess::Endpoints& endpoints) {
  const fs::path program = options.crossdock.empty() ? ProgramFolder() / "crossdock" : options.crossdock;
  const fs::path config = options.config.empty() ? fs::path(CROSSDOCK_HUB_CONFIG) : options.config;
  std::vector<std::string> arguments{"serve", "-c", config.string()};
  if (options.once) arguments.insert(arguments.end(), {"--http-port", "0", "--grpc-port", "0"});
  auto server = ServerProcess::Start(program, arguments, out / "server.log");
  if (!server) return server;
  auto ready = (*server)->AwaitReady(kStartPatience, stop, [](double seconds) {
    ShowProgress(fmt::format("starting the server: loading and warming the models, {:.0f} s", seconds), false);
  });
  if (!ready) return ready.error();
  endpoints = *ready;
  ShowProgress(fmt::format("the server is ready at http {}, grpc {}", endpoints.http, endpoints.grpc), true);
  return server;
}

std::vector<Histogram> FetchHistograms(const load::Address& address) {
  const auto page = load::HttpClient(address).Send("GET", "/metrics", {}, {}, std::chrono::seconds(30));
  return page && page->status == 200 ? ParseHistograms(page->body) : std::vector<Histogram>{};
}

/// Pictures a second that leave this machine room: measured on the first ones, one after the other. A shift that it cannot keep up with
/// would show deadlines that pass, not what is read.
Result<double> Pace(std::span<const PictureFile> pictures, const load::Address& address, bool text,
                    const std::stop_token& stop) {
  const int count = std::min(kPacePictures, static_cast<int>(pictures.size()));
  const auto sent =
      SendPictures(pictures, address, {.count = count, .rate = 0, .lanes = 1}, text, stop, [](const Shot&) {});
  if (!sent) return sent.error();
  const double seconds_each = sent->seconds / count;
  const double rate = std::min(kMostRate, kUsedTime / std::max(seconds_each, 1e-3));
  fmt::print("a picture takes {:.2f} s here: sending {:.2f} a second (--rate)\n", seconds_each, rate);
  return rate;
}

Result<Report> SendShift(const DemoOptions& options, std::vector<PictureFile> pictures, const load::Address& address,
                         ServerProcess& server, const std::stop_token& stop) {
  Report report;
  report.title = options.pictures.empty() ? fmt::format("Crossdock hub: shift {}", options.seed)
                                          : "Crossdock hub: " + options.pictures.string();
  report.with_text = !options.codes_only;
  report.with_truth = pictures.front().truth.has_value();
  report.pictures = std::move(pictures);
  std::stop_source over;  // stopped by the user, or because the server died
  const std::stop_callback forward(stop, [&over] { over.request_stop(); });
  const auto rate =
      options.rate ? Result<double>(*options.rate) : Pace(report.pictures, address, report.with_text, over.get_token());
  if (!rate) return rate.error();
  const auto before = FetchHistograms(address);
  const Schedule schedule{static_cast<int>(report.pictures.size()), *rate};
  auto sent =
      SendPictures(report.pictures, address, schedule, report.with_text, over.get_token(), [&](const Shot& shot) {
        fmt::print("{}\n", Told(report.pictures[shot.picture], shot));
        std::fflush(stdout);
        if (!shot.reading && !server.IsRunning()) over.request_stop();
      });
  if (!sent) return sent.error();
  report.sent = std::move(*sent);
  report.tally = TallyShots(report.pictures, report.sent.shots);
  report.latencies = Measure(report.sent.shots);
  if (server.IsRunning()) report.histograms = Since(before, FetchHistograms(address));
  return report;
}

bool AnythingRead(const Report& report) {
  for (const Shot& shot : report.sent.shots) {
    if (shot.reading && (!shot.reading->codes.empty() || !shot.reading->lines.empty())) return true;
  }
  return false;
}

int ServeOn(ServerProcess& server, const ServerProcess::Endpoints& endpoints, const std::stop_token& stop) {
  fmt::print(
      "\nserving on at http://{} (gRPC {}) until Ctrl-C; send a picture of your own:\n"
      "  curl -H 'Prefer: wait=10' -H 'Content-Type: image/jpeg' --data-binary @PICTURE.jpg "
      "http://{}/v1/pipelines/parcel/jobs\n",
      endpoints.http, endpoints.grpc, endpoints.http);
  std::fflush(stdout);
  if (!server.AwaitEnd(stop)) return 0;
  fmt::print(stderr, "crossdock-hub: the server ended:\n{}", server.LogTail());
  return 1;
}

}  // namespace

int RunDemo(const DemoOptions& options) {
  const StopSignal stop;
  const fs::path out = options.out.empty() ? ProgramFolder() / "hub" : options.out;
  std::error_code failure;
  fs::create_directories(out, failure);
  if (failure)
    return Fail({ErrorCode::kUnavailable, fmt::format("cannot make {}: {}", out.string(), failure.message())});
  auto pictures = FindPictures(options, out);
  if (!pictures) return Fail(pictures.error());
  ServerProcess::Endpoints endpoints;
  auto server = StartServer(options, out, stop.Token(), endpoints);
  if (!server) return Fail(server.error());
  auto address = load::ParseAddress(endpoints.http);
  if (!address) return Fail(address.error());

  const auto report = SendShift(options, std::move(*pictures), *address, **server, stop.Token());
  if (stop.Token().stop_requested()) return (*server)->Stop();
  if (!report) return Fail(report.error());
  fmt::print("{}", Summary(*report));
  if (auto written = WritePage(*report, out / "report"); !written) return Fail(written.error());
  fmt::print("every picture with what was read: {}\n", (out / "report" / "index.html").string());
  std::fflush(stdout);
  if (!(*server)->IsRunning())
    return Fail({ErrorCode::kUnavailable, "the server ended during the shift:\n" + (*server)->LogTail()});
  if (!AnythingRead(*report)) return Fail({ErrorCode::kInternal, "nothing was read"});
  if (!options.once) {
    if (const int code = ServeOn(**server, endpoints, stop.Token()); code != 0) return code;
  }
  const int code = (*server)->Stop();
  return code == 0 ? 0
                   : Fail({ErrorCode::kInternal,
                           fmt::format("the server stopped with code {}:\n{}", code, (*server)->LogTail())});
}

}  // namespace crossdock::hub
