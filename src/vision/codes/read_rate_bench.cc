/// How many of the sample pictures are read, against the library alone, and at what cost:
///   read_rate_bench [--data DIR] [--deadline MS] [--code-free N] [--drawn N] [--seed N] [--half even|odd|all] [--promise N] [--ratio X]
///                   [--results FILE] [--verbose]
/// Prints per family what the library alone, the plain read, and plain read and rescue got right, wrong texts, false reads and
/// times; then, over the samples and drawn codes, the counts behind confidence.cc and how far the confidences given were borne out.
/// "ours" is what the server does with a picture whose text is not wanted, on one thread. Exit status 1 if fewer than --promise pictures
/// are read, if something is read where no code is, if a text is wrong that the library alone does not give too, if the mean time
/// exceeds --ratio times the library's, or if a rescue takes longer than --deadline. --results: a line of JSON for every sample picture, with what both read.
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <ZXing/ReadBarcode.h>

#include "vision/codes/code_free_bench.h"
#include "vision/codes/drawn_bench.h"
#include "vision/codes/halves.h"
#include "vision/codes/reliability_bench.h"
#include "vision/codes/rescue.h"
#include "vision/codes/samples_bench.h"
#include "vision/codes/times_bench.h"

namespace crossdock::vision::codes {
namespace {

struct Settings {
  std::string data = "../shared/data";
  int deadline_ms = 250;
  int code_free = 2000;
  int drawn = 4000;
  unsigned seed = 1;
  std::string half = "all";
  int promise = 548;
  double ratio = 3;
  bool verbose = false;
  std::string results;
};

struct Tally {
  int pictures = 0, library = 0, plain = 0, ours = 0, wrong = 0;
  void Add(const Tally& other) {
    pictures += other.pictures;
    library += other.library;
    plain += other.plain;
    ours += other.ours;
    wrong += other.wrong;
  }
  void Print(const std::string& name) const {
    std::printf("%-24s %4d  library %4d  plain %4d  ours %4d  wrong %d\n", name.c_str(), pictures, library, plain, ours,
                wrong);
  }
};

ZXing::Barcodes Library(const Image& image, const ZXing::ReaderOptions& options) {
  const auto layout = image.channels() == 3 ? ZXing::ImageFormat::RGB : ZXing::ImageFormat::Lum;
  return ZXing::ReadBarcodes(
      {image.row(0), image.width(), image.height(), layout, static_cast<int>(image.stride_bytes())}, options);
}

/// As JSON; bytes beyond ASCII stand for themselves, as the texts are UTF-8.
std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || c == '"' || c == '\\') {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(byte));
      quoted += escape.data();
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

template <class Codes, class TextOf>
std::string QuotedList(const Codes& codes, const TextOf& text_of) {
  std::string list;
  for (const auto& code : codes) list += (list.empty() ? "" : ",") + Quoted(text_of(code));
  return "[" + list + "]";
}

class Bench {
 public:
  explicit Bench(const Settings& settings) : settings_(settings) {
    if (!settings.results.empty()) results_.open(settings.results);
  }

  void Samples() {
    for (const Sample& sample : ListSamples(settings_.data + "/barcodes")) {
      if (settings_.half != "all" && !sample.code_free() && sample.even_half() != (settings_.half == "even")) continue;
      const Image image = LoadPicture(sample.picture);
      const Image grey = LoadPicture(sample.picture, true);
      if (image.empty() || grey.empty()) {
        std::printf("%s cannot be decoded\n", sample.name.c_str());
        continue;
      }
      One(sample, image, grey);
    }
  }

  void CodeFree() {
    int reads = 0;
    Times times;
    ForCodeFree(settings_.data + "/parcels", settings_.data + "/text", settings_.code_free, settings_.seed,
                [&](const std::string& what, const Image& picture) {
                  const Image grey = ToGrey(picture);
                  const auto codes = times.Measure([&] { return Ours(grey); });
                  for (const Code& code : codes) {
                    ++reads;
                    std::printf("FALSE READ in %s %dx%d: %s '%s' by %s\n", what.c_str(), picture.width(),
                                picture.height(), code.format.c_str(), code.text.c_str(), code.path.c_str());
                    reliability_.Count(code, false);
                  }
                });
    std::printf("%d pictures without a code: %d reads\n", settings_.code_free, reads);
    times.Print("ours");
    false_reads_ += reads;
  }

  void Drawn() {
    int pictures = 0;
    int read = 0;
    ForDrawn(settings_.drawn, settings_.seed, [&](const std::string& text, const Image& picture) {
      bool found = false;
      for (const Code& code : Ours(picture)) {
        const bool right = LettersAndDigits(code.text) == LettersAndDigits(text);
        found |= right;
        reliability_.Count(code, right);
        if (settings_.verbose && !right) {
          std::printf("drawn '%s' read as %s '%s' by %s, %d reads\n", text.c_str(), code.format.c_str(),
                      code.text.c_str(), code.path.c_str(), code.reads);
        }
      }
      ++pictures;
      read += found;
    });
    std::printf("drawn: %d of %d pictures read\n", read, pictures);
  }

  int Report() const {
    Tally all, even, odd;
    for (const auto& [family, tally] : families_) {
      tally.Print(family);
      all.Add(tally);
    }
    even.Add(halves_[0]);
    odd.Add(halves_[1]);
    even.Print("even half (tuned on)");
    odd.Print("odd half (held out)");
    all.Print("all");
    library_.Print("library");
    plain_.Print("plain");
    ours_.Print("ours");
    rescue_.Print("rescue");
    const double ratio = ours_.mean() / library_.mean();
    std::printf("mean time %.2f times the library's; false reads %d; texts against a wrong .txt %d\n", ratio,
                false_reads_, contradicted_);
    reliability_.PrintCounts();
    reliability_.PrintCalibration();
    const bool kept = all.ours >= settings_.promise && false_reads_ == 0 && all.wrong == 0 && failed_ == 0 &&
                      ratio <= settings_.ratio && rescue_.longest_cpu() <= settings_.deadline_ms;
    std::printf("%s\n", kept ? "as promised" : "NOT as promised");
    return kept ? 0 : 1;
  }

 private:
  std::vector<Code> Ours(const Image& grey) {
    const auto began = std::chrono::steady_clock::now();
    auto codes = plain_.Measure([&] { return ReadInHalves(grey, {}); });
    if (codes && codes->empty()) {
      RescueOptions options;
      options.budget = std::chrono::milliseconds(settings_.deadline_ms);
      options.plain_took = std::chrono::steady_clock::now() - began;
      codes = rescue_.Measure([&] { return RescueCodes(grey, {}, options); });
    }
    if (codes) return *std::move(codes);
    std::printf("FAILED: %s\n", codes.error().message.c_str());
    ++failed_;
    return {};
  }

  void One(const Sample& sample, const Image& image, const Image& grey) {
    const auto alone = library_.Measure([&] { return Library(image, {}); });
    const auto with_add_ons = Library(image, ZXing::ReaderOptions().eanAddOnSymbol(ZXing::EanAddOnSymbol::Read));
    const auto codes = ours_.Measure([&] { return Ours(grey); });
    WriteResults(sample, alone, with_add_ons, codes);
    if (sample.code_free()) {
      false_reads_ += static_cast<int>(codes.size());
      for (const Code& code : codes) std::printf("FALSE READ in %s: '%s'\n", sample.name.c_str(), code.text.c_str());
      return;
    }
    if (!sample.has_truth) return;
    const std::string truth = LettersAndDigits(sample.truth);
    std::set<std::string> library_texts;
    Tally tally;
    tally.pictures = 1;
    for (const auto& code : alone) {
      tally.library |= LettersAndDigits(code.text()) == truth;
      library_texts.insert(LettersAndDigits(code.text()));
    }
    for (const auto& code : with_add_ons) library_texts.insert(LettersAndDigits(code.text()));
    for (const Code& code : codes) {
      const std::string text = LettersAndDigits(code.text);
      const bool right = text == truth;
      tally.ours |= right;
      tally.plain |= right && code.path == kPlainPath;
      const bool printed = !text.empty() && text == PrintedInstead(sample);
      const bool counts = right || printed || DifferByAddOn(code, text, truth);
      reliability_.Count(code, counts);
      if (settings_.verbose && !counts) {
        std::printf("%s ('%s') read as %s '%s' by %s, %d reads\n", sample.name.c_str(), truth.c_str(),
                    code.format.c_str(), text.c_str(), code.path.c_str(), code.reads);
      }
      contradicted_ += printed;
      if (!right && !printed && !library_texts.contains(text)) {
        ++tally.wrong;
        std::printf("WRONG in %s: %s '%s' by %s\n", sample.name.c_str(), code.format.c_str(), code.text.c_str(),
                    code.path.c_str());
      }
    }
    if (settings_.verbose && !tally.ours) std::printf("missed %s\n", sample.name.c_str());
    families_[sample.family].Add(tally);
    halves_[sample.even_half() ? 0 : 1].Add(tally);
  }

  void WriteResults(const Sample& sample, const ZXing::Barcodes& alone, const ZXing::Barcodes& with_add_ons,
                    const std::vector<Code>& codes) {
    if (!results_.is_open()) return;
    const auto text_of = [](const ZXing::Barcode& code) { return code.text(); };
    results_ << "{\"sample\":" << Quoted(std::filesystem::relative(sample.picture, settings_.data).string())
             << ",\"printed\":" << Quoted(PrintedInstead(sample)) << ",\"library\":" << QuotedList(alone, text_of)
             << ",\"library_add_ons\":" << QuotedList(with_add_ons, text_of)
             << ",\"ours\":" << QuotedList(codes, [](const Code& code) { return code.text; }) << "}\n";
  }

  /// The same number, with an add-on that only one of them mentions.
  static bool DifferByAddOn(const Code& code, const std::string& text, const std::string& truth) {
    return code.format == "EAN-13" && (truth.starts_with(text) || text.starts_with(truth));
  }

  Settings settings_;
  std::ofstream results_;
  std::map<std::string, Tally> families_;
  Tally halves_[2];
  Times library_, plain_, ours_, rescue_;
  Reliability reliability_;
  int failed_ = 0;
  int false_reads_ = 0;
  int contradicted_ = 0;
};

int Main(const std::vector<std::string>& args) {
  Settings settings;
  for (size_t i = 0; i < args.size(); ++i) {
    if (args[i] == "--verbose") {
      settings.verbose = true;
      continue;
    }
    if (i + 1 == args.size()) return 2;
    const std::string& value = args[++i];
    const std::string& name = args[i - 1];
    if (name == "--data")
      settings.data = value;
    else if (name == "--deadline")
      settings.deadline_ms = std::atoi(value.c_str());
    else if (name == "--code-free")
      settings.code_free = std::atoi(value.c_str());
    else if (name == "--results")
      settings.results = value;
    else if (name == "--drawn")
      settings.drawn = std::atoi(value.c_str());
    else if (name == "--seed")
      settings.seed = static_cast<unsigned>(std::atoi(value.c_str()));
    else if (name == "--half")
      settings.half = value;
    else if (name == "--promise")
      settings.promise = std::atoi(value.c_str());
    else if (name == "--ratio")
      settings.ratio = std::atof(value.c_str());
    else
      return 2;
  }
  Bench bench(settings);
  bench.Samples();
  bench.CodeFree();
  bench.Drawn();
  return bench.Report();
}

}  // namespace
}  // namespace crossdock::vision::codes

int main(int argc, char** argv) { return crossdock::vision::codes::Main({argv + 1, argv + argc}); }
