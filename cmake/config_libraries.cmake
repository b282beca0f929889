# YAML, the command line and control-plane JSON. yaml-cpp changed its target's name in 0.8.
find_package(yaml-cpp REQUIRED)
if(NOT TARGET yaml-cpp::yaml-cpp)
  add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
endif()
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
