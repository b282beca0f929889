# Pictures and bar codes. OpenCV's own CMake files come only with the package that brings GDAL and 150 others, so its two libraries
# are looked up by name.
find_path(CROSSDOCK_OPENCV_INCLUDE opencv2/core.hpp PATH_SUFFIXES opencv4 REQUIRED)
foreach(part IN ITEMS core imgproc)
  find_library(CROSSDOCK_OPENCV_${part} opencv_${part} REQUIRED)
  add_library(crossdock_opencv_${part} INTERFACE)
  target_include_directories(crossdock_opencv_${part} SYSTEM INTERFACE ${CROSSDOCK_OPENCV_INCLUDE})
  target_link_libraries(crossdock_opencv_${part} INTERFACE ${CROSSDOCK_OPENCV_${part}})
endforeach()
pkg_check_modules(turbojpeg REQUIRED IMPORTED_TARGET libturbojpeg)
pkg_check_modules(png REQUIRED IMPORTED_TARGET libpng)
pkg_check_modules(webp REQUIRED IMPORTED_TARGET libwebp)
pkg_check_modules(tiff REQUIRED IMPORTED_TARGET libtiff-4)
find_package(ZXing REQUIRED PATHS ${CROSSDOCK_DEPS}/zxing NO_DEFAULT_PATH)
