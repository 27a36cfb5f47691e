#include "engine/uci/describe.h"

#include <fmt/format.h>

#include "engine/chess/notation.h"
#include "engine/eval/evaluator.h"
#include "engine/search/time_plan.h"

namespace rookery::uci {
namespace {

constexpr std::string_view kLetters = "PNBRQKpnbrqk.";

}  // namespace

std::string DescribePosition(const chess::Position& position) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    text += fmt::format("{} ", rank + 1);
    for (int file = 0; file < 8; ++file) {
      const chess::Piece piece = position.at(chess::MakeSquare(file, rank));
      text += ' ';
      text += kLetters[static_cast<size_t>(chess::Index(piece))];
    }
    text += '\n';
  }
  text += "   a b c d e f g h\n";
  text += fmt::format("Fen: {}\nKey: {:016x}", chess::ToFen(position), position.key());
  return text;
}

std::string DescribeEvaluation(const chess::Position& position, const params::Weights& weights) {
  const eval::Trace trace = eval::TraceOf(position, eval::Shape(weights));
  std::string text =
      fmt::format("{:<24}{:>8}{:>8}{:>10}{:>10}\n", "term", "white", "black", "middle", "end");
  for (int i = 0; i < params::kTermCount; ++i) {
    const auto term = static_cast<params::Term>(i);
    const auto& counts = trace.eighths[static_cast<size_t>(i)];
    if (counts[0] == 0 && counts[1] == 0) continue;
    const auto brings = [&](int weight) {
      return static_cast<double>(trace.Coefficient(term) * weight) / eval::kUnit;
    };
    text += fmt::format(
        "{:<24}{:>8.3g}{:>8.3g}{:>10.1f}{:>10.1f}\n", params::TermName(term),
        static_cast<double>(counts[0]) / eval::kUnit, static_cast<double>(counts[1]) / eval::kUnit,
        brings(weights[params::MgIndex(term)]), brings(weights[params::EgIndex(term)]));
  }
  const int white = trace.Score(weights);
  const int mover = position.side() == chess::Color::kWhite ? white : -white;
  text += fmt::format("phase {} of {}, scale {} of {}\n", trace.phase, eval::kFullPhase,
                      trace.ScaleFor(weights), eval::kFullScale);
  text += fmt::format("Evaluation: {} cp (White's view), {} cp (mover's view)", white, mover);
  return text;
}

std::string DescribeLimits(const search::SearchLimits& limits, const params::Weights& weights) {
  std::string text = "limits:";
  if (limits.depth > 0) text += fmt::format(" depth {}", limits.depth);
  if (limits.nodes > 0) text += fmt::format(" nodes {}", limits.nodes);
  if (limits.mate > 0) text += fmt::format(" mate {}", limits.mate);
  const search::TimePlan plan = search::PlanTime(limits, search::Constants(weights));
  if (plan.timed) {
    text +=
        fmt::format(" no depth begun after {} us, end {} us after go", plan.soft_us, plan.hard_us);
  }
  if (limits.infinite) text += " until stop";
  if (limits.ponder) text += ", and no move before ponderhit";
  return text;
}

}  // namespace rookery::uci
