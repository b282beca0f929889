#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "base/result.h"

namespace crossdock::engine::libtorch {

/// What LibTorch said, on one line: without the backtrace, and of an error inside a module only its last words, not the module's
/// source.
std::string Condense(std::string_view vendor_text);

/// An exception of a running call.
/// returns  kResourceExhausted (kMemory): out of memory, of the processor's or the GPU's; else kInternal
Error RunError(const std::exception& e);

}  // namespace crossdock::engine::libtorch
