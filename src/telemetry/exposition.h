#pragma once

#include <string>
#include <string_view>

#include "telemetry/snapshot.h"

namespace crossdock::telemetry {

/// The two text forms that a scraper may ask for.
enum class TextFormat { kPrometheus, kOpenMetrics };

/// OpenMetrics when the Accept header names it at least as gladly as plain text, else the Prometheus form.
TextFormat ChooseFormat(std::string_view accept_header);
const char* ContentType(TextFormat format);

/// The snapshot as text. Prometheus text format 0.0.4, or OpenMetrics 1.0 with units and, on histogram buckets, exemplars.
/// Histograms appear with one bucket per octave.
std::string ToText(const Snapshot& snapshot, TextFormat format);

}  // namespace crossdock::telemetry
