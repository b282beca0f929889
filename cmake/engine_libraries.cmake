# Inference runtimes. Each is optional: a build without one lists the others. An official release archive does as well as the wheels
# that tools/setup unpacks: point the variable at it.
set(CROSSDOCK_ONNXRUNTIME ${CROSSDOCK_DEPS}/onnxruntime CACHE PATH "ONNX Runtime: include/ and lib/")
set(CROSSDOCK_OPENVINO ${CROSSDOCK_DEPS}/openvino CACHE PATH "OpenVINO: cmake/, include/ and libs/")
set(CROSSDOCK_TORCH ${CROSSDOCK_DEPS}/torch CACHE PATH "LibTorch: include/ and lib/, with or without CUDA")

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

# LibTorch's own CMake files want the tools that it was built with; its libraries are looked up by name instead.
find_path(CROSSDOCK_TORCH_INCLUDE torch/csrc/jit/api/module.h PATHS ${CROSSDOCK_TORCH}/include NO_DEFAULT_PATH)
foreach(part IN ITEMS torch torch_cpu c10 torch_cuda c10_cuda)
  find_library(CROSSDOCK_LIB_${part} ${part} PATHS ${CROSSDOCK_TORCH}/lib NO_DEFAULT_PATH)
endforeach()
if(CROSSDOCK_TORCH_INCLUDE AND CROSSDOCK_LIB_torch_cpu)
  add_library(crossdock_torch INTERFACE)
  # LibTorch brings headers of another fmt than the one that base is built with and linked to: ours come first.
  find_path(CROSSDOCK_OWN_FMT fmt/format.h HINTS ${CROSSDOCK_HEADERS})
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/fmt_before_torch)
  file(CREATE_LINK ${CROSSDOCK_OWN_FMT}/fmt ${CMAKE_BINARY_DIR}/fmt_before_torch/fmt SYMBOLIC)
  target_include_directories(crossdock_torch SYSTEM INTERFACE ${CMAKE_BINARY_DIR}/fmt_before_torch)
  target_include_directories(crossdock_torch SYSTEM INTERFACE ${CROSSDOCK_TORCH_INCLUDE} ${CROSSDOCK_TORCH_INCLUDE}/torch/csrc/api/include)
  target_link_libraries(crossdock_torch INTERFACE ${CROSSDOCK_LIB_torch} ${CROSSDOCK_LIB_torch_cpu} ${CROSSDOCK_LIB_c10})
else()
  message(STATUS "no LibTorch in ${CROSSDOCK_TORCH}: its plug-in is not built")
endif()
if(TARGET crossdock_torch AND CROSSDOCK_LIB_torch_cuda)
  find_path(CROSSDOCK_CUDA_INCLUDE cuda_runtime_api.h PATHS /usr/local/cuda/include ENV CUDA_PATH PATH_SUFFIXES include)
  find_library(CROSSDOCK_LIB_cudart NAMES cudart libcudart.so.13 libcudart.so.12
               PATHS ${CROSSDOCK_CUDA_INCLUDE}/../lib64 ${CROSSDOCK_CUDA_INCLUDE}/../lib)
  if(CROSSDOCK_CUDA_INCLUDE AND CROSSDOCK_LIB_cudart)
    # The library with the kernels registers them when it is mapped; no symbol of it is called by name.
    add_library(crossdock_torch_cuda INTERFACE)
    target_include_directories(crossdock_torch_cuda SYSTEM INTERFACE ${CROSSDOCK_CUDA_INCLUDE})
    target_link_libraries(crossdock_torch_cuda INTERFACE crossdock_torch -Wl,--no-as-needed ${CROSSDOCK_LIB_torch_cuda} -Wl,--as-needed
                          ${CROSSDOCK_LIB_c10_cuda} ${CROSSDOCK_LIB_cudart})
  else()
    message(STATUS "LibTorch has CUDA, and its headers (cuda_runtime_api.h) or libcudart are not here: processor only")
  endif()
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
