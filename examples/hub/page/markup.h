#pragma once

#include <string>
#include <string_view>

#include "hub/page/report.h"

/// The parts of the page; each returns HTML.
namespace crossdock::hub {

/// `text` with everything escaped that HTML reads as markup.
std::string Escaped(std::string_view text);

/// One picture, boxes and texts drawn in, and below it what was read line by line.
std::string FigureOf(const PictureFile& picture, const Shot& shot, const std::string& source);

/// Read rates by group; times by stage; rows per engine call.
std::string RateTable(const Tally& tally);
std::string TimeTable(const Report& report);
std::string BatchTable(const Report& report);

/// Bars of read rates by stratum; how long codes and text took.
std::string RateChart(const Tally& tally);
std::string TimeChart(const std::string& title, const Samples& samples);

extern const char kPageStyle[];
extern const char kPageScript[];

}  // namespace crossdock::hub
