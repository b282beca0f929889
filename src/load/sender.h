#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "load/arrivals.h"
#include "load/http_client.h"
#include "load/message.h"
#include "load/record.h"

namespace crossdock::load {

/// One kind of request and when it is sent.
struct Stream {
  std::string name;
  std::vector<Message> messages;                       // sent in turn, over and over; at least one
  std::unique_ptr<Arrivals> arrivals;                  // open loop; null: closed loop
  int concurrency = 0;                                 // closed loop: requests under way
  int64_t most = std::numeric_limits<int64_t>::max();  // requests in all
};

struct Plan {
  Address address;
  Nanos length = Nanos::max();                // nothing is sent from then on
  int connections = 256;                      // most at once; at least the sum of the streams' concurrency
  std::chrono::milliseconds timeout{60'000};  // from the intended moment
  bool end_on_signals = false;                // SIGINT and SIGTERM end the load
  std::vector<Stream> streams;
};

struct Sent {
  std::vector<Record> records;   // by their intended moments, those of one moment by their streams
  Nanos elapsed{0};              // from the start to the last answer
  double processor_seconds = 0;  // that this process used meanwhile
  bool stopped = false;          // ended from outside; what was under way then has no record
};

/// Hears each answer on the sending thread, which sends nothing meanwhile.
using Heard = std::function<void(const Record& record, std::string_view body)>;

/// Sends a plan and waits for all answers. One thread, the caller's, does everything: an open loop is not held up by slow answers, and
/// a generator with few threads takes little from the server beside it. A request of an open loop that finds all connections busy
/// waits for one; its latency counts from its intended moment all the same.
/// errors    kUnavailable: the address cannot be resolved, no socket
Result<Sent> Send(Plan plan, std::stop_token stop, const Heard& heard = {});

}  // namespace crossdock::load
