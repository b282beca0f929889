#include "jobs/callback/poster.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>

#include <curl/curl.h>
#include <fmt/format.h>

namespace crossdock::jobs {
namespace {

constexpr size_t kMostAnswerBytes = 64 * 1024;  // what a target answers is not read, so more is a mistake of its own
constexpr int kLongestPollMs = 3'600'000;       // the end of every wait is a wake-up

void StartCurlOnce() {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

struct FreeEasy {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct FreeList {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};

}  // namespace

struct Poster::Transfer {
  Post post;
  Told told;
  const TargetRules* rules = nullptr;
  std::string host = {};
  std::string refused = {};  // the address that the rules did not allow
  size_t answer_bytes = 0;
  std::unique_ptr<curl_slist, FreeList> headers = nullptr;
  std::unique_ptr<CURL, FreeEasy> easy = nullptr;
  std::array<char, CURL_ERROR_SIZE> error = {};

  static curl_socket_t Open(void* self, curlsocktype, curl_sockaddr* to) {
    auto& transfer = *static_cast<Transfer*>(self);
    const auto address = Address::Of(&to->addr);
    if (!address || !transfer.rules->AllowsAddress(transfer.host, *address)) {
      transfer.refused = address ? address->text() : "of an unknown kind";
      return CURL_SOCKET_BAD;
    }
    return ::socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
  }
  static size_t Swallow(const char*, size_t size, size_t count, void* self) {
    auto& transfer = *static_cast<Transfer*>(self);
    transfer.answer_bytes += size * count;
    return transfer.answer_bytes > kMostAnswerBytes ? 0 : size * count;
  }
  void Prepare();
};

void Poster::Transfer::Prepare() {
  easy.reset(curl_easy_init());
  CURL* const curl = easy.get();
  curl_slist* list = nullptr;
  for (const std::string& header : post.headers) list = curl_slist_append(list, header.c_str());
  list = curl_slist_append(list, "Expect:");
  headers.reset(list);
  curl_easy_setopt(curl, CURLOPT_PRIVATE, this);
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, error.data());
  curl_easy_setopt(curl, CURLOPT_URL, post.url.c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(curl, CURLOPT_PROXY, "");  // none, whatever the environment says
  curl_easy_setopt(curl, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, &Transfer::Open);
  curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, this);
  curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, 1L);  // a connection kept open would not be asked of the rules again
  curl_easy_setopt(curl, CURLOPT_POST, 1L);
  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, post.body.data());
  curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(post.body.size()));
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers.get());
  curl_easy_setopt(curl, CURLOPT_USERAGENT, "crossdock");
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &Transfer::Swallow);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, this);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(post.timeout.count()));
}

Poster::Poster(const TargetRules& rules) : rules_(rules) {
  StartCurlOnce();
  multi_ = curl_multi_init();
  thread_ = std::jthread([this](const std::stop_token& stop) { Loop(stop); });
}

Poster::~Poster() {
  Stop();
  curl_multi_cleanup(multi_);
}

void Poster::Stop() {
  if (std::exchange(state_.Lock()->stopped, true)) return;
  thread_.request_stop();
  curl_multi_wakeup(multi_);
  thread_.join();
}

void Poster::Send(Post post, Told told) {
  auto transfer = std::make_unique<Transfer>();
  transfer->post = std::move(post);
  transfer->told = std::move(told);
  auto state = state_.Lock();
  if (!state->stopped) {
    state->fresh.push_back(std::move(transfer));
    state.Unlock();
    curl_multi_wakeup(multi_);
    return;
  }
  state.Unlock();
  transfer->told({0, "the server stops"});
}

void Poster::Start(std::unique_ptr<Transfer> transfer) {
  const auto parts = ParseUrl(transfer->post.url, "callback");
  if (!parts || !rules_.CheckUrl(transfer->post.url)) {
    transfer->told({0, "jobs.callbacks.targets no longer allows this target"});
    return;
  }
  transfer->rules = &rules_;
  transfer->host = parts->host;
  transfer->Prepare();
  curl_multi_add_handle(multi_, transfer->easy.get());
  running_.push_back(std::move(transfer));
}

void Poster::Loop(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    for (auto& transfer : std::exchange(state_.Lock()->fresh, {})) Start(std::move(transfer));
    int running = 0;
    curl_multi_perform(multi_, &running);
    int left = 0;
    bool finished = false;
    while (const CURLMsg* message = curl_multi_info_read(multi_, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      Finish(message->easy_handle, message->data.result);
      finished = true;
    }
    if (!finished) curl_multi_poll(multi_, nullptr, 0, kLongestPollMs, nullptr);
  }
  for (auto& transfer : std::exchange(running_, {})) {
    curl_multi_remove_handle(multi_, transfer->easy.get());
    transfer->told({0, "the server stopped"});
  }
  for (auto& transfer : std::exchange(state_.Lock()->fresh, {})) transfer->told({0, "the server stopped"});
}

void Poster::Finish(void* easy, int code) {
  const auto at = std::find_if(running_.begin(), running_.end(),
                               [&](const auto& transfer) { return transfer->easy.get() == easy; });
  if (at == running_.end()) return;
  const std::unique_ptr<Transfer> transfer = std::move(*at);
  running_.erase(at);
  curl_multi_remove_handle(multi_, easy);
  transfer->told(Outcome(*transfer, code));
}

Delivery Poster::Outcome(Transfer& transfer, int code) const {
  long status = 0;
  curl_off_t retry_after = 0;
  curl_easy_getinfo(transfer.easy.get(), CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(transfer.easy.get(), CURLINFO_RETRY_AFTER, &retry_after);
  const bool answered = code == CURLE_OK || (code == CURLE_WRITE_ERROR && status >= 100);
  if (!answered) {
    if (!transfer.refused.empty()) {
      return {0, fmt::format("the name {} leads to the address {}, which jobs.callbacks.networks does not allow",
                             transfer.host, transfer.refused)};
    }
    const char* why =
        transfer.error[0] != '\0' ? transfer.error.data() : curl_easy_strerror(static_cast<CURLcode>(code));
    return {0, why};
  }
  Delivery delivery{static_cast<int>(status), {}, std::chrono::seconds(std::max<curl_off_t>(retry_after, 0))};
  if (!delivery.good()) delivery.why = fmt::format("the target answered {}", status);
  return delivery;
}

}  // namespace crossdock::jobs
