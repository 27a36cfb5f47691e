// Faults that the simulator plants in the core to prove that its checks would see them. Only the
// simulator sets CoreOptions::planted; everywhere else it is kNone and costs a comparison.
#pragma once

#include <cstdint>

namespace rookery::coordinator {

enum class PlantedFault : uint8_t {
  kNone,
  kDoubleCount,           // a repeated report moves the totals
  kLostRow,               // a pair is acknowledged but its row is not written
  kLostTotals,            // rows are written, the run's snapshot is not
  kVerdictByArrival,      // the verdict is taken on whatever came first
  kVerdictBetweenLooks,   // decide_every is ignored
  kSkippedFront,          // a missing pair at the front is passed over
  kVerdictChanges,        // pairs that come after the end still move the totals
  kEndsEarly,             // a run ends before its last pair
  kSwappedColours,        // a pair's points are seen from the wrong side
  kExpiryIgnored,         // leases never expire
  kExpiredNotLentAgain,   // the pairs of an expired lease are forgotten
  kLentTwice,             // a pair is lent again while it is out
  kLentTwiceTooEarly,     // the tail is doubled without the grace
  kForeignLease,          // any worker may report on any lease
  kUnlentPair,            // pairs outside the lease are counted
  kLateReportRefused,     // what an expired lease delivers is thrown away
  kRequestIdForgotten,    // the same request makes a second run
  kLeasesLostAtStart,     // a restart forgets who holds what
  kPairsLostAtStart,      // a restart forgets pairs beyond the prefix
  kNoCancelAtEnd,         // leases of an ended run stay live
  kDuplicateNotAnswered,  // a repeated report gets no acknowledgement
  kPausedRunsLend,        // a pause is ignored
  kStoppedRunGoesOn,      // a stop is acknowledged and forgotten
  kAuditBlamesHonest,     // the wrong one of two workers is put in quarantine
  kAuditCountsAgain,      // an audited pair moves the totals
  kVoidNotFolded,         // rows are marked void, the totals stay
  kQuarantineLends,       // a worker in quarantine is lent pairs
  kCostIgnored,           // a run goes on beyond its limit of cost
  kCandidateToldTwice,    // a tuner hears an outcome again
  kTuneStateLost,         // a pair is folded, the tuner's state is not stored with it
  kCandidateAskedAgain,   // a pair that is lent again gets another candidate
  kLeagueCellLost,        // a pair of a league is folded, its cell is not stored with it
  kLeagueCellSwapped,     // a pair's points go to the other engine
  kRoundTooEarly,         // the next round of a Swiss is drawn before the last one's end
  kRevokedReportCounts,   // a worker whose token was revoked goes on reporting
  kVoidCostLost,          // a restart forgets what voids have cost a test
  kVoidDrawsAnew,         // a void draws the last round of a Swiss again
  kStaleWorker,           // readers aren't told that another worker played a worker's pairs
  kTakeoversUnbounded,    // two processes with one identity throw each other out for ever
};
inline constexpr int kPlantedFaults = 39;  // beside kNone; the last one's number

}  // namespace rookery::coordinator
