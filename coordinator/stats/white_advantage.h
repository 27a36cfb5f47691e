// Whether games say anything about White's advantage. Pure; any thread.
//
// Some shift of the ratings may do to every game what an advantage would do: where A has White
// against B in all of their games, say, or in a chain or tree of such meetings. Then no number of
// games tells the two apart; the likelihood is flat along that shift.
#pragma once

#include "coordinator/stats/rating_solver.h"

namespace rookery::stats {

// Players that don't move (anchors) and those that are drawn somewhere (loose anchors) can't shift.
bool RatingsCanStandForWhitesAdvantage(const RatingProblem& problem);

}  // namespace rookery::stats
