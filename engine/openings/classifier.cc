#include "engine/openings/classifier.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "engine/chess/epd.h"
#include "engine/chess/notation.h"
#include "engine/openings/epd_lines.h"
#include "engine/openings/shipped.h"

namespace rookery::openings {
namespace {

using chess::Move;
using chess::Position;
using chess::Square;

constexpr Move kE4(chess::MakeSquare(4, 1), chess::MakeSquare(4, 3));
constexpr Move kE5(chess::MakeSquare(4, 6), chess::MakeSquare(4, 4));
constexpr Move kD4(chess::MakeSquare(3, 1), chess::MakeSquare(3, 3));
constexpr Move kD5(chess::MakeSquare(3, 6), chess::MakeSquare(3, 4));

std::string Operand(const chess::Epd& epd, std::string_view opcode) {
  const chess::EpdOperation* operation = epd.Find(opcode);
  return operation == nullptr || operation->operands.empty() ? "" : operation->operands[0];
}

// Moves in SAN, separated by single blanks; they are ours and right.
std::vector<Move> ParseMoves(std::string_view text) {
  std::vector<Move> moves;
  Position position = Position::Start();
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    const absl::StatusOr<Move> move = chess::ParseSan(position, word);
    ROOKERY_CHECK(move.ok());
    moves.push_back(*move);
    position.Play(*move);
  }
  return moves;
}

// By the first moves from the standard start position.
void SetKind(std::span<const Move> moves, OpeningName& name) {
  if (moves.empty()) return;
  const bool answered = moves.size() > 1;
  if (moves[0] == kE4) {
    if (!answered) return;
    name.kind = moves[1] == kE5 ? OpeningClass::kOpen : OpeningClass::kSemiOpen;
    name.group = moves[1] == kE5 ? OpeningGroup::kOpen : OpeningGroup::kSemiOpen;
    return;
  }
  name.kind = OpeningClass::kClosed;
  if (moves[0] != kD4) {
    name.group = OpeningGroup::kFlank;
  } else if (answered) {
    name.group = moves[1] == kD5 ? OpeningGroup::kClosed : OpeningGroup::kSemiClosed;
  }
}

}  // namespace

std::string_view Name(OpeningClass kind) {
  switch (kind) {
    case OpeningClass::kOpen:
      return "open";
    case OpeningClass::kSemiOpen:
      return "semi-open";
    case OpeningClass::kClosed:
      break;
  }
  return "closed";
}

std::string_view Name(OpeningGroup group) {
  switch (group) {
    case OpeningGroup::kOpen:
      return "open";
    case OpeningGroup::kSemiOpen:
      return "semi-open";
    case OpeningGroup::kClosed:
      return "closed";
    case OpeningGroup::kSemiClosed:
      return "semi-closed";
    case OpeningGroup::kFlank:
      break;
  }
  return "flank";
}

OpeningClassifier::OpeningClassifier() {
  Add(SourceLines(), true);
  Add(NamedLines(), false);
}

void OpeningClassifier::Add(std::string_view epd_text, bool of_source) {
  for (const EpdLine& place : IndexEpdLines(epd_text)) {
    const absl::StatusOr<chess::Epd> epd = chess::ParseEpd(EpdLineAt(epd_text, place.offset));
    ROOKERY_CHECK(epd.ok());
    Line line{Operand(*epd, "id"), Operand(*epd, "eco"), Operand(*epd, "c1") == "gambit", of_source,
              ParseMoves(Operand(*epd, "c0"))};
    longest_ = std::max(longest_, line.moves.size());
    by_position_.try_emplace(epd->position.key(), lines_.size());
    lines_.push_back(std::move(line));
  }
}

void OpeningClassifier::Meet(const Position& position, OpeningName& name) const {
  const auto found = by_position_.find(position.key());
  if (found == by_position_.end()) return;
  const Line& line = lines_[found->second];
  name.name = line.name;
  name.eco = line.eco;
  name.gambit = name.gambit || line.gambit;
  if (line.of_source) name.source_name = line.name;
  // A position that comes without its moves is as its line is.
  if (!name.kind) SetKind(line.moves, name);
}

OpeningName OpeningClassifier::Classify(const Position& start, std::span<const Move> moves) const {
  OpeningName name;
  if (start == Position::Start()) SetKind(moves, name);
  Position position = start;
  Meet(position, name);
  for (const Move move : moves) {
    position.Play(move);
    // Transpositions may take longer than the lines themselves, but not by much.
    if (static_cast<size_t>(position.fullmove_number()) > longest_) break;
    Meet(position, name);
  }
  return name;
}

std::vector<std::pair<std::string, std::string>> PgnTagsOf(const OpeningName& name) {
  std::vector<std::pair<std::string, std::string>> tags;
  if (name.name.empty()) return tags;
  tags.emplace_back("ECO", name.eco);
  const size_t colon = name.name.find(": ");
  tags.emplace_back("Opening", name.name.substr(0, colon));
  if (colon != std::string::npos) tags.emplace_back("Variation", name.name.substr(colon + 2));
  return tags;
}

}  // namespace rookery::openings
