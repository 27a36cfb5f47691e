// Whose a worker's pairs are: what it did stays with the owner of that time, whoever lends it
// later. Pure; any thread.
#pragma once

#include <string>

#include "coordinator/core/types.h"

namespace rookery::coordinator {

// What it did for its present owner since it was given to him last.
OwnerShare PresentShare(const WorkerInfo& worker);

// From now on it is the new owner's. What it did so far stays with the one before.
void ChangeOwner(WorkerInfo* worker, const std::string& owner);

}  // namespace rookery::coordinator
