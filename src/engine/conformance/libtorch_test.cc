#include <fstream>

#include <gmock/gmock.h>

#include "engine/conformance/runtimes_fixture.h"

/// What is TorchScript's own: ports that are declared, and levels of rewriting.
namespace crossdock::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class LibTorch : public EveryRuntime {
 protected:
  Result<std::unique_ptr<Session>> LoadModule(const std::string& name) {
    return runtime_->Load(std::filesystem::path(CROSSDOCK_TORCH_MODULES) / (name + ".pt"), options_);
  }
  void Declare(std::vector<std::string> inputs, std::vector<std::string> outputs) {
    for (auto [names, ports] : {std::pair(&inputs, &options_.inputs), std::pair(&outputs, &options_.outputs)}) {
      ports->clear();
      for (std::string& name : *names) ports->push_back({std::move(name), DType::kF32, {-1, 2}});
    }
  }
  std::vector<Tensor> Run(Session& session, const std::vector<std::vector<float>>& rows) {
    std::vector<TensorView> views;
    for (const auto& row : rows) views.push_back(Floats({1, 2}, row));
    auto done = RunOnce(session, views);
    EXPECT_TRUE(done) << done.error().message;
    return done ? done->outputs : std::vector<Tensor>();
  }
  /// The module is refused for this field; gives the message.
  std::string Refused(const std::string& module, const std::string& field) {
    const auto session = LoadModule(module);
    if (session) return "was loaded";
    EXPECT_EQ(session.error().field, field) << session.error().message;
    return session.error().message;
  }
  LoadOptions options_;
};

TEST_P(LibTorch, WithoutPortsTheErrorShowsWhatToWrite) {
  const std::string message = Refused("two_in_order", "inputs");
  EXPECT_THAT(message, HasSubstr("model.yaml"));
  EXPECT_THAT(message, HasSubstr("inputs: [{name: b, dtype: FP32"));
  EXPECT_THAT(message, HasSubstr("{name: a, dtype: FP32"));
  Declare({"a", "b"}, {});
  EXPECT_THAT(Refused("two_in_order", "outputs"), HasSubstr("outputs: [{name: output_0"));
}

TEST_P(LibTorch, PortsAreInTheOrderOfForwardsArguments) {
  Declare({"a", "b"}, {"difference"});
  const auto session = LoadModule("two_in_order");
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ((*session)->signature().inputs[0].name, "b");
  EXPECT_THAT(Run(**session, {{5, 6}, {1, 2}})[0].as<float>(), ElementsAre(4, 4));
}

TEST_P(LibTorch, PortsThatForwardDoesNotHaveAreNamed) {
  Declare({"b", "a", "c"}, {"y"});
  EXPECT_THAT(Refused("two_in_order", "inputs"), HasSubstr("no argument 'c'; there are: b, a"));
  Declare({"b"}, {"y"});
  EXPECT_THAT(Refused("two_in_order", "inputs"), HasSubstr("'a' is not declared"));
  Declare({"x", "x"}, {"y"});
  EXPECT_THAT(Refused("add_one", "inputs"), HasSubstr("twice"));
  Declare({"x"}, {"y"});
  EXPECT_THAT(Refused("neg_abs", "outputs"), HasSubstr("returns 2 tensors"));
}

TEST_P(LibTorch, OnlyTensorsAreServed) {
  Declare({"x"}, {"y"});
  EXPECT_THAT(Refused("with_number", "model"), HasSubstr("'n' is of type int"));
  EXPECT_THAT(Refused("returns_number", "model"), HasSubstr("result 0 is of type int"));
  EXPECT_THAT(Refused("no_forward", "model"), HasSubstr("no method forward"));
}

TEST_P(LibTorch, ArgumentsWithADefaultMayBeLeftOut) {
  Declare({"x"}, {"y"});
  const auto session = LoadModule("with_default");
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_THAT(Run(**session, {{1, 2}})[0].as<float>(), ElementsAre(3, 6));
}

TEST_P(LibTorch, ADictionarysOutputsGoByTheirNames) {
  Declare({"x"}, {"less", "more"});
  const auto session = LoadModule("dictionary");
  ASSERT_TRUE(session) << session.error().message;
  const auto outputs = Run(**session, {{1, 2}});
  ASSERT_EQ(outputs.size(), 2U);
  EXPECT_THAT(outputs[0].as<float>(), ElementsAre(0, 1));
  EXPECT_THAT(outputs[1].as<float>(), ElementsAre(2, 3));
  Declare({"x"}, {"less", "none"});
  const auto other = LoadModule("dictionary");
  ASSERT_TRUE(other) << other.error().message;
  const std::vector<float> row = {1, 2};
  const TensorView view = Floats({1, 2}, row);
  EXPECT_THAT(RunOnce(**other, {&view, 1}).error().message, HasSubstr("no tensor 'none'"));
}

TEST_P(LibTorch, AnOutputOfAnotherDtypeThanDeclaredIsAnError) {
  Declare({"x"}, {"y"});
  const auto session = LoadModule("half_out");
  ASSERT_TRUE(session) << session.error().message;
  const std::vector<float> row = {1, 2};
  const TensorView view = Floats({1, 2}, row);
  const auto done = RunOnce(**session, {&view, 1});
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("output 'y' is of Half, and model.yaml declares FP32"));
}

TEST_P(LibTorch, AModuleThatWritesIntoItsInputLeavesTheCallersAlone) {
  Declare({"x"}, {"y"});
  for (const char* level : {"none", "basic", "all"}) {
    options_.optimization = level;
    const auto session = LoadModule("in_place");
    ASSERT_TRUE(session) << session.error().message;
    const std::vector<float> row = {1, 2};
    EXPECT_THAT(Run(**session, {row})[0].as<float>(), ElementsAre(2, 3)) << level;
    EXPECT_THAT(row, ElementsAre(1, 2)) << level;
  }
}

TEST_P(LibTorch, AFileThatWasSavedFrozenIsTakenAtEveryLevel) {
  Declare({"x"}, {"y"});
  for (const char* level : {"none", "basic", "all"}) {
    options_.optimization = level;
    const auto session = LoadModule("saved_frozen");
    ASSERT_TRUE(session) << level << ": " << session.error().message;
    EXPECT_THAT(Run(**session, {{1, 2}})[0].as<float>(), ElementsAre(2, 3)) << level;
  }
  options_.hints = {{"channels_last", "on"}};
  EXPECT_THAT(Refused("saved_frozen", "hints"), HasSubstr("saved frozen"));
}

TEST_P(LibTorch, WhatItHasNoCounterpartForIsRefused) {
  Declare({"x"}, {"y"});
  options_.optimization = "extended";
  EXPECT_THAT(Refused("add_one", "optimization"), HasSubstr("all (frozen and optimized)"));
  options_.optimization = "all";
  options_.precision_hint = "f16";
  EXPECT_THAT(Refused("add_one", "precision_hint"), HasSubstr("module.half()"));
  options_.precision_hint = "";
  options_.hints = {{"cuda_graphs", "on"}};
  EXPECT_THAT(Refused("add_one", "hints"), HasSubstr("GPU"));
}

TEST_P(LibTorch, JunkIsRefusedAndTheRuntimeGoesOn) {
  Declare({"x"}, {"y"});
  std::ifstream stream(std::filesystem::path(CROSSDOCK_TORCH_MODULES) / "add_one.pt", std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(stream), {}};
  for (const std::string& bytes : {std::string(), std::string(4096, '\0'), std::string("not a module at all"),
                                   whole.substr(0, whole.size() / 2), whole.substr(0, whole.size() - 1)}) {
    const auto session = runtime_->Load(testing::SaveBytes(folder_ / "junk.pt", bytes), options_);
    ASSERT_FALSE(session) << bytes.size();
    EXPECT_EQ(session.error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(session.error().field, "model");
    EXPECT_THAT(session.error().message, HasSubstr("junk.pt"));
    EXPECT_EQ(session.error().message.find('\n'), std::string::npos);
  }
  EXPECT_EQ(runtime_->Load(folder_ / "no.pt", options_).error().code, ErrorCode::kNotFound);
  EXPECT_TRUE(LoadModule("add_one"));
}

TEST_P(LibTorch, NodesAreCountedByDevice) {
  Declare({"x"}, {"y"});
  const auto session = LoadModule("add_one");
  ASSERT_TRUE(session) << session.error().message;
  ASSERT_EQ((*session)->placements().size(), 1U);
  EXPECT_EQ((*session)->placements()[0].provider, "CPU");
  EXPECT_GE((*session)->placements()[0].nodes, 1);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(LibTorch);
INSTANTIATE_TEST_SUITE_P(Engine, LibTorch, ::testing::ValuesIn(LibTorchOfThisBuild()), RuntimeNameOf);

}  // namespace
}  // namespace crossdock::engine
