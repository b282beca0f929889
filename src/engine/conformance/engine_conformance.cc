#include <fstream>
#include <iostream>
#include <memory>

#include <gtest/gtest.h>

#include "engine/conformance/suite.h"

/// Every case is a test of its own, named RUNTIME.set_case; --runtime NAME picks one runtime, --write-skips FILE keeps its failures.
namespace crossdock::engine::conformance {
namespace {

class CaseTest final : public testing::Test {
 public:
  CaseTest(Suite& suite, const Case& test) : suite_(suite), test_(test) {}
  void TestBody() override {
    const Status status = suite_.Check(test_);
    EXPECT_TRUE(status) << test_.name << ": " << status.error().message;
  }

 private:
  Suite& suite_;
  const Case& test_;
};

/// Least part of what the bare runtime passes that a plug-in must pass too.
constexpr double kLeastPartOfBare = 0.95;

class PartTest final : public testing::Test {
 public:
  explicit PartTest(const Suite& suite) : suite_(suite) {}
  void TestBody() override { EXPECT_GE(suite_.PartOfBare(), kLeastPartOfBare); }

 private:
  const Suite& suite_;
};

void Register(const std::string& runtime, Suite& suite) {
  for (const Case& test : suite.cases()) {
    testing::RegisterTest(
        runtime.c_str(), test.name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
        [&suite, &test]() -> testing::Test* { return std::make_unique<CaseTest>(suite, test).release(); });
  }
  testing::RegisterTest(runtime.c_str(), "passes_what_the_bare_runtime_passes", nullptr, nullptr, __FILE__, __LINE__,
                        [&suite]() -> testing::Test* { return std::make_unique<PartTest>(suite).release(); });
}

std::string Option(int argc, char** argv, std::string_view name) {
  for (int i = 1; i + 1 < argc; ++i) {
    if (argv[i] == name) return argv[i + 1];
  }
  return {};
}

int Main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const std::string runtime = Option(argc, argv, "--runtime");
  auto suite = Suite::Create(runtime, {CROSSDOCK_ONNX_TESTDATA, ".deps/conformance/onnx-light", "tests/conformance"});
  if (!suite) {
    std::cerr << runtime << ": " << suite.error().message << "\n";
    return 1;
  }
  Register(runtime, *suite);
  const int failed = RUN_ALL_TESTS();
  suite->PrintReport(std::cout);
  if (const std::string file = Option(argc, argv, "--write-skips"); !file.empty()) {
    std::ofstream out(file);
    suite->WriteSkips(out);
  }
  return failed;
}

}  // namespace
}  // namespace crossdock::engine::conformance

int main(int argc, char** argv) { return crossdock::engine::conformance::Main(argc, argv); }
