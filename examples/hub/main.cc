#include <CLI/CLI.hpp>

#include "hub/verbs.h"

namespace {

using namespace crossdock::hub;

CLI::App* AddDraw(CLI::App& app, DrawOptions& options) {
  CLI::App* verb = app.add_subcommand("draw",
                                      "draw a shift of pictures, each with its truth beside it\n  crossdock-hub draw "
                                      "--seed 1 --count 72 --out shift-1");
  verb->add_option("--seed", options.seed, "one seed, one shift")->capture_default_str();
  verb->add_option("--count", options.count, "pictures")->capture_default_str()->check(CLI::Range(1, 9999));
  verb->add_option("--out", options.out, "folder to write to")->required();
  return verb;
}

CLI::App* AddDemo(CLI::App& app, DemoOptions& options) {
  CLI::App* verb = app.add_subcommand("demo",
                                      "start the hub, send it a shift, show what was read\n  crossdock-hub demo "
                                      "--once\n  crossdock-hub demo --pictures my-parcels");
  verb->add_flag("--once", options.once, "end after the shift, on free ports; else keep serving until Ctrl-C");
  verb->add_option("--seed", options.seed, "which shift is drawn")->capture_default_str();
  verb->add_option("--count", options.count, "pictures of the shift")
      ->capture_default_str()
      ->check(CLI::Range(1, 9999));
  verb->add_option("--pictures", options.pictures, "a folder of your own pictures instead")
      ->check(CLI::ExistingDirectory);
  verb->add_option(
          "--rate", options.rate,
          "pictures a second; 0: the next when a connection is free; unset: what this machine sustains, at most 2")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1000.0));
  verb->add_flag("--codes-only", options.codes_only, "read no text");
  verb->add_option("--crossdock", options.crossdock, "the server [the one beside this program]");
  verb->add_option("--config", options.config, "its configuration [examples/hub/crossdock.yaml]");
  verb->add_option("--out", options.out, "where pictures, report and server log go [hub, beside this program]");
  return verb;
}

CLI::App* AddEvaluate(CLI::App& app, EvaluateOptions& options) {
  CLI::App* verb = app.add_subcommand("evaluate",
                                      "read rates of a running server over pictures with truth\n  crossdock-hub "
                                      "evaluate --pictures shift-1 --address 127.0.0.1:8000");
  verb->add_option("--pictures", options.pictures, "folder with truth beside each picture")->required();
  verb->add_option("--address", options.address, "HOST:PORT of the server's HTTP")->capture_default_str();
  verb->add_flag("--codes-only", options.codes_only, "read no text");
  verb->add_flag("--wrong", options.wrong, "tell each code and line that was not read, on standard error");
  verb->add_flag("--json", options.json, "counts as JSON");
  verb->add_option("--lanes", options.lanes, "pictures under way at once")
      ->capture_default_str()
      ->check(CLI::Range(1, 64));
  return verb;
}

CLI::App* AddLoad(CLI::App& app, LoadOptions& options) {
  CLI::App* verb =
      app.add_subcommand("load",
                         "latency of a running server under a fixed rate, counted from the intended moment of "
                         "sending\n  crossdock-hub load --pictures shift-1 --rate 20 --seconds 30 --codes-only");
  verb->add_option("--pictures", options.pictures, "folder of pictures, sent over and over")->required();
  verb->add_option("--address", options.address, "HOST:PORT of the server's HTTP")->capture_default_str();
  verb->add_option("--rate", options.rate, "pictures a second")
      ->capture_default_str()
      ->check(CLI::Range(0.01, 10000.0));
  verb->add_option("--seconds", options.seconds, "how long")->capture_default_str()->check(CLI::Range(0.1, 86400.0));
  verb->add_flag("--codes-only", options.codes_only, "read no text");
  verb->add_flag("--json", options.json, "figures as JSON");
  return verb;
}

CLI::App* AddTunnel(CLI::App& app, TunnelOptions& options) {
  CLI::App* verb = app.add_subcommand("tunnel",
                                      "draw parcels under five cameras, send them to a running server, hold its "
                                      "verdicts against the truth\n  crossdock-hub tunnel --parcels 20");
  verb->add_option("--seed", options.seed, "one seed, one run of parcels")->capture_default_str();
  verb->add_option("--parcels", options.parcels, "parcels")->capture_default_str()->check(CLI::Range(1, 9999));
  verb->add_option("--address", options.address, "HOST:PORT of the server's HTTP")->capture_default_str();
  verb->add_option("--verdict-ms", options.verdict_ms, "the diverter's deadline, after the first picture")
      ->capture_default_str()
      ->check(CLI::Range(1, 600'000));
  verb->add_option("--out", options.out, "folder to write the pictures to, too");
  verb->add_flag("--json", options.json, "counts as JSON");
  return verb;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "The example hub: draws a shift of waybills, sends it to a server as cameras would, shows what was read."};
  app.require_subcommand(1);
  DrawOptions draw;
  DemoOptions demo;
  EvaluateOptions evaluate;
  LoadOptions load;
  const CLI::App* draw_verb = AddDraw(app, draw);
  const CLI::App* demo_verb = AddDemo(app, demo);
  const CLI::App* evaluate_verb = AddEvaluate(app, evaluate);
  AddLoad(app, load);
  TunnelOptions tunnel;
  const CLI::App* tunnel_verb = AddTunnel(app, tunnel);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (draw_verb->parsed()) return RunDraw(draw);
  if (demo_verb->parsed()) return RunDemo(demo);
  if (evaluate_verb->parsed()) return RunEvaluate(evaluate);
  if (tunnel_verb->parsed()) return RunTunnel(tunnel);
  return RunLoad(load);
}
