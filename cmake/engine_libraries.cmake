# Inference runtimes. Each is optional: a build without one lists the others. An official release archive does as well as the wheels
# that tools/setup unpacks: point the variable at it.
set(CROSSDOCK_ONNXRUNTIME ${CROSSDOCK_DEPS}/onnxruntime CACHE PATH "ONNX Runtime: include/ and lib/")
set(CROSSDOCK_OPENVINO ${CROSSDOCK_DEPS}/openvino CACHE PATH "OpenVINO: cmake/, include/ and libs/")

find_path(CROSSDOCK_ONNXRUNTIME_INCLUDE onnxruntime_cxx_api.h PATHS ${CROSSDOCK_ONNXRUNTIME}/include
          PATH_SUFFIXES onnxruntime core/session NO_DEFAULT_PATH)
find_library(CROSSDOCK_ONNXRUNTIME_LIBRARY onnxruntime PATHS ${CROSSDOCK_ONNXRUNTIME}/lib NO_DEFAULT_PATH)
if(CROSSDOCK_ONNXRUNTIME_INCLUDE AND CROSSDOCK_ONNXRUNTIME_LIBRARY)
  add_library(crossdock_onnxruntime INTERFACE)
  target_include_directories(crossdock_onnxruntime SYSTEM INTERFACE ${CROSSDOCK_ONNXRUNTIME_INCLUDE})
  target_link_libraries(crossdock_onnxruntime INTERFACE ${CROSSDOCK_ONNXRUNTIME_LIBRARY})
else()
  message(STATUS "no ONNX Runtime in ${CROSSDOCK_ONNXRUNTIME}: its plug-in is not built")
endif()

find_package(OpenVINO QUIET COMPONENTS Runtime PATHS ${CROSSDOCK_OPENVINO}/cmake NO_DEFAULT_PATH)
if(OpenVINO_FOUND)
  # OpenCV and OpenVINO need different builds of libtbb.so.12, and whichever is mapped first serves both. A program that links this
  # target maps OpenVINO's, the newer one.
  find_library(CROSSDOCK_OPENVINO_TBB NAMES libtbb.so.12 PATHS ${CROSSDOCK_OPENVINO}/libs NO_DEFAULT_PATH)
  if(CROSSDOCK_OPENVINO_TBB)
    add_library(crossdock_newest_tbb INTERFACE)
    target_link_libraries(crossdock_newest_tbb INTERFACE -Wl,--no-as-needed ${CROSSDOCK_OPENVINO_TBB} -Wl,--as-needed)
  endif()
else()
  message(STATUS "no OpenVINO in ${CROSSDOCK_OPENVINO}: its plug-in is not built")
endif()

# The conformance suite reads the expected tensors with ONNX's own protobuf classes; Debian's header wants ONNX_ML.
if(CROSSDOCK_TESTS)
  find_package(Protobuf QUIET)
  find_library(CROSSDOCK_ONNX_PROTO onnx_proto)
  find_path(CROSSDOCK_ONNX_INCLUDE onnx/onnx-ml.pb.h)
  if(Protobuf_FOUND AND CROSSDOCK_ONNX_PROTO AND CROSSDOCK_ONNX_INCLUDE)
    add_library(crossdock_onnx_proto INTERFACE)
    target_include_directories(crossdock_onnx_proto SYSTEM INTERFACE ${CROSSDOCK_ONNX_INCLUDE})
    target_compile_definitions(crossdock_onnx_proto INTERFACE ONNX_ML=1 ONNX_NAMESPACE=onnx ONNX_API=)
    target_link_libraries(crossdock_onnx_proto INTERFACE ${CROSSDOCK_ONNX_PROTO} protobuf::libprotobuf)
  endif()
endif()
