#include "jobs/submission.h"

#include <utility>

#include <fmt/format.h>

#include "digest/sha256.h"
#include "jobs/callback/signature.h"
#include "jobs/result_json.h"
#include "jobs/sighting_json.h"

namespace crossdock::jobs {
namespace {

/// Each piece behind its length, so that no two contents run into the same bytes.
void AddPiece(digest::Sha256& hash, std::string_view piece) {
  hash.Add(fmt::format("{}:", piece.size()));
  hash.Add(piece);
}

std::string Fingerprint(const Submission& submission) {
  const auto& parcel = submission.parcel;
  digest::Sha256 hash;
  AddPiece(hash, submission.pipeline);
  AddPiece(hash, submission.callback);
  AddPiece(hash, parcel.waybill);
  if (const std::string sighting = ToJson(parcel.sighting); !sighting.empty()) AddPiece(hash, sighting);
  AddPiece(hash, parcel.text ? (*parcel.text ? "text" : "no text") : "");
  for (const auto& picture : parcel.pictures)
    AddPiece(hash, {reinterpret_cast<const char*>(picture.bytes.data()), picture.bytes.size()});
  return Base64(hash.Finish());
}

int64_t MillisBetween(TimePoint from, TimePoint to) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(to - from).count();
}

}  // namespace

Record MakeRecord(const Submission& submission, int64_t unix_ms, TimePoint now, bool kept) {
  const auto& parcel = submission.parcel;
  Record record;
  record.id = parcel.context.id;
  record.pipeline = submission.pipeline;
  record.tenant = parcel.context.tenant;
  record.waybill = parcel.waybill;
  record.tier = parcel.context.tier;
  record.text = parcel.text;
  record.sighting = parcel.sighting;
  if (parcel.context.deadline != TimePoint::max())
    record.deadline_ms = unix_ms + MillisBetween(now, parcel.context.deadline);
  if (!submission.key.empty()) {
    // Of one client and pipeline: others may have thought of the same key.
    record.key = fmt::format("{}\n{}\n{}", record.tenant, record.pipeline, submission.key);
    record.fingerprint = Fingerprint(submission);
  }
  record.callback = submission.callback;
  record.accepted_ms = unix_ms;
  record.runs = kept ? 0 : 1;
  return record;
}

pipeline::ParcelRequest MakeRequest(Journal::Loaded loaded, int64_t unix_ms, TimePoint now) {
  pipeline::ParcelRequest parcel;
  const Record& record = loaded.record;
  parcel.context.id = record.id;
  parcel.context.tenant = record.tenant;
  parcel.context.tier = record.tier;
  parcel.context.received = now;
  if (record.deadline_ms != 0) parcel.context.deadline = now + std::chrono::milliseconds(record.deadline_ms - unix_ms);
  parcel.waybill = record.waybill;
  parcel.text = record.text;
  parcel.sighting = record.sighting;
  parcel.pictures = std::move(loaded.pictures);
  return parcel;
}

std::optional<Letter> MakeLetter(const JobView& ended, const std::string& url, int64_t unix_ms) {
  if (url.empty()) return std::nullopt;
  Letter letter;
  letter.id = NewLetterId();
  letter.job = ended.id;
  letter.url = url;
  letter.body = fmt::format(R"({{"type":"job.{}","data":{}}})", Name(ended.state), ToJson(ended));
  letter.made_ms = letter.next_ms = unix_ms;
  return letter;
}

}  // namespace crossdock::jobs
