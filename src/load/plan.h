#pragma once

#include "base/result.h"
#include "load/picture_files.h"
#include "load/scenario.h"
#include "load/sender.h"

namespace crossdock::load {

/// Makes ready what a scenario sends: reads pictures and bodies into memory, asks the server for its models' inputs, draws values. The
/// n-th stream's moments and values are drawn from the seed and n.
/// errors    kInvalidArgument: an address, a replay file or a shape; kNotFound: a file or a model; kUnavailable: nobody listens;
///           kResourceExhausted: pictures of more than 2 GiB
Result<Plan> MakePlan(const Scenario& scenario);

/// How late the generator may get to a request of a stream before the request counts as late: 10 % of the mean gap between its requests,
/// but at least 1 ms and at most 5 ms.
Nanos LateAfter(const StreamConfig& stream);

/// The pictures of a folder, each as a job for the parcel pipeline that is answered when it is done.
/// errors    kResourceExhausted: more than 2 GiB
Result<std::vector<Message>> PictureMessages(const Address& address, const std::vector<PictureFile>& pictures,
                                             bool text, const HeaderLines& headers);

}  // namespace crossdock::load
