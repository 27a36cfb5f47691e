// The law under which the observed one is most likely, among those with a wanted mean or a wanted
// t. Two of them make the generalised likelihood ratio. Pure functions; any thread.
//
// Source: M. Van den Bergh, "The generalised maximum likelihood ratio for the expectation value of
// a distribution"; A. Owen, "Empirical likelihood" for the secular equation.
#pragma once

#include "coordinator/stats/law.h"

namespace rookery::stats {

// The law on the same values with that mean. The mean lies strictly between the smallest and the
// largest value, and no cell is empty (CHECK).
Law MostLikelyWithMean(const Law& observed, double mean);
// The same with (mean - 1/2) / sigma = t, for any finite t.
Law MostLikelyWithT(const Law& observed, double t);

}  // namespace rookery::stats
