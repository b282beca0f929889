#pragma once

#include "fusion/verdict.h"
#include "net/http/message.h"
#include "net/http/multipart.h"

namespace crossdock::app {

/// What a request's query and headers say of the parcel that its pictures show, beside other cameras' pictures.
/// errors  kInvalidArgument that names the parameter
Result<fusion::Sighting> ReadSighting(const net::http::Request& request);

/// A form's own word on it; false: the part is about something else.
/// errors  kInvalidArgument that names the field
Result<bool> ReadSightingPart(const net::http::FormPart& part, fusion::Sighting& sighting);

}  // namespace crossdock::app
