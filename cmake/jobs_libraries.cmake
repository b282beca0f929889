# What outlives a restart (SQLite), signed callbacks (libcrypto) and their sender (libcurl).
find_package(SQLite3 3.37 REQUIRED)
find_package(CURL 7.85 REQUIRED)
find_package(OpenSSL 3.0 REQUIRED)
