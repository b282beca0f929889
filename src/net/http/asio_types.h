#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>

/// Everything is typed on the loop's own executor, which saves the indirect calls of the type-erased default.
namespace crossdock::net::http {

namespace asio = boost::asio;
using boost::system::error_code;

using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<asio::ip::tcp, Executor>;

template <class T>
using Task = asio::awaitable<T, Executor>;

/// Awaits, and returns the error code in a tuple instead of throwing it.
inline constexpr asio::as_tuple_t<asio::use_awaitable_t<Executor>> kAwait{};

}  // namespace crossdock::net::http
