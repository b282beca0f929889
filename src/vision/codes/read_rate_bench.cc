/// How many of the sample pictures are read, against the library alone, and at what cost:
///   read_rate_bench [--data DIR] [--deadline MS] [--code-free N] [--seed N] [--half even|odd|all] [--promise N] [--ratio X]
/// Prints per family what the library alone, the plain read, and plain read and rescue got right, wrong texts, false reads and
/// times, then the counts behind confidence.cc. Exit status 1 if fewer than --promise pictures are read, if something is read where
/// no code is, if a text is wrong that the library alone does not give too, or if the mean time exceeds --ratio times the library's.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <ZXing/ReadBarcode.h>

#include "vision/codes/code_free_bench.h"
#include "vision/codes/confidence.h"
#include "vision/codes/reader.h"
#include "vision/codes/rescue.h"
#include "vision/codes/samples_bench.h"
#include "vision/codes/trust.h"

namespace crossdock::vision::codes {
namespace {

struct Settings {
  std::string data = "../shared/data";
  int deadline_ms = 250;
  int code_free = 2000;
  unsigned seed = 1;
  std::string half = "all";
  int promise = 548;
  double ratio = 3;
  bool verbose = false;
};

/// Processor time of this thread: what a loaded machine does besides is left out.
double CpuMs() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

double WallMs() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Times {
  std::vector<double> cpu;
  std::vector<double> wall;
  template <class F>
  auto Measure(F&& work) {
    const double c = CpuMs();
    const double w = WallMs();
    auto result = work();
    cpu.push_back(CpuMs() - c);
    wall.push_back(WallMs() - w);
    return result;
  }
  double mean() const {
    double sum = 0;
    for (double t : cpu) sum += t;
    return cpu.empty() ? 0 : sum / static_cast<double>(cpu.size());
  }
  static double Quantile(std::vector<double> values, double q) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    return values[static_cast<size_t>(q * static_cast<double>(values.size() - 1))];
  }
  void Print(const char* name) const {
    std::printf("%-8s cpu mean %6.2f  p50 %6.2f  p99 %7.2f  max %7.2f ms   wall p50 %6.2f  p99 %7.2f ms\n", name,
                mean(), Quantile(cpu, 0.5), Quantile(cpu, 0.99), Quantile(cpu, 1), Quantile(wall, 0.5),
                Quantile(wall, 0.99));
  }
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

class Bench {
 public:
  explicit Bench(const Settings& settings) : settings_(settings), rows_(static_cast<size_t>(ConfidenceRows())) {}

  void Samples() {
    for (const Sample& sample : ListSamples(settings_.data + "/barcodes")) {
      if (settings_.half != "all" && !sample.code_free() && sample.even_half() != (settings_.half == "even")) continue;
      const Image image = LoadPicture(sample.picture);
      if (image.empty()) {
        std::printf("%s cannot be decoded\n", sample.name.c_str());
        continue;
      }
      One(sample, image);
    }
  }

  void CodeFree() {
    int reads = 0;
    Times times;
    ForCodeFree(settings_.data + "/parcels", settings_.data + "/text", settings_.code_free, settings_.seed,
                [&](const std::string& what, const Image& picture) {
                  const auto codes = times.Measure([&] { return Ours(picture, nullptr); });
                  for (const Code& code : codes) {
                    ++reads;
                    std::printf("FALSE READ in %s %dx%d: %s '%s' by %s\n", what.c_str(), picture.width(),
                                picture.height(), code.format.c_str(), code.text.c_str(), code.path.c_str());
                    Count(code, false);
                  }
                });
    std::printf("%d pictures without a code: %d reads\n", settings_.code_free, reads);
    times.Print("ours");
    false_reads_ += reads;
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
    const double ratio = ours_.mean() / library_.mean();
    std::printf("mean time %.2f times the library's; false reads %d; texts against a wrong .txt %d\n", ratio,
                false_reads_, contradicted_);
    for (size_t i = 0; i < rows_.size(); ++i) {
      std::printf("    Counts{\"%s\", %d, %d},\n", ConfidenceRowName(static_cast<int>(i)), rows_[i].first,
                  rows_[i].second);
    }
    const bool kept = all.ours >= settings_.promise && false_reads_ == 0 && all.wrong == 0 && ratio <= settings_.ratio;
    std::printf("%s\n", kept ? "as promised" : "NOT as promised");
    return kept ? 0 : 1;
  }

 private:
  std::vector<Code> Ours(const Image& image, Times* plain) {
    std::vector<Code> codes;
    auto read = plain ? plain->Measure([&] { return ReadCodes(image); }) : ReadCodes(image);
    if (read && !read->empty()) return *read;
    RescueOptions options;
    options.budget = std::chrono::milliseconds(settings_.deadline_ms);
    auto rescued = RescueCodes(image, {}, options);
    return rescued ? *rescued : codes;
  }

  void Count(const Code& code, bool right) {
    const Evidence evidence{code.path == kPlainPath, TrustOf(code.format), code.reads};
    auto& row = rows_[static_cast<size_t>(ConfidenceRow(evidence))];
    ++(right ? row.first : row.second);
  }

  void One(const Sample& sample, const Image& image) {
    const auto alone = library_.Measure([&] { return Library(image, {}); });
    const auto with_add_ons = Library(image, ZXing::ReaderOptions().eanAddOnSymbol(ZXing::EanAddOnSymbol::Read));
    const auto codes = ours_.Measure([&] { return Ours(image, &plain_); });
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
      Count(code, right || printed || DifferByAddOn(code, text, truth));
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

  /// The same number, with an add-on that only one of them mentions.
  static bool DifferByAddOn(const Code& code, const std::string& text, const std::string& truth) {
    return code.format == "EAN-13" && (truth.starts_with(text) || text.starts_with(truth));
  }

  Settings settings_;
  std::map<std::string, Tally> families_;
  Tally halves_[2];
  Times library_, plain_, ours_;
  std::vector<std::pair<int, int>> rows_;
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
  return bench.Report();
}

}  // namespace
}  // namespace crossdock::vision::codes

int main(int argc, char** argv) { return crossdock::vision::codes::Main({argv + 1, argv + argc}); }
