#pragma once

#include <span>
#include <string>
#include <string_view>

namespace crossdock::config {

/// Edits that turn one word into the other: insert, delete, replace, swap of neighbours. Case is ignored, '-' equals
/// '_'. Source: optimal string alignment distance.
int EditDistance(std::string_view a, std::string_view b);

/// The candidate that somebody who wrote `word` most likely meant; empty when none is near (a third of its letters
/// wrong).
std::string Nearest(std::string_view word, std::span<const std::string> candidates);

/// `; did you mean "recognizer"?`, or a list of all candidates where none is near and they are few; to be appended.
std::string Advice(std::string_view word, std::span<const std::string> candidates);

}  // namespace crossdock::config
