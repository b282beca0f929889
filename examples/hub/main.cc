#include <CLI/CLI.hpp>

#include "hub/verbs.h"

int main(int argc, char** argv) {
  CLI::App app{
      "The example hub: draws a shift of waybills, sends it to a server as cameras would, shows what was read."};
  app.require_subcommand(1);
  crossdock::hub::DrawOptions draw;
  auto* draw_verb = app.add_subcommand(
      "draw", "draw a shift of pictures and their truth\n  crossdock-hub draw --seed 1 --count 72 --out /tmp/shift");
  draw_verb->add_option("--seed", draw.seed, "one seed, one shift")->capture_default_str();
  draw_verb->add_option("--count", draw.count, "pictures")->capture_default_str()->check(CLI::Range(1, 9999));
  draw_verb->add_option("--out", draw.out, "folder to write to")->required();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (draw_verb->parsed()) return crossdock::hub::RunDraw(draw);
  return 2;
}
