#include "coordinator/query/book.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <unordered_map>

#include "base/status.h"
#include "engine/chess/notation.h"

namespace rookery::coordinator {
namespace {

constexpr int kMostFaultsSaid = 5;

// The first `count` blank-separated fields, joined by single blanks; the rest stays in `line`.
std::string TakeFields(std::string_view& line, int count) {
  std::string taken;
  for (; count > 0; --count) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::string_view field = line.substr(0, line.find_first_of(" \t"));
    line.remove_prefix(field.size());
    if (!field.empty()) taken += fmt::format("{}{}", taken.empty() ? "" : " ", field);
  }
  return taken;
}

bool IsNumber(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// The operand of an EPD operation such as "hmvc 3;", or "".
std::string Operand(std::string_view operations, std::string_view name) {
  while (!operations.empty()) {
    std::string_view operation = operations.substr(0, operations.find(';'));
    operations.remove_prefix(std::min(operation.size() + 1, operations.size()));
    if (TakeFields(operation, 1) == name) return TakeFields(operation, 1);
  }
  return "";
}

// A FEN of four or six fields, or EPD, whose operations hmvc and fmvn are the last two fields.
absl::StatusOr<chess::Position> ParseOpening(std::string_view line) {
  std::string fen = TakeFields(line, 4);
  std::string_view rest = line;
  std::string halfmoves = TakeFields(rest, 1);
  std::string fullmove = TakeFields(rest, 1);
  if (!IsNumber(halfmoves) || !IsNumber(fullmove)) {
    halfmoves = Operand(line, "hmvc");
    fullmove = Operand(line, "fmvn");
  }
  if (halfmoves.empty()) halfmoves = "0";
  if (fullmove.empty()) fullmove = "1";
  return chess::ParseFen(fmt::format("{} {} {}", fen, halfmoves, fullmove));
}

}  // namespace

absl::StatusOr<std::shared_ptr<const Book>> Book::Open(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return Error(errno == ENOENT ? absl::StatusCode::kNotFound : absl::StatusCode::kUnavailable,
                 "opening book {}: {}", path, std::strerror(errno));
  }
  std::shared_ptr<Book> book(new Book());
  struct stat info{};
  const bool known = ::fstat(fd, &info) == 0;
  if (known && info.st_size > 0) {
    void* mapping =
        ::mmap(nullptr, static_cast<size_t>(info.st_size), PROT_READ, MAP_PRIVATE, fd, 0);
    if (mapping != MAP_FAILED) {
      book->mapping_ = mapping;
      book->size_ = static_cast<size_t>(info.st_size);
      book->text_ = {static_cast<const char*>(mapping), book->size_};
    }
  }
  ::close(fd);
  if (!known || (info.st_size > 0 && book->mapping_ == nullptr)) {
    return Error(absl::StatusCode::kUnavailable, "book {} can't be mapped", path);
  }
  book->lines_ = IndexBookLines(book->text_);
  return std::shared_ptr<const Book>(std::move(book));
}

Book::~Book() {
  if (mapping_ != nullptr) ::munmap(mapping_, size_);
}

absl::StatusOr<chess::Position> Book::At(uint64_t index) const {
  if (index >= lines_.size()) {
    return InvalidArgument("opening {} is not in a book of {}", index, lines_.size());
  }
  const BookLine& line = lines_[index];
  absl::StatusOr<chess::Position> position = ParseOpening(BookLineAt(text_, line.offset));
  if (position.ok()) return position;
  return InvalidArgument("line {}: {}", line.number, Message(position.status()));
}

absl::Status Book::Check() const {
  if (lines_.empty()) {
    return absl::InvalidArgumentError("the book has no openings; write one FEN or EPD a line");
  }
  std::string faults;
  int count = 0;
  const auto say = [&](const std::string& fault) {
    faults += fmt::format("{}{}", count++ == 0 ? "" : "\n", fault);
  };
  std::unordered_map<uint64_t, uint64_t> first_lines;  // position's key -> line
  first_lines.reserve(lines_.size());
  for (uint64_t i = 0; i < lines_.size() && count < kMostFaultsSaid; ++i) {
    const auto position = At(i);
    if (!position.ok()) {
      say(Message(position.status()));
      continue;
    }
    // Engines without chance play an opening that comes twice to the same games, and a game must
    // not be evidence twice. The key leaves the move counters out.
    const auto [place, fresh] = first_lines.emplace(position->key(), lines_[i].number);
    if (!fresh) {
      say(
          fmt::format("line {}: the same position as line {}; remove it, each opening may stand "
                      "in a book once",
                      lines_[i].number, place->second));
    }
  }
  return count == 0 ? absl::OkStatus() : absl::InvalidArgumentError(faults);
}

}  // namespace rookery::coordinator
