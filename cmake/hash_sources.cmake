# cmake -DOUT=FILE "-DSOURCES=FILE;FILE…" -P hash_sources.cmake
#   Writes a C++ file with the digest of what the sources hold: it changes with any of them, and with nothing else.
set(hashes "")
foreach(source IN LISTS SOURCES)
  file(SHA256 ${source} hash)
  string(APPEND hashes "${hash}\n")
endforeach()
string(SHA256 digest "${hashes}")
string(SUBSTRING ${digest} 0 16 digest)
file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT [[// Written by cmake/hash_sources.cmake.
#include "engine/engine.h"

namespace crossdock::engine {

std::string_view SourcesId() { return "@digest@"; }

}  // namespace crossdock::engine
]])
