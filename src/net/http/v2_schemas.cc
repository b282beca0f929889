// The JSON of the Open Inference Protocol as schemas.
#include <array>

#include "net/http/v2_operations.h"

namespace crossdock::net::http {
namespace {

// Parameters that change nothing here, or that are refused as not served, are left out: any name may be sent.
constexpr std::array kSchemas{
    Schema{"Error", R"({"type":"object","required":["error","code","request_id"],"properties":{
      "error":{"type":"string","description":"For people; begins with the field."},
      "code":{"type":"string"},"field":{"type":"string"},"reason":{"type":"string"},
      "retry_after_ms":{"type":"integer"},"request_id":{"type":"string"}}})"},
    Schema{"Empty", R"({"type":"object","maxProperties":0})"},
    Schema{"ServerMetadata", R"({"type":"object","required":["name","version","extensions"],"properties":{
      "name":{"type":"string"},"version":{"type":"string"},"extensions":{"type":"array","items":{"type":"string"}}}})"},
    Schema{"ServerLive", R"({"type":"object","required":["live"],"properties":{"live":{"const":true}}})"},
    Schema{"ServerReady", R"({"type":"object","required":["ready"],"properties":{"ready":{"const":true}}})"},
    Schema{"ModelReady", R"({"type":"object","required":["name","ready"],"properties":{
      "name":{"type":"string"},"ready":{"const":true}}})"},
    Schema{"DataType", R"({"enum":["BOOL","UINT8","UINT16","UINT32","UINT64","INT8","INT16","INT32","INT64","FP16",
      "BF16","FP32","FP64","BYTES"]})"},
    Schema{"Shape", R"({"type":"array","maxItems":16,"items":{"type":"integer","minimum":0}})"},
    Schema{"TensorMetadata", R"({"type":"object","required":["name","datatype","shape"],"properties":{
      "name":{"type":"string"},"datatype":{"$ref":"#/components/schemas/DataType"},
      "shape":{"type":"array","items":{"type":"integer","minimum":-1}}}})"},
    Schema{"ModelMetadata",
           R"({"type":"object","required":["name","versions","platform","inputs","outputs"],"properties":{
      "name":{"type":"string"},"versions":{"type":"array","items":{"type":"string"}},"platform":{"type":"string"},
      "inputs":{"type":"array","items":{"$ref":"#/components/schemas/TensorMetadata"}},
      "outputs":{"type":"array","items":{"$ref":"#/components/schemas/TensorMetadata"}}}})"},
    Schema{"TensorConfig", R"({"type":"object","required":["name","data_type","dims"],"properties":{
      "name":{"type":"string"},"data_type":{"type":"string"},
      "dims":{"type":"array","items":{"type":"integer","minimum":-1}}}})"},
    Schema{"ModelConfig",
           R"({"type":"object","required":["name","platform","backend","max_batch_size","input","output"],
      "properties":{"name":{"type":"string"},"platform":{"type":"string"},"backend":{"type":"string"},
      "max_batch_size":{"type":"integer","minimum":0},
      "input":{"type":"array","items":{"$ref":"#/components/schemas/TensorConfig"}},
      "output":{"type":"array","items":{"$ref":"#/components/schemas/TensorConfig"}},
      "dynamic_batching":{"type":"object"}}})"},
    Schema{"Duration", R"({"type":"object","required":["count","ns"],"properties":{
      "count":{"type":"integer","minimum":0},"ns":{"type":"integer","minimum":0}}})"},
    Schema{"ModelStatistics",
           R"({"type":"object","required":["model_stats"],"properties":{"model_stats":{"type":"array",
      "items":{"type":"object","required":["name","version","inference_count","execution_count","inference_stats","batch_stats"],
      "properties":{"name":{"type":"string"},"version":{"type":"string"},"last_inference":{"type":"integer"},
      "inference_count":{"type":"integer"},"execution_count":{"type":"integer"},
      "inference_stats":{"type":"object","additionalProperties":{"$ref":"#/components/schemas/Duration"}},
      "batch_stats":{"type":"array","items":{"type":"object","required":["batch_size"],"properties":{
      "batch_size":{"type":"integer"}},"additionalProperties":{"$ref":"#/components/schemas/Duration"}}}}}}}})"},
    Schema{"RepositoryIndexRequest", R"({"type":"object","additionalProperties":false,"properties":{
      "ready":{"type":"boolean"}}})"},
    Schema{"RepositoryIndex",
           R"({"type":"array","items":{"type":"object","required":["name","version","state"],"properties":{
      "name":{"type":"string"},"version":{"type":"string"},"state":{"type":"string"},"reason":{"type":"string"}}}})"},
    Schema{"Parameters", R"({"type":"object","maxProperties":256,
      "additionalProperties":{"type":["string","number","boolean"]}})"},
    Schema{"RepositoryRequest", R"({"type":"object","additionalProperties":false,"properties":{
      "parameters":{"$ref":"#/components/schemas/Parameters"}}})"},
    Schema{"InferParameters", R"({"type":"object","maxProperties":256,"properties":{
      "tier":{"enum":["critical","normal","batch"]},"priority":{"type":"integer","minimum":0,"maximum":3},
      "timeout":{"type":"integer","minimum":0,"maximum":86400000000,"description":"Microseconds; 0: none."},
      "deadline_ms":{"type":"number","exclusiveMinimum":0,"maximum":86400000},"timing":{"type":"boolean"},
      "binary_data_output":{"type":"boolean"}},
      "additionalProperties":{"type":["string","number","boolean"]}})"},
    Schema{"InferInput",
           R"({"type":"object","required":["name","datatype","shape"],"additionalProperties":false,"properties":{
      "name":{"type":"string","minLength":1,"maxLength":1024},"datatype":{"$ref":"#/components/schemas/DataType"},
      "shape":{"$ref":"#/components/schemas/Shape"},
      "parameters":{"$ref":"#/components/schemas/Parameters"},
      "data":{"type":"array","description":"Flat, or nested as the shape is; none where the tensor is binary."}}})"},
    Schema{"InferOutput", R"({"type":"object","required":["name"],"additionalProperties":false,"properties":{
      "name":{"type":"string","minLength":1,"maxLength":1024},
      "parameters":{"$ref":"#/components/schemas/Parameters"}}})"},
    Schema{"InferRequest", R"({"type":"object","required":["inputs"],"additionalProperties":false,"properties":{
      "id":{"type":"string"},"parameters":{"$ref":"#/components/schemas/InferParameters"},
      "inputs":{"type":"array","minItems":1,"maxItems":256,"items":{"$ref":"#/components/schemas/InferInput"}},
      "outputs":{"type":"array","maxItems":256,"items":{"$ref":"#/components/schemas/InferOutput"}}}})"},
    Schema{"InferReply", R"({"type":"object","required":["model_name","model_version","id","outputs"],"properties":{
      "model_name":{"type":"string"},"model_version":{"type":"string"},"id":{"type":"string"},
      "parameters":{"type":"object","description":"Where the time went, if the request asked.","properties":{
      "queue_ms":{"type":"number"},"pre_ms":{"type":"number"},"engine_ms":{"type":"number"},"post_ms":{"type":"number"},
      "batch_rows":{"type":"integer"}}},
      "outputs":{"type":"array","items":{"type":"object","required":["name","datatype","shape"],"properties":{
      "name":{"type":"string"},"datatype":{"$ref":"#/components/schemas/DataType"},
      "shape":{"$ref":"#/components/schemas/Shape"},"data":{"type":"array"},"parameters":{"type":"object"}}}}}})"},
};

}  // namespace

std::span<const Schema> V2Schemas() { return kSchemas; }

}  // namespace crossdock::net::http
