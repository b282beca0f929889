#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "fusion/config.h"

namespace crossdock::pipeline {

/// The hub's pipeline: which models it uses and how long its parts may take.
struct ParcelConfig {
  std::string detector;     // finds text; empty: the pipeline reads codes only
  std::string recognizer;   // reads a line of text
  std::string orientation;  // turns lines that are upside down; empty: they are taken as they are
  std::string locator;      // names places where the rescue missed codes; empty: it finds them by their structure alone
  bool text = true;         // read text unless a request says otherwise
  std::string codes_tier = "critical";
  std::string text_tier = "normal";
  int codes_deadline_ms = 1000;
  int rescue_deadline_ms = 250;  // of the rescue alone, from its start
  int text_deadline_ms = 20000;
  bool rescue_always = false;  // look for further codes although the plain read found some
  int max_pictures = 16;
  int64_t max_pixels = 64'000'000;  // of one picture, by its header
  double min_line_confidence = 0.5;
  std::optional<fusion::CamerasConfig> cameras;  // nothing: each job is on its own
  std::vector<int> line_widths = {160, 320, 480, 640, 960, 1280, 1920};
  Status Validate() const;
};

template <class Visitor>
void Describe(ParcelConfig& c, Visitor& v) {
  v.Field("detector", c.detector, "model that finds text (DB probability map); empty: codes only");
  v.Field("recognizer", c.recognizer, "model that reads a line (CTC, dictionary in its metadata)");
  v.Field("orientation", c.orientation, "model that finds lines which are upside down; empty: none");
  v.Field("locator", c.locator,
          "model that names places where the rescue found nothing (YOLOX, decoded boxes); empty: none");
  v.Field("text", c.text, "read text unless a request says otherwise");
  v.Field("codes_tier", c.codes_tier, {"critical", "normal", "batch"},
          "tier of reading codes, unless a request says its own");
  v.Field("text_tier", c.text_tier, {"critical", "normal", "batch"},
          "tier of reading text, unless a request says its own");
  v.Field("codes_deadline_ms", c.codes_deadline_ms, 1, 600'000, "codes must be known after so many milliseconds");
  v.Field("rescue_deadline_ms", c.rescue_deadline_ms, 0, 600'000,
          "longest rescue of codes that the plain read missed; 0: no rescue");
  v.Field("text_deadline_ms", c.text_deadline_ms, 1, 600'000, "text must be known after so many milliseconds");
  v.Field("rescue_always", c.rescue_always, "look for further codes although the plain read found some");
  v.Field("max_pictures", c.max_pictures, 1, 256, "pictures in one job");
  v.Field("max_pixels", c.max_pixels, 1, 1'000'000'000,
          "pixels of one picture, by its header, before anything is decoded");
  v.Field("min_line_confidence", c.min_line_confidence, 0, 1, "lines read with less are left out");
  v.Field("cameras", c.cameras, "how the pictures of one parcel become one verdict; left out: each job is on its own");
  v.Field("line_widths", c.line_widths, 32, 8192, "width buckets of line crops, pixels at the recognizer's height");
}

}  // namespace crossdock::pipeline
