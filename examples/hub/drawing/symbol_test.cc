#include "hub/drawing/symbol.h"

#include <ostream>

#include <ZXing/ReadBarcode.h>
#include <gtest/gtest.h>

#include "hub/drawing/label_painter.h"

namespace crossdock::hub {
namespace {

struct Case {
  const char* format;
  const char* contents;
  const char* options;
  const char* read_as;
  const char* text;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.format << ' ' << c.contents; }

class PrintedSymbol : public testing::TestWithParam<Case> {};

TEST_P(PrintedSymbol, IsReadBackAsItsTruthSays) {
  const Case& c = GetParam();
  const auto symbol = MakeSymbol(c.format, c.contents, c.options);
  ASSERT_TRUE(symbol) << symbol.error().message;
  EXPECT_EQ(symbol->text, c.text);
  EXPECT_EQ(symbol->format, c.read_as);
  auto typesetter = Typesetter::Create();
  ASSERT_TRUE(typesetter) << typesetter.error().message;
  Label label;
  label.block = Padded(SymbolBlock(*symbol, symbol->pixels_per_module > 1 ? 10 : 3, 60), 12);
  const cv::Mat printed = PaintLabel(**typesetter, label);
  const ZXing::ImageView view(printed.data, printed.cols, printed.rows, ZXing::ImageFormat::BGRA,
                              static_cast<int>(printed.step[0]));
  const auto read = ZXing::ReadBarcode(view);
  ASSERT_TRUE(read.isValid());
  EXPECT_EQ(read.text(), symbol->text);
  EXPECT_EQ(ZXing::ToString(read.format()), symbol->format);
}

INSTANTIATE_TEST_SUITE_P(
    Symbologies, PrintedSymbol,
    testing::Values(
        Case{"Code 128", "YT7305118266", "", "Code 128", "YT7305118266"},
        Case{"Code 128", "[00]340123450000000017", "gs1", "Code 128", "(00)340123450000000017"},
        Case{"Code 39", "YT7305118", "", "Code 39", "YT7305118"},
        Case{"Code 93", "YT73051182", "", "Code 93", "YT73051182"},
        Case{"ITF-14", "1540014128876", "", "ITF", "15400141288763"},
        Case{"EAN-13", "690123456789", "", "EAN-13", "6901234567892"},
        Case{"EAN-8", "9612345", "", "EAN-8", "96123454"},
        Case{"DataBar Omni", "0950110153001", "", "DataBar Omni", "(01)09501101530010"},
        Case{"DataBar Expanded", "[01]09501101530003[3103]001250", "", "DataBar Expanded",
             "(01)09501101530003(3103)001250"},
        Case{"QR Code", "https://hub.example/t/YT7305118266", "", "QR Code", "https://hub.example/t/YT7305118266"},
        Case{"Data Matrix", "YT7305118266;HGH;2.35 kg", "forceSquare", "Data Matrix", "YT7305118266;HGH;2.35 kg"},
        Case{"PDF417", "YT7305118266|AB3-017", "columns=2", "PDF417", "YT7305118266|AB3-017"},
        Case{"Aztec", "YT7305118266", "", "Aztec", "YT7305118266"},
        Case{"MaxiCode", "YT7305118266 AB3-017 1/1", "", "MaxiCode", "YT7305118266 AB3-017 1/1"}));

TEST(Symbol, ThatCannotBeEncodedNamesItsFormat) {
  const auto symbol = MakeSymbol("EAN-13", "no digits");
  ASSERT_FALSE(symbol);
  EXPECT_EQ(symbol.error().field, "EAN-13");
}

}  // namespace
}  // namespace crossdock::hub
