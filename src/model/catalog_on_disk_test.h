#pragma once

#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "base/scratch_folder_test.h"
#include "model/local_catalog.h"

/// A catalogue over a repository of fake files, loaded by the real loader: for this module's tests.
namespace crossdock::model::testing {

/// What an order to a catalogue ended with.
template <class Start>
Status Ask(Start start) {
  std::promise<Status> promise;
  start([&promise](Status status) { promise.set_value(std::move(status)); });
  return promise.get_future().get();
}

class CatalogOnDisk : public ::testing::Test {
 protected:
  void SetUp() override {
    Write("m/1/model.fake", kModel);
    Begin();
  }
  void Begin(LocalCatalog::Options options = {}) {
    catalog_.reset();
    options.repository = folder_;
    catalog_ = LocalCatalog::Create(std::move(options)).value();
    catalog_->WaitSettled({});
  }
  void Write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << text;
  }
  void Remove(const std::string& path) { std::filesystem::remove_all(folder_ / path); }
  Status Load(const std::string& model = "m") {
    return Ask([&](auto done) { catalog_->Load(model, std::move(done)); });
  }
  Status Unload(const std::string& model = "m") {
    return Ask([&](auto done) { catalog_->Unload(model, std::move(done)); });
  }
  Status Reload(std::vector<FoundVersion> configured = {}) {
    return Ask([&](auto done) { catalog_->Reload(std::move(configured), std::move(done)); });
  }
  /// Nothing where it is not served.
  Pin Served(const std::string& model = "m", std::optional<int> version = std::nullopt) const {
    return catalog_->Find(model, version).value_or(nullptr);
  }

  static constexpr const char* kModel = "input x FP32 -1,2\noutput y FP32 -1,2\n";
  const ScratchFolder scratch_;
  const std::filesystem::path& folder_ = scratch_.path();
  std::unique_ptr<LocalCatalog> catalog_;
};

}  // namespace crossdock::model::testing
