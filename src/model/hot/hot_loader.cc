#include "model/hot/hot_loader.h"

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/log.h"
#include "model/hot/kept_trial.h"
#include "model/hot/suspect.h"
#include "model/hot/whole_file.h"
#include "model/timed.h"

namespace crossdock::model {
namespace {

/// A file of the folder that only one load writes and reads, gone with its scope.
class Draft {
 public:
  explicit Draft(std::filesystem::path file) : file_(std::move(file)) {}
  ~Draft() {
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  const std::filesystem::path& file() const { return file_; }

 private:
  const std::filesystem::path file_;
};

CacheFolder::Name NameOf(const LoadKey& key) { return {key.place, DigestOf(key)}; }

/// Bytes of the cache as a runtime takes them; `form` lies inside `bytes`.
engine::KeptModel KeptModelOf(std::shared_ptr<const AlignedBytes> bytes, std::span<const std::byte> form,
                              const KeptLoad& load) {
  return {std::move(bytes), form, load.signature, load.placements};
}

KeptLoad KeptLoadOf(const LoadKey& key, const Version& version) {
  KeptLoad load;
  load.key = key;
  load.signature = version.session().signature();
  load.placements = version.session().placements();
  load.findings = FindingsOf(version);
  load.fresh_load = version.load_times().prepare;
  return load;
}

}  // namespace

struct HotLoader::Found {
  std::shared_ptr<const AlignedBytes> bytes;
  KeptLoad load;
  std::span<const std::byte> form;
};

struct HotLoader::Task {
  const FoundVersion& found;
  const std::function<void()>& warming;
  std::stop_token stop;
  Opening opening;
  LoadKey key;

  Result<std::unique_ptr<const Version>> Make(std::unique_ptr<engine::Session> session, Known known) const {
    return MakeVersion(found, std::move(session), std::string(opening.runtime->name()),
                       std::string(opening.runtime->version()), warming, stop, known);
  }
};

const char* HotLoader::Name(Event event) {
  switch (event) {
    case Event::kHot: return "hot";
    case Event::kMissing: return "missing";
    case Event::kStale: return "stale";
    case Event::kDamaged: return "damaged";
    case Event::kRefused: return "refused";
    case Event::kSlower: return "slower";
    case Event::kKept: return "kept";
    case Event::kKeptFacts: return "kept_facts";
    case Event::kNotKept: return "not_kept";
    case Event::kEvicted: return "evicted";
  }
  return "";
}

void HotLoader::Say(const Task& task, Event event, const std::string& why) const {
  const bool ordinary = event == Event::kHot || event == Event::kMissing || event == Event::kKept ||
                        event == Event::kKeptFacts || event == Event::kEvicted;
  log::Write(ordinary ? log::Level::kInfo : log::Level::kWarn, "model cache",
             {{"model", task.found.name}, {"version", task.found.version}, {"outcome", Name(event)}, {"because", why}});
  tell_(task.found.name, event);
}

void HotLoader::Drop(const Task& task, Event event, const std::string& why) const {
  folder_->Remove(NameOf(task.key));
  Say(task, event, why);
}

Result<std::unique_ptr<const Version>> HotLoader::Load(const FoundVersion& found, const std::function<void()>& warming,
                                                       std::stop_token stop) const {
  auto opening = OpenFor(found);
  if (!opening) return opening.error();
  auto key = KeyOf(found, opening->runtime->name(), opening->runtime->version(), opening->manifest_rows);
  if (!key) return Explain(found, key.error());
  const Task task{found, warming, std::move(stop), *std::move(opening), *std::move(key)};
  if (const auto entry = Find(task)) {
    auto version = LoadHot(task, *entry);
    if (version || task.stop.stop_requested()) return version;
  }
  return LoadCold(task);
}

std::optional<HotLoader::Found> HotLoader::Find(const Task& task) const {
  auto read = folder_->Read(NameOf(task.key));
  if (!read) {
    std::string stale;
    for (const CacheFolder::Name& other : folder_->Others(NameOf(task.key))) {
      const auto bytes = folder_->Read(other);
      const auto decoded = bytes ? Decode(bytes->span()) : Result<DecodedLoad>(bytes.error());
      stale = decoded ? Differences(decoded->load.key, task.key) : "it cannot be read";
    }
    if (stale.empty()) {
      Say(task, Event::kMissing, read.error().code == ErrorCode::kNotFound ? "none was kept" : read.error().message);
    } else {
      Say(task, Event::kStale, fmt::format("what was kept is of another state: {}", stale));
    }
    return std::nullopt;
  }
  Found found;
  auto bytes = std::make_shared<AlignedBytes>(*std::move(read));
  auto decoded = Decode(bytes->span());
  if (!decoded || decoded->load.key != task.key) {
    Drop(task, Event::kDamaged, decoded ? "it is another model's" : decoded.error().message);
    return std::nullopt;
  }
  found.form = decoded->form;
  found.load = std::move(decoded->load);
  found.bytes = std::move(bytes);
  return found;
}

Result<std::unique_ptr<const Version>> HotLoader::LoadHot(const Task& task, const Found& entry) const {
  engine::Runtime& runtime = *task.opening.runtime;
  const bool has_form = !entry.form.empty();
  Known known;
  known.findings = &entry.load.findings;
  auto session = Timed(known.prepare, [&] {
    return has_form ? runtime.LoadKept(KeptModelOf(entry.bytes, entry.form, entry.load), task.opening.options)
                    : runtime.Load(task.found.file, task.opening.options);
  });
  if (!session) {
    if (has_form) Drop(task, Event::kRefused, session.error().message);
    return session.error();
  }
  auto version = task.Make(*std::move(session), known);
  if (!version) {
    if (!task.stop.stop_requested()) Drop(task, Event::kRefused, version.error().message);
    return version;
  }
  if (has_form) {
    const std::string slower =
        WhySlower(runtime, task.found.file, task.opening.options, **version, entry.load, task.stop);
    if (!slower.empty()) {
      Drop(task, Event::kSlower, slower);
      return Error{ErrorCode::kUnavailable, slower};
    }
  }
  Say(task, Event::kHot, has_form ? "" : fmt::format("without the runtime's form: {}", entry.load.without_it));
  return version;
}

Result<std::unique_ptr<const Version>> HotLoader::LoadCold(const Task& task) const {
  engine::Runtime& runtime = *task.opening.runtime;
  const Draft draft(folder_->NewDraft());
  std::string without_it;
  Known known;
  Result<std::unique_ptr<engine::Session>> session = Error{ErrorCode::kUnimplemented, "its runtime has none"};
  if (runtime.CanKeep(task.opening.options)) {
    session =
        Timed(known.prepare, [&] { return runtime.LoadAndKeep(task.found.file, task.opening.options, draft.file()); });
  }
  if (!session) {
    without_it = session.error().message;
    session = Timed(known.prepare, [&] { return runtime.Load(task.found.file, task.opening.options); });
  }
  if (!session) return Explain(task.found, session.error());
  auto version = task.Make(*std::move(session), known);
  if (version && !task.stop.stop_requested()) Keep(task, **version, draft.file(), std::move(without_it));
  return version;
}

void HotLoader::Keep(const Task& task, const Version& version, const std::filesystem::path& draft,
                     std::string without_it) const {
  KeptLoad load = KeptLoadOf(task.key, version);
  std::span<const std::byte> form;
  std::shared_ptr<const AlignedBytes> bytes;
  if (without_it.empty()) {
    auto read = ReadWholeFile(draft);
    if (read) {
      bytes = std::make_shared<const AlignedBytes>(*std::move(read));
      without_it = WhyNotKeep(*task.opening.runtime, KeptModelOf(bytes, bytes->span(), load), task.opening.options,
                              version, task.stop);
    } else {
      without_it = read.error().message;
    }
    if (task.stop.stop_requested()) return;
    if (without_it.empty()) form = bytes->span();
  }
  load.without_it = without_it;
  const auto head = EncodeHead(load, form);
  const std::span<const std::byte> pieces[] = {head, form};
  const auto written = folder_->Write(NameOf(task.key), pieces);
  if (!written) return Say(task, Event::kNotKept, written.error().message);
  if (without_it.empty()) {
    Say(task, Event::kKept, fmt::format("{} bytes", head.size() + form.size()));
  } else {
    Say(task, Event::kKeptFacts, without_it);
  }
  if (written->superseded > 0) Say(task, Event::kEvicted, fmt::format("{} superseded", written->superseded));
  if (written->for_room > 0) Say(task, Event::kEvicted, fmt::format("{} for room", written->for_room));
}

}  // namespace crossdock::model
