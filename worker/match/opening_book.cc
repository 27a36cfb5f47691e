#include "worker/match/opening_book.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include "base/status.h"
#include "engine/chess/game.h"
#include "engine/chess/notation.h"

namespace rookery::worker {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr int kMaxCounter = 9999;  // of a FEN's last two fields

// The next blank-separated field, removed from `rest`; empty at the end.
std::string_view TakeField(std::string_view& rest) {
  const size_t begin = rest.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) {
    rest = {};
    return {};
  }
  rest.remove_prefix(begin);
  const std::string_view field = rest.substr(0, rest.find_first_of(kBlanks));
  rest.remove_prefix(field.size());
  return field;
}

std::optional<int> Counter(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (value < 0 || value > kMaxCounter) return std::nullopt;
  return value;
}

// One EPD operation without its semicolon, removed from `rest`. A semicolon inside quotes doesn't
// end it.
std::string_view TakeOperation(std::string_view& rest) {
  bool quoted = false;
  size_t end = 0;
  for (; end < rest.size() && (quoted || rest[end] != ';'); ++end) {
    if (rest[end] == '"') quoted = !quoted;
  }
  const std::string_view operation = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return operation;
}

struct Counters {
  int halfmoves = 0;
  int fullmove = 1;
};

absl::StatusOr<Counters> ReadOperations(std::string_view rest) {
  Counters counters;
  while (!rest.empty()) {
    std::string_view operation = TakeOperation(rest);
    const std::string_view name = TakeField(operation);
    if (name != "hmvc" && name != "fmvn") continue;
    const std::string_view text = TakeField(operation);
    const std::optional<int> value = Counter(text);
    if (!value) {
      return InvalidArgument("{} '{}' is not a number from 0 to {}", name, text, kMaxCounter);
    }
    (name == "hmvc" ? counters.halfmoves : counters.fullmove) = *value;
  }
  return counters;
}

}  // namespace

absl::StatusOr<chess::Position> ParseOpening(std::string_view line) {
  std::string_view rest = line;
  std::string fen(TakeField(rest));
  for (int i = 1; i < 4; ++i) fen.append(" ").append(TakeField(rest));
  std::string_view after = rest;
  const std::optional<int> halfmoves = Counter(TakeField(after));
  std::string_view last = TakeField(after);
  if (last.ends_with(';')) last.remove_suffix(1);
  const std::optional<int> fullmove = Counter(last);
  Counters counters;
  if (halfmoves && fullmove) {
    counters = {*halfmoves, *fullmove};
  } else {
    ROOKERY_ASSIGN_OR_RETURN(counters, ReadOperations(rest));
  }
  ROOKERY_ASSIGN_OR_RETURN(
      const chess::Position position,
      chess::ParseFen(fmt::format("{} {} {}", fen, counters.halfmoves, counters.fullmove)));
  if (const auto end = chess::Game(position).End()) {
    return InvalidArgument("the game is over here already ({})", Name(end->end));
  }
  return position;
}

absl::StatusOr<std::unique_ptr<OpeningBook>> OpeningBook::Open(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return Error(errno == ENOENT ? absl::StatusCode::kNotFound : absl::StatusCode::kUnavailable,
                 "opening the book {}: {}", path, std::strerror(errno));
  }
  std::unique_ptr<OpeningBook> book(new OpeningBook());
  struct stat info{};
  const bool regular = ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
  if (regular && info.st_size > 0) {
    book->mapping_size_ = static_cast<size_t>(info.st_size);
    void* mapping = ::mmap(nullptr, book->mapping_size_, PROT_READ, MAP_PRIVATE, fd, 0);
    if (mapping != MAP_FAILED) book->mapping_ = mapping;
  }
  ::close(fd);
  if (!regular) return InvalidArgument("the book {} is not a regular file", path);
  if (book->mapping_ != nullptr) {
    book->text_ = {static_cast<const char*>(book->mapping_), book->mapping_size_};
  }
  book->name_ = path;
  book->lines_ = IndexBookLines(book->text_);
  if (book->lines_.empty()) {
    return InvalidArgument("the book {} has no openings; write one FEN or EPD a line", path);
  }
  return book;
}

absl::StatusOr<std::unique_ptr<OpeningBook>> OpeningBook::FromText(std::string text,
                                                                   std::string name) {
  std::unique_ptr<OpeningBook> book(new OpeningBook());
  book->owned_text_ = std::move(text);
  book->text_ = book->owned_text_;
  book->name_ = std::move(name);
  book->lines_ = IndexBookLines(book->text_);
  if (book->lines_.empty()) return InvalidArgument("the book {} has no openings", book->name_);
  return book;
}

OpeningBook::~OpeningBook() {
  if (mapping_ != nullptr) ::munmap(mapping_, mapping_size_);
}

absl::StatusOr<chess::Position> OpeningBook::At(uint64_t index) const {
  if (index >= lines_.size()) {
    return InvalidArgument("{} has {} openings, so there is no opening {}", name_, lines_.size(),
                           index);
  }
  const BookLine line = lines_[index];
  absl::StatusOr<chess::Position> position = ParseOpening(BookLineAt(text_, line.offset));
  if (!position.ok()) {
    return InvalidArgument("{}:{}: {}", name_, line.number, Message(position.status()));
  }
  return position;
}

}  // namespace rookery::worker
