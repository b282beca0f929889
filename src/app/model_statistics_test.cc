#include "app/model_statistics.h"

#include <gtest/gtest.h>

#include "net/testing/echo_service.h"

namespace crossdock::app {
namespace {

using std::chrono::milliseconds;

class ModelStatisticsTest : public ::testing::Test {
 protected:
  /// One request of a row, answered after `took`.
  void Ask(const std::string& model, Nanos took, bool well = true) {
    echo_.intercept = [&](pipeline::InferRequest&) { clock_.Advance(took); };
    pipeline::InferRequest request;
    request.model = model;
    request.context.received = clock_.Now();
    if (well) request.inputs.push_back({"INPUT0", *tensor::Tensor::Allocate(tensor::DType::kF32, {1, 4})});
    request.done = pipeline::Completion<pipeline::InferAnswer>(
        [&](const Result<pipeline::InferAnswer>& answer) { answered_ += answer.has_value() == well ? 1 : 0; });
    counted_.Infer(std::move(request));
  }
  net::ModelStatistics Of(const std::string& model) const { return statistics_.Report(catalog_, model, "1")->at(0); }

  VirtualClock clock_;
  net::testing::EchoCatalog catalog_;
  net::testing::EchoService echo_{catalog_};
  ModelStatistics statistics_;
  CountedInfer counted_{echo_, catalog_, clock_, statistics_};
  int answered_ = 0;
};

TEST_F(ModelStatisticsTest, CountsAnswersAndFailuresWithTheirTimes) {
  Ask("fixed", milliseconds(3));
  Ask("fixed", milliseconds(4));
  Ask("fixed", milliseconds(5), false);
  EXPECT_EQ(answered_, 3) << "everybody has the answer that is theirs";
  const auto fixed = Of("fixed");
  EXPECT_EQ(fixed.success.count, 2u);
  EXPECT_EQ(fixed.success.ns, 7'000'000u);
  EXPECT_EQ(fixed.fail.count, 1u);
  EXPECT_EQ(fixed.fail.ns, 5'000'000u);
  EXPECT_EQ(fixed.queue.ns, 20'000u) << "ten microseconds each, says the echo";
  EXPECT_EQ(fixed.compute_infer.count, 2u);
  EXPECT_GT(fixed.last_inference_ms, 0u);
  EXPECT_EQ(Of("identity_fp32").success.count, 0u) << "another model's";
}

TEST_F(ModelStatisticsTest, CountsRowsAndCallsOfTheEngineBySize) {
  statistics_.Called(
      {.model = "fixed", .version = 1, .rows = 4, .items = 2, .longest_queue = {}, .engine = milliseconds(2)});
  statistics_.Called(
      {.model = "fixed", .version = 1, .rows = 4, .items = 4, .longest_queue = {}, .engine = milliseconds(3)});
  statistics_.Called(
      {.model = "fixed", .version = 1, .rows = 1, .items = 1, .longest_queue = {}, .engine = milliseconds(1)});
  statistics_.Called(
      {.model = "fixed", .version = 1, .rows = 9, .items = 1, .longest_queue = {}, .engine = {}, .failed = true});
  const auto fixed = Of("fixed");
  EXPECT_EQ(fixed.inference_count, 9u);
  EXPECT_EQ(fixed.execution_count, 3u);
  ASSERT_EQ(fixed.batches.size(), 2u);
  EXPECT_EQ(fixed.batches[0].batch_size, 1u);
  EXPECT_EQ(fixed.batches[1].batch_size, 4u);
  EXPECT_EQ(fixed.batches[1].compute_infer.count, 2u);
  EXPECT_EQ(fixed.batches[1].compute_infer.ns, 5'000'000u);
}

TEST_F(ModelStatisticsTest, ReportsReadyVersionsOfOneModelOrOfAll) {
  const auto all = statistics_.Report(catalog_, "", "");
  ASSERT_TRUE(all);
  EXPECT_EQ(all->size(), catalog_.List().size() - 1) << "all but the one that loads";
  EXPECT_EQ(statistics_.Report(catalog_, "fixed", "")->size(), 1u);
  EXPECT_EQ(statistics_.Report(catalog_, "nobody", "").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(statistics_.Report(catalog_, "fixed", "2").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(statistics_.Report(catalog_, "loading", "").error().code, ErrorCode::kUnavailable);
  EXPECT_EQ(statistics_.Report(catalog_, "fixed", "x").error().code, ErrorCode::kInvalidArgument);
}

TEST_F(ModelStatisticsTest, KeepsNoTraceOfModelsThatAreNotThere) {
  Ask("nobody", milliseconds(1), false);
  EXPECT_EQ(answered_, 1);
  const auto all = statistics_.Report(catalog_, "", "");
  ASSERT_TRUE(all);
  for (const auto& one : *all) EXPECT_EQ(one.fail.count, 0u) << one.name;
}

}  // namespace
}  // namespace crossdock::app
