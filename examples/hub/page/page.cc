#include <fstream>

#include <fmt/format.h>

#include "hub/page/markup.h"

namespace crossdock::hub {
namespace {

namespace fs = std::filesystem;

std::string Card(const std::string& figure, const std::string& what) {
  return fmt::format("<div class=\"card\"><b>{}</b><span>{}</span></div>", Escaped(figure), Escaped(what));
}

std::string Cards(const Report& report) {
  const Latencies& latencies = report.latencies;
  std::string html = "<div class=\"cards\">" + Card(std::to_string(report.sent.shots.size()), "pictures");
  const auto all = report.tally.Groups().find({"all", "all"});
  if (all != report.tally.Groups().end()) {
    html += Card(fmt::format("{:.1f} %", Percent(all->second.codes_right, all->second.codes_total)), "codes read");
    html += Card(fmt::format("{:.1f} %", Percent(all->second.lines_right, all->second.lines_total)), "lines exact");
  }
  if (latencies.plain_codes.Count() > 0) {
    html += Card(fmt::format("{:.0f} ms", latencies.plain_codes.Quantile(0.95)), "plain codes, P95");
  }
  if (report.with_text) html += Card(fmt::format("{:.0f} ms", latencies.replies.Quantile(0.95)), "text, P95");
  html += Card(fmt::format("{:.2f} / s", static_cast<double>(report.sent.shots.size()) / report.sent.seconds),
               "pictures answered");
  return html + "</div>";
}

Status CopyPicture(const fs::path& from, const fs::path& to) {
  std::error_code failure;
  fs::copy_file(from, to, fs::copy_options::overwrite_existing, failure);
  if (failure)
    return Error{ErrorCode::kUnavailable, fmt::format("cannot copy {}: {}", from.string(), failure.message())};
  return {};
}

}  // namespace

Status WritePage(const Report& report, const fs::path& folder) {
  std::error_code failure;
  fs::create_directories(folder / "pictures", failure);
  if (failure)
    return Error{ErrorCode::kUnavailable, fmt::format("cannot make {}: {}", folder.string(), failure.message())};
  std::ofstream html(folder / "index.html", std::ios::binary);
  html << "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
          "content=\"width=device-width\"><title>"
       << Escaped(report.title) << "</title><style>" << kPageStyle << "</style></head><body>\n<h1>"
       << Escaped(report.title) << "</h1>\n"
       << Cards(report) << "\n<div class=\"charts\" style=\"margin-top:1rem\">";
  if (report.with_truth) html << RateChart(report.tally);
  html << TimeChart("codes known, plain read", report.latencies.plain_codes)
       << TimeChart(report.with_text ? "text known" : "reply", report.latencies.replies) << "</div>\n";
  html << "<h2>Pictures</h2><div class=\"tools\"><label><input type=\"checkbox\" data-sets=\"only-missed\"> only those "
          "with something missed</label>"
          "<label><input type=\"checkbox\" checked data-sets=\"no-texts\"> texts</label>"
          "<label><input type=\"checkbox\" checked data-sets=\"no-boxes\"> boxes</label></div>\n"
          "<p>Blue: code read plainly. Amber: code read by the rescue. Green: line. Grey: read, but not what is there. "
          "Red: missed. A click enlarges a picture.</p>\n"
          "<div class=\"gallery\">\n";
  for (const Shot& shot : report.sent.shots) {
    const PictureFile& picture = report.pictures[shot.picture];
    const std::string source = fmt::format("pictures/{:04}{}", shot.picture, picture.path.extension().string());
    if (auto copied = CopyPicture(picture.path, folder / source); !copied) return copied;
    html << FigureOf(picture, shot, source);
  }
  html << "</div>\n";
  if (report.with_truth) html << "<h2>Read rates</h2>" << RateTable(report.tally) << "\n";
  html << "<h2>Times</h2>" << TimeTable(report) << BatchTable(report) << "\n<script>" << kPageScript
       << "</script></body></html>\n";
  html.close();
  if (!html) return Error{ErrorCode::kUnavailable, "cannot write " + (folder / "index.html").string()};
  return {};
}

}  // namespace crossdock::hub
