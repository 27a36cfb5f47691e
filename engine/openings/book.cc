#include "engine/openings/book.h"

#include <utility>
#include <variant>

#include "base/status.h"
#include "engine/chess/game.h"
#include "engine/chess/notation.h"
#include "engine/chess/pgn_index.h"

namespace rookery::openings {

using chess::Position;

absl::StatusOr<std::unique_ptr<Book>> Book::Open(const std::string& path,
                                                 const BookOptions& options) {
  std::unique_ptr<Book> book(new Book());
  ROOKERY_ASSIGN_OR_RETURN(book->file_, MappedFile::Open(path, "book"));
  book->text_ = book->file_.bytes();
  book->name_ = options.name.empty() ? path : options.name;
  ROOKERY_RETURN_IF_ERROR(book->Index(options.plies));
  return book;
}

absl::StatusOr<std::unique_ptr<Book>> Book::FromText(std::string text, const BookOptions& options) {
  std::unique_ptr<Book> book(new Book());
  book->owned_text_ = std::move(text);
  book->text_ = book->owned_text_;
  book->name_ = options.name;
  ROOKERY_RETURN_IF_ERROR(book->Index(options.plies));
  return book;
}

absl::Status Book::Index(int plies) {
  if (plies < 0 || plies > kMostPlies) {
    return InvalidArgument("plies: {} is out of range; allowed are 0 to {}", plies, kMostPlies);
  }
  if (text_.starts_with("\xFF\xFE") || text_.starts_with("\xFE\xFF")) {
    return InvalidArgument("{}: UTF-16 text; convert the file to UTF-8", name_);
  }
  plies_ = plies;
  format_ = FormatOf(text_);
  if (format_ == BookFormat::kEpd) {
    lines_ = IndexEpdLines(text_);
  } else if (format_ == BookFormat::kPgn) {
    games_ = chess::IndexPgn(text_);
  } else {
    const auto book = PolyglotBook::FromBytes(text_);
    if (!book.ok()) return InvalidArgument("{}: {}", name_, Message(book.status()));
    auto tree = PolyglotTree::Build(*book, plies);
    if (!tree.ok()) return Error(tree.status().code(), "{}: {}", name_, Message(tree.status()));
    tree_ = std::make_unique<PolyglotTree>(*std::move(tree));
  }
  if (size() > 0) return absl::OkStatus();
  return InvalidArgument("{}: the book has no openings; write one FEN or EPD a line, or PGN games",
                         name_);
}

uint64_t Book::size() const {
  if (format_ == BookFormat::kEpd) return lines_.size();
  return format_ == BookFormat::kPgn ? games_.size() : tree_->size();
}

std::string Book::Where(uint64_t index) const {
  if (format_ == BookFormat::kEpd) return fmt::format("{}:{}", name_, lines_[index].number);
  if (format_ == BookFormat::kPgn) return fmt::format("{}:{}", name_, games_[index].line);
  std::string text = name_ + ": after";
  Position position = Position::Start();
  for (const chess::Move move : tree_->MovesTo(index)) {
    text += " " + chess::ToSan(position, move);
    position.Play(move);
  }
  return text;
}

absl::StatusOr<Opening> Book::At(uint64_t index, const chess::RuleProfile& rules) const {
  ROOKERY_ASSIGN_OR_RETURN(Opening opening, Read(index));
  LeaveAMove(opening, rules);
  ROOKERY_RETURN_IF_ERROR(CheckGoesOn(index, opening, rules));
  return opening;
}

absl::Status Book::CheckGoesOn(uint64_t index, const Opening& opening,
                               const chess::RuleProfile& rules) const {
  const auto end = GameFrom(opening, rules).End();
  if (!end) return absl::OkStatus();
  return InvalidArgument("{}: the game is over here already ({})", Where(index), Name(end->end));
}

absl::StatusOr<Opening> Book::Read(uint64_t index) const {
  if (index >= size()) {
    return InvalidArgument("{} has {} openings, so there is no opening {}", name_, size(), index);
  }
  if (absl::Status same = file_.CheckUnchanged(); !same.ok()) {
    return Error(same.code(), "{}: {}; leave a book alone while it is played from", name_,
                 Message(same));
  }
  if (format_ == BookFormat::kEpd) return ReadEpd(index);
  return format_ == BookFormat::kPgn ? ReadGame(index) : ReadPolyglot(index);
}

absl::StatusOr<Opening> Book::ReadEpd(uint64_t index) const {
  absl::StatusOr<chess::Epd> epd = chess::ParseEpd(EpdLineAt(text_, lines_[index].offset));
  if (!epd.ok()) return InvalidArgument("{}: {}", Where(index), Message(epd.status()));
  Opening opening(epd->position);
  opening.operations = std::move(epd->operations);
  return opening;
}

absl::StatusOr<Opening> Book::ReadGame(uint64_t index) const {
  const auto read = chess::ReadPgnGame(text_, games_[index]);
  if (const auto* error = std::get_if<chess::PgnError>(&read)) {
    return InvalidArgument("{}:{}:{}: {}", name_, error->line, error->column, error->message);
  }
  const auto& game = std::get<chess::PgnGame>(read);
  Opening opening(game.start);
  for (const chess::PgnMove& played : game.moves) {
    if (plies_ > 0 && opening.moves.size() == static_cast<size_t>(plies_)) break;
    opening.position.Play(played.move);
    opening.moves.push_back(played.move);
  }
  return opening;
}

Opening Book::ReadPolyglot(uint64_t index) const {
  Opening opening;
  opening.moves = tree_->MovesTo(index);
  for (const chess::Move move : opening.moves) opening.position.Play(move);
  return opening;
}

}  // namespace rookery::openings
