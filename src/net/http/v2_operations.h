#pragma once

#include <span>

#include "net/http/operation.h"

/// What the rows of the Open Inference Protocol say of themselves.
namespace crossdock::net::http {

Operation DescribeServerMetadata();
Operation DescribeServerLive();
Operation DescribeServerReady();
Operation DescribeModelMetadata();
Operation DescribeModelReady();
Operation DescribeModelConfig();
Operation DescribeModelStats();
Operation DescribeInfer();
Operation DescribeRepositoryIndex();
/// `verb`: "Loads", "Unloads".
Operation DescribeRepositoryAction(std::string_view verb);

/// The schemas that they name, and that of an error.
std::span<const Schema> V2Schemas();

}  // namespace crossdock::net::http
