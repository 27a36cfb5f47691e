// Messages of the contract into the core's values and back. Everything that comes in has been
// validated by proto/wire. Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "coordinator/core/effects.h"
#include "coordinator/core/events.h"
#include "coordinator/query/contributors.h"
#include "coordinator/query/figures.h"
#include "coordinator/query/run_detail.h"
#include "coordinator/store/store.h"
#include "rookery/v1/artifacts.pb.h"
#include "rookery/v1/engines.pb.h"
#include "rookery/v1/runs.pb.h"
#include "rookery/v1/workers.pb.h"

namespace rookery::coordinator {

// "runs/ID" to "ID".
std::string IdOf(std::string_view resource_name);

RunSpec FromProto(const v1::RunSpec& spec);
PairResult FromProto(const v1::PairResult& pair);
RunEdit FromProto(const v1::EditRunRequest& request);

v1::Run ToProto(const RunFigures& figures);
v1::RunDetail ToProto(const RunDetail& detail);
v1::RunSpec ToProto(const RunSpec& spec);
v1::Worker ToProto(const WorkerView& worker);
v1::Contributor ToProto(const Contributor& contributor);
v1::RunEvent ToProto(const RunEvent& event);
v1::Artifact ToProto(const ArtifactInfo& artifact);
v1::Engine ToProto(const NamedEngine& engine);
v1::Lease ToProto(const LeaseGrant& grant);
v1::DuelChunk ToProto(const std::vector<DuelRow>& rows);

}  // namespace rookery::coordinator
