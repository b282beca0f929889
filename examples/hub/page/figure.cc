#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "hub/page/markup.h"

namespace crossdock::hub {
namespace {

std::string Polygon(const Quad& quad, const char* style) {
  std::string points;
  for (const Point& corner : quad) points += fmt::format("{:.1f},{:.1f} ", corner.x, corner.y);
  return fmt::format("<polygon class=\"{}\" points=\"{}\"/>", style, points);
}

/// `text` along the upper edge of `quad`, above it.
std::string TextAbove(const Quad& quad, const std::string& text, const char* style) {
  const double angle = std::atan2(quad[1].y - quad[0].y, quad[1].x - quad[0].x) * 180 / std::numbers::pi;
  const double height = std::hypot(quad[3].x - quad[0].x, quad[3].y - quad[0].y);
  const double size = std::clamp(height * 0.5, 10.0, 15.0);
  return fmt::format(
      "<text class=\"{}\" font-size=\"{:.0f}\" transform=\"translate({:.1f} {:.1f}) rotate({:.1f})\" "
      "dy=\"-3\">{}</text>",
      style, size, quad[0].x, quad[0].y, angle, Escaped(text));
}

std::string Mark(const Quad& quad, const std::string& text, const char* style) {
  return Polygon(quad, style) + TextAbove(quad, text, style);
}

std::string Drawing(const PictureFile& picture, const Shot& shot, const std::string& source) {
  int width = picture.truth ? picture.truth->width : 0;
  int height = picture.truth ? picture.truth->height : 0;
  if (shot.reading && shot.reading->width > 0) {
    width = shot.reading->width;
    height = shot.reading->height;
  }
  if (width <= 0 || height <= 0)
    return fmt::format("<img loading=\"lazy\" style=\"width:100%\" src=\"{}\" alt=\"\">", Escaped(source));
  // SVG would stretch the picture to the box; both have the same sides unless the server misread the header, which should show.
  std::string svg = fmt::format("<svg viewBox=\"0 0 {} {}\"><image href=\"{}\" width=\"{}\" height=\"{}\"/>", width,
                                height, Escaped(source), width, height);
  std::vector<bool> right(shot.reading ? shot.reading->lines.size() : 0, !picture.truth);
  if (shot.verdict) {
    for (const auto& line : shot.verdict->lines) {
      if (line.read) right[*line.read] = true;
    }
  }
  if (shot.reading) {
    for (std::size_t i = 0; i < shot.reading->lines.size(); ++i) {
      const LineRead& line = shot.reading->lines[i];
      svg += Mark(line.corners, line.text, right[i] ? "line" : "other");
    }
    for (const CodeRead& code : shot.reading->codes) {
      svg += Mark(code.corners, code.format + " " + code.text, code.path == "plain" ? "code" : "rescued");
    }
  }
  if (picture.truth) {
    for (std::size_t i = 0; i < picture.truth->lines.size(); ++i) {
      if (!shot.verdict || !shot.verdict->lines[i].read) svg += Polygon(picture.truth->lines[i].corners, "missed");
    }
    for (std::size_t i = 0; i < picture.truth->codes.size(); ++i) {
      if (!shot.verdict || !shot.verdict->codes[i])
        svg += Mark(picture.truth->codes[i].corners, picture.truth->codes[i].format, "missed");
    }
  }
  return svg + "</svg>";
}

std::string ItemsByTruth(const PictureTruth& truth, const Shot& shot) {
  std::string items;
  for (std::size_t i = 0; i < truth.codes.size(); ++i) {
    const CodeTruth& code = truth.codes[i];
    const bool right = shot.verdict && shot.verdict->codes[i];
    const std::string how = right ? shot.reading->codes[*shot.verdict->codes[i]].path : "not read";
    items += fmt::format("<li class=\"{}\">{} {} <small>{}</small></li>", right ? "good" : "bad", Escaped(code.format),
                         Escaped(code.text), Escaped(how));
  }
  for (std::size_t i = 0; i < truth.lines.size(); ++i) {
    const LineTruth& line = truth.lines[i];
    const bool right = shot.verdict && shot.verdict->lines[i].read;
    items += fmt::format("<li class=\"{}\">{} <small>{:.0f} px, {}", right ? "good" : "bad", Escaped(line.text),
                         line.letter_px, Escaped(line.font));
    if (shot.verdict && !right) {
      for (const std::size_t other : shot.verdict->lines[i].instead)
        items += "; read: " + Escaped(shot.reading->lines[other].text);
    }
    items += "</small></li>";
  }
  if (!shot.verdict) return items;
  for (const std::size_t wrong : shot.verdict->wrong_codes) {
    const CodeRead& code = shot.reading->codes[wrong];
    items += fmt::format("<li class=\"bad\">no such code: {} {} <small>{}</small></li>", Escaped(code.format),
                         Escaped(code.text), Escaped(code.path));
  }
  return items;
}

std::string ItemsAsRead(const Reading& reading) {
  std::string items;
  for (const CodeRead& code : reading.codes) {
    items += fmt::format("<li class=\"plain\"><b>{}</b> {} <small>{}, {:.0f} %</small></li>", Escaped(code.format),
                         Escaped(code.text), Escaped(code.path), code.confidence * 100);
  }
  for (const LineRead& line : reading.lines) {
    items +=
        fmt::format("<li class=\"plain\">{} <small>{:.0f} %</small></li>", Escaped(line.text), line.confidence * 100);
  }
  return items.empty() ? "<li class=\"plain\">nothing</li>" : items;
}

bool IsFine(const PictureFile& picture, const Shot& shot) {
  if (!shot.reading) return false;
  if (!picture.truth) return !shot.reading->codes.empty() || !shot.reading->lines.empty();
  return shot.verdict->CodesRight() == static_cast<int>(picture.truth->codes.size()) &&
         shot.verdict->wrong_codes.empty() &&
         shot.verdict->LinesRight() == static_cast<int>(picture.truth->lines.size());
}

}  // namespace

std::string FigureOf(const PictureFile& picture, const Shot& shot, const std::string& source) {
  const bool fine = IsFine(picture, shot);
  std::string html =
      fmt::format("<figure class=\"{}\">{}<figcaption><span class=\"name\">{}</span>", fine ? "fine" : "missed",
                  Drawing(picture, shot, source), Escaped(picture.path.filename().string()));
  if (shot.reading) {
    html += fmt::format(" <span class=\"times\">codes {:.0f} ms, all {:.0f} ms</span>", shot.CodesKnownMs(),
                        shot.answered_ms);
    if (!shot.reading->problem.empty())
      html += fmt::format("<div class=\"bad\">{}</div>", Escaped(shot.reading->problem));
  } else {
    html += fmt::format(" <span class=\"times\">not read: {}</span>", Escaped(shot.failure));
  }
  html += fmt::format("<details{}><summary>{}</summary><ul>", fine ? "" : " open",
                      fine ? "what was read" : "what was missed");
  if (picture.truth) {
    html += ItemsByTruth(*picture.truth, shot);
  } else if (shot.reading) {
    html += ItemsAsRead(*shot.reading);
  }
  return html + "</ul></details></figcaption></figure>\n";
}

}  // namespace crossdock::hub
