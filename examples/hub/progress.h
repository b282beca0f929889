#pragma once

#include <string>

#include "base/result.h"

namespace crossdock::hub {

/// Tells on standard error how far something has got: a line written over and over on a terminal, elsewhere only its last state.
void ShowProgress(const std::string& text, bool last);

/// Tells what went wrong on standard error; the exit code for it.
int Fail(const Error& error);

}  // namespace crossdock::hub
