#pragma once

#include <string>

#include "hub/page/report.h"

namespace crossdock::hub {

/// One line for the terminal: what was read of a picture, held against the truth where there is one.
std::string Told(const PictureFile& picture, const Shot& shot);

/// Only what went wrong with it, a line each; empty: nothing.
std::string ToldWrong(const PictureFile& picture, const Shot& shot);

/// Rates, times and batch sizes of a whole shift, for the terminal.
std::string Summary(const Report& report);

}  // namespace crossdock::hub
