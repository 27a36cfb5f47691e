#include "cli/calc_counts.h"

#include "base/status.h"

namespace rookery::cli {

void AddCountOptions(CLI::App& command, CountFlags& flags) {
  command.add_option("--pentanomial", flags.pentanomial, "Pairs by points: LL,LD,DD,WD,WW")
      ->type_name("COUNTS");
  command.add_option("--trinomial", flags.trinomial, "Games: losses,draws,wins")
      ->type_name("COUNTS");
}

absl::StatusOr<Counts> ReadCounts(const CountFlags& flags) {
  if (flags.pentanomial.empty() && flags.trinomial.empty()) {
    return InvalidArgument(
        "pentanomial: missing; give --pentanomial LL,LD,DD,WD,WW or "
        "--trinomial L,D,W");
  }
  Counts counts;
  if (!flags.pentanomial.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(counts.pairs, stats::ParsePentanomial(flags.pentanomial));
  }
  if (!flags.trinomial.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(counts.games, stats::ParseTrinomial(flags.trinomial));
  }
  if (counts.pairs && counts.games) {
    ROOKERY_RETURN_IF_ERROR(stats::CheckAgree(*counts.games, *counts.pairs));
  }
  return counts;
}

}  // namespace rookery::cli
