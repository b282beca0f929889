# The front ends: Boost (Asio and Beast, headers only), simdjson, zlib, protobuf and gRPC. Debian's CMake files of gRPC ask for the
# development packages of everything gRPC itself is built from, so its libraries are looked up by name.
find_package(Boost 1.81 REQUIRED CONFIG)
add_library(crossdock_boost INTERFACE)
target_include_directories(crossdock_boost SYSTEM INTERFACE ${Boost_INCLUDE_DIRS})
target_compile_definitions(crossdock_boost INTERFACE BOOST_ASIO_NO_DEPRECATED BOOST_ASIO_DISABLE_BOOST_COROUTINE)

find_package(simdjson REQUIRED)
find_package(ZLIB REQUIRED)

find_program(CROSSDOCK_PROTOC protoc REQUIRED)
find_program(CROSSDOCK_GRPC_PLUGIN grpc_cpp_plugin REQUIRED)
find_path(CROSSDOCK_GRPC_INCLUDE grpcpp/grpcpp.h REQUIRED)
add_library(crossdock_grpc INTERFACE)
target_include_directories(crossdock_grpc SYSTEM INTERFACE ${CROSSDOCK_GRPC_INCLUDE})
# Code in gRPC's headers calls Abseil's mutex.
foreach(part IN ITEMS grpc++ grpc gpr protobuf absl_synchronization)
  find_library(CROSSDOCK_LIB_${part} ${part} REQUIRED)
  target_link_libraries(crossdock_grpc INTERFACE ${CROSSDOCK_LIB_${part}})
endforeach()

# crossdock_proto(NAME FILE)
#   Messages and services of one proto file as a target of their own, outside our warnings. Included as "FILE-without-suffix.pb.h"
#   and ".grpc.pb.h", relative to src/.
function(crossdock_proto name file)
  set(out ${CMAKE_BINARY_DIR}/proto)
  get_filename_component(folder ${file} DIRECTORY)
  get_filename_component(stem ${file} NAME_WE)
  set(base ${out}/${folder}/${stem})
  add_custom_command(
    OUTPUT ${base}.pb.cc ${base}.pb.h ${base}.grpc.pb.cc ${base}.grpc.pb.h
    COMMAND ${CMAKE_COMMAND} -E make_directory ${out}
    COMMAND ${CROSSDOCK_PROTOC} --proto_path=${CMAKE_SOURCE_DIR}/src --cpp_out=${out} --grpc_out=${out}
            --plugin=protoc-gen-grpc=${CROSSDOCK_GRPC_PLUGIN} ${file}
    DEPENDS ${CMAKE_SOURCE_DIR}/src/${file}
    VERBATIM)
  add_library(${name} STATIC ${base}.pb.cc ${base}.grpc.pb.cc)
  target_include_directories(${name} SYSTEM PUBLIC ${out})
  target_link_libraries(${name} PUBLIC crossdock_grpc)
  target_compile_options(${name} PRIVATE -w)
endfunction()
