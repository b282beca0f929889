#include "app/api/operations.h"

#include "net/http/v2_operations.h"

namespace crossdock::app {
namespace {

using net::http::Content;
using net::http::InputValue;
using net::http::Operation;
using net::http::Outcome;
using net::http::Schema;

constexpr const char* kJobs = "pipelines";
constexpr const char* kCallbacks = "callbacks";

const Content kJob{"application/json", "Job"};

InputValue Query(const char* name, const char* meaning, const char* schema) {
  return {name, InputValue::In::kQuery, meaning, schema};
}
InputValue Header(const char* name, const char* meaning, const char* schema) {
  return {name, InputValue::In::kHeader, meaning, schema};
}

InputValue Pipeline() { return {"name", InputValue::In::kPath, "The pipeline", R"({"enum":["parcel"]})"}; }
InputValue Tenant() {
  return Header("X-Crossdock-Tenant", "Who sends; a job is shown to the same tenant only", R"({"type":"string"})");
}
InputValue Wait() {
  return Header("Prefer", "wait=SECONDS: answer in this call if the job is done by then",
                R"({"type":"string","pattern":"^wait=[0-9]{1,4}$"})");
}
InputValue Until() {
  return Query("until", "When the wait is over: the codes are known, the parcel's verdict, or the text too",
               R"({"enum":["codes","verdict","all"]})");
}

Outcome NoJob() { return {404, "No such job or pipeline for this tenant, or it is forgotten."}; }

constexpr Schema kParcelSchemas[]{
    {"Corners", R"({"type":"array","minItems":4,"maxItems":4,"items":{"type":"array","minItems":2,"maxItems":2,
      "items":{"type":"number"}}})"},
    {"Failure", R"({"type":"object","required":["error","code"],"properties":{"error":{"type":"string"},
      "code":{"type":"string"},"field":{"type":"string"},"reason":{"type":"string"}}})"},
    {"Job",
     R"({"type":"object","required":["id","pipeline","state","waybill","codes_done","lines_done","pictures","codes",
      "lines","times"],"properties":{"id":{"type":"string"},"pipeline":{"type":"string"},
      "state":{"enum":["queued","running","done","failed","cancelled"]},
      "error":{"type":"string"},"code":{"type":"string"},"field":{"type":"string"},"reason":{"type":"string"},
      "waybill":{"type":"string"},"codes_done":{"type":"boolean"},"lines_done":{"type":"boolean"},
      "pictures":{"type":"array","items":{"type":"object","required":["width","height"],"properties":{
      "width":{"type":"integer"},"height":{"type":"integer"},"error":{"$ref":"#/components/schemas/Failure"}}}},
      "codes":{"type":"array","items":{"type":"object","required":["text","format","confidence","corners","path","picture"],
      "properties":{"text":{"type":"string"},"format":{"type":"string"},
      "confidence":{"type":"number","minimum":0,"maximum":1},
      "corners":{"$ref":"#/components/schemas/Corners"},"path":{"type":"string"},"picture":{"type":"integer"}}}},
      "lines":{"type":"array","items":{"type":"object","required":["text","confidence","corners","picture"],
      "properties":{"text":{"type":"string"},"confidence":{"type":"number","minimum":0,"maximum":1},
      "corners":{"$ref":"#/components/schemas/Corners"},"picture":{"type":"integer"}}}},
      "text_error":{"$ref":"#/components/schemas/Failure"},
      "times":{"type":"object","required":["stages"],"properties":{"codes_ms":{"type":"number"},
      "total_ms":{"type":"number"},"stages":{"type":"array","items":{"type":"object",
      "required":["stage","wait_ms","run_ms"],"properties":{"stage":{"type":"string"},"wait_ms":{"type":"number"},
      "run_ms":{"type":"number"}}}}}}}})"},
    {"ParcelForm", R"({"type":"object","required":["picture"],"additionalProperties":false,"properties":{
      "picture":{"description":"As often as there are cameras.","type":"array","minItems":1,
      "items":{"type":"string","format":"binary"}},
      "waybill":{"type":"string","maxLength":1024},"callback":{"type":"string"}}})"},
    {"Parcel", R"({"type":"object","required":["parcel","state"],"properties":{"parcel":{"type":"string"},
      "state":{"enum":["open","read","conflict","no_read","unknown"]},"text":{"type":"string"},"format":{"type":"string"},
      "probability":{"type":"number","minimum":0,"maximum":1},"because":{"type":"string"},
      "candidates":{"type":"array","items":{"type":"object"}},"pictures":{"type":"array","items":{"type":"object"}}}})"},
    {"Nothing", R"({"type":"object","maxProperties":0})"},
    {"Callbacks", R"({"type":"object","required":["callbacks"],"properties":{"callbacks":{"type":"array","items":{
      "type":"object","required":["id","job","url","made_ms","attempts","why"],"properties":{"id":{"type":"string"},
      "job":{"type":"string"},"url":{"type":"string"},"made_ms":{"type":"integer"},"attempts":{"type":"integer"},
      "why":{"type":"string"}}}}}})"},
};

}  // namespace

Operation DescribeSubmit() {
  return {.summary = "Sends the picture of a parcel, or several of one waybill",
          .tag = kJobs,
          .values = {Pipeline(), Wait(), Until(), Query("text", "Whether text is read", R"({"enum":["true","false"]})"),
                     Query("tier", "How urgent it is", R"({"enum":["critical","normal","batch"]})"),
                     Query("deadline_ms", "Milliseconds from arrival after which nobody needs the answer",
                           R"({"type":"integer","minimum":1,"maximum":86400000})"),
                     Query("waybill", "What is known of the parcel", R"({"type":"string","maxLength":1024})"),
                     Query("callback", "URL that is told the end", R"({"type":"string"})"),
                     Query("parcel", "Under many cameras: the parcel that the pictures show", R"({"type":"string"})"),
                     Query("cameras", "Pictures of the parcel that are expected", R"({"type":"integer","minimum":1})"),
                     Query("camera", "Which camera it was", R"({"type":"string"})"),
                     Query("verdict_ms", "Milliseconds from the parcel's first picture to its verdict",
                           R"({"type":"integer","minimum":1})"),
                     Header("Idempotency-Key", "The same key and content give the same job",
                            R"({"type":"string","minLength":1,"maxLength":255})"),
                     Header("X-Request-Id", "Becomes the job's id", R"({"type":"string"})"), Tenant()},
          .takes = {{"image/*", ""}, {"multipart/form-data", "ParcelForm"}},
          .gives = {{200, "The job has ended, or is as far as `until` says", {kJob}},
                    {202, "It is accepted: ask at Location", {kJob}, {"Location"}},
                    {404, "No such pipeline."},
                    {409, "The request id is that of another job."},
                    {422, "The key came with other content before."},
                    {429, "No room for one more."},
                    {500, "A model or its runtime failed."},
                    {504, "The deadline passed, or cannot be met."},
                    {507, "The disk is full."}}};
}

Operation DescribeJob() {
  return {.summary = "What is known of a job, at once or after a wait",
          .tag = kJobs,
          .values = {Pipeline(), Wait(), Until(), Tenant()},
          .gives = {{200, "The job", {kJob}}, NoJob(), {429, "Too many wait for this job already."}}};
}

Operation DescribeCancel() {
  return {.summary = "Stops a job",
          .tag = kJobs,
          .values = {Pipeline(), Tenant()},
          .gives = {{200, "It has ended", {kJob}}, {202, "It will soon", {kJob}, {"Location"}}, NoJob()}};
}

Operation DescribeJobEvents() {
  return {.summary = "Every change of a job, up to its end, as server-sent events",
          .tag = kJobs,
          .values = {Pipeline(), Tenant()},
          .gives = {{200, "The events", {{"text/event-stream", ""}}}, NoJob()}};
}

Operation DescribeVerdict() {
  return {.summary = "What many cameras' pictures say of a parcel, at once or after a wait",
          .tag = kJobs,
          .values = {Pipeline(), Wait(), Tenant()},
          .gives = {{200, "The parcel", {{"application/json", "Parcel"}}},
                    {404, "No such parcel of this tenant, or it is forgotten."},
                    {429, "Too many wait for this parcel already."}}};
}

Operation DescribeDeadCallbacks() {
  return {.summary = "Callbacks that were given up",
          .tag = kCallbacks,
          .gives = {{200, "The oldest thousand", {{"application/json", "Callbacks"}}}}};
}

Operation DescribeReplay(const char* summary) {
  return {.summary = summary,
          .tag = kCallbacks,
          .gives = {{202, "These are tried again", {{"application/json", "Callbacks"}}},
                    {404, "No such callback among those given up."},
                    {507, "The disk is full."}}};
}

Operation DescribeAccessReload() {
  return {.summary = "Reads the file of principals again",
          .tag = "server",
          .gives = {{200, "It is in force", {{"application/json", "Nothing"}}}}};
}

Operation DescribeMetrics() {
  return {
      .summary = "Metrics for Prometheus",
      .tag = "server",
      .gives = {
          {200, "In the form that the scraper accepts", {{"text/plain", ""}, {"application/openmetrics-text", ""}}}}};
}

std::vector<Schema> AllSchemas() {
  const auto protocol = net::http::V2Schemas();
  std::vector<Schema> schemas(protocol.begin(), protocol.end());
  schemas.insert(schemas.end(), std::begin(kParcelSchemas), std::end(kParcelSchemas));
  return schemas;
}

}  // namespace crossdock::app
