#include "engine/chess/pgn_lexer.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "engine/chess/source_notation.h"

namespace rookery::chess {
namespace {

// What a byte may be part of, as bits.
enum ByteClass : uint8_t { kBlank = 1, kDigit = 2, kName = 4, kMark = 8, kWord = 16, kPlain = 32 };

constexpr std::array<uint8_t, 256> MakeClasses() {
  std::array<uint8_t, 256> classes{};
  for (int byte = 0; byte < 256; ++byte) {
    const char letter = static_cast<char>(byte);
    uint8_t& bits = classes[static_cast<size_t>(byte)];
    const bool digit = letter >= '0' && letter <= '9';
    const bool name = digit || (letter >= 'a' && letter <= 'z') ||
                      (letter >= 'A' && letter <= 'Z') || letter == '_' || byte >= 0x80;
    if (std::string_view(" \t\r\n\v\f").find(letter) != std::string_view::npos) bits |= kBlank;
    if (digit) bits |= kDigit;
    if (name) bits |= kName;
    if (letter == '!' || letter == '?') bits |= kMark;
    // Besides names: what occurs in moves and results.
    if (name || std::string_view("+#=:-/~,'@").find(letter) != std::string_view::npos) {
      bits |= kWord;
    }
    // Inside a comment or a value: what means nothing but itself.
    if (byte > ' ' && std::string_view("}[\"\\").find(letter) == std::string_view::npos) {
      bits |= kPlain;
    }
  }
  return classes;
}
constexpr std::array<uint8_t, 256> kClasses = MakeClasses();

bool Is(int letter, uint8_t bits) {
  return letter >= 0 && (kClasses[static_cast<size_t>(letter)] & bits) != 0;
}

constexpr int kDosEnd = 0x1A;

}  // namespace

PgnLexer::PgnLexer(std::istream& input)
    : input_(&input), buffer_(std::make_unique<char[]>(kBufferSize)), data_(buffer_.get()) {}

PgnLexer::PgnLexer(std::string_view text, const PgnPlace& from)
    : data_(text.data()),
      at_(std::min<uint64_t>(from.offset, text.size())),
      size_(text.size()),
      line_(from.line),
      column_(from.column) {}

bool PgnLexer::Refill(size_t ahead) {
  if (input_ == nullptr || !*input_) return false;
  std::memmove(buffer_.get(), buffer_.get() + at_, size_ - at_);
  before_ += at_;
  size_ -= at_;
  at_ = 0;
  input_->read(buffer_.get() + size_, static_cast<std::streamsize>(kBufferSize - size_));
  size_ += static_cast<size_t>(input_->gcount());
  return ahead < size_;
}

template <typename Wanted>
void PgnLexer::TakeRun(Wanted wanted, size_t most, std::string& text) {
  do {
    const size_t begin = at_;
    size_t end = begin;
    while (end < size_ && wanted(static_cast<unsigned char>(data_[end]))) ++end;
    const size_t room = most + 1 - std::min(text.size(), most + 1);
    text.append(data_ + begin, std::min(end - begin, room));
    column_ += static_cast<uint32_t>(end - begin);
    at_ = end;
  } while (at_ == size_ && Refill(0));
}

void PgnLexer::Fail(PgnToken& token, std::string_view message) {
  token.kind = PgnTokenKind::kError;
  token.text = message;
}

void PgnLexer::SkipLine() {
  while (Peek() >= 0 && Peek() != '\n' && Peek() != '\r') Skip();
}

// Skips blanks, dots of move numbers, and lines that '%' in the first column escapes. False at the
// end of input.
bool PgnLexer::SkipBlanks() {
  for (;;) {
    const int letter = Peek();
    if (letter < 0) return false;
    if (Is(letter, kBlank) || letter == '.' || letter == kDosEnd) {
      Skip();
    } else if (letter == '%' && column_ == 1) {
      SkipLine();
    } else if (letter == 0xEF && Peek(1) == 0xBB && Peek(2) == 0xBF) {
      at_ += 3;  // a byte order mark, which takes no column
    } else {
      return true;
    }
  }
}

void PgnLexer::Next(PgnToken& token) {
  const bool more = SkipBlanks();
  token.place = {before_ + at_, line_, column_};
  token.text.clear();
  if (!more) {
    token.kind = PgnTokenKind::kEnd;
    return;
  }
  const int letter = Peek();
  switch (letter) {
    case '[':
      return ReadTag(token);
    case '{':
      return ReadBraceComment(token);
    case ';':
      return ReadLineComment(token);
    case '$':
      return ReadNag(token);
    case '(':
      Skip();
      token.kind = PgnTokenKind::kOpen;
      return;
    case ')':
      Skip();
      token.kind = PgnTokenKind::kClose;
      return;
    case '*':  // ends itself, whatever it is glued to
      Skip();
      token.kind = PgnTokenKind::kSymbol;
      token.text = "*";
      return;
    default:
      if ((letter == 0xFF && Peek(1) == 0xFE) || (letter == 0xFE && Peek(1) == 0xFF)) {
        Skip();
        Skip();
        return Fail(token, "UTF-16 text; convert the file to UTF-8");
      }
      if (Is(letter, kWord | kMark)) return ReadSymbol(token);
      Skip();
      Fail(token, letter == '}'   ? "'}' without '{'"
                  : letter == '<' ? "'<' is reserved for later versions of PGN"
                  : letter == 0   ? "a byte 0; is this PGN, and in UTF-8?"
                                  : "a character that PGN doesn't know");
  }
}

void PgnLexer::ReadTag(PgnToken& token) {
  Skip();
  token.name.clear();
  while (Is(Peek(), kBlank)) Skip();
  TakeRun([](unsigned char letter) { return Is(letter, kName); }, kMaxTagName, token.name);
  while (Is(Peek(), kBlank)) Skip();
  if (token.name.empty() || token.name.size() > kMaxTagName || Peek() != '"') {
    SkipLine();
    return Fail(token, "a tag must be [Name \"value\"]");
  }
  Skip();
  if (!ReadTagValue(token.text)) {
    SkipLine();
    return Fail(token, "a tag's value has no closing quote on its line, or is too long");
  }
  while (Is(Peek(), kBlank)) Skip();
  Skip();  // the bracket that ReadTagValue has seen
  token.kind = PgnTokenKind::kTag;
}

// Up to the quote before the closing bracket: many files don't escape quotes inside values.
bool PgnLexer::ReadTagValue(std::string& value) {
  while (value.size() < kMaxTagValue) {
    TakeRun([](unsigned char letter) { return Is(letter, kPlain) || letter == ' '; }, kMaxTagValue,
            value);
    const int letter = Peek();
    if (letter < 0 || letter == '\n' || letter == '\r') return false;
    if (letter == '\\' && (Peek(1) == '"' || Peek(1) == '\\')) {
      Skip();
    } else if (letter == '"') {
      size_t ahead = 1;
      while (ahead + 1 < kLookAhead && Is(Peek(ahead), kBlank)) ++ahead;
      if (Peek(ahead) == ']') {
        Skip();
        return value.size() <= kMaxTagValue;
      }
    }
    value += static_cast<char>(Peek());
    Skip();
  }
  return false;
}

// Whether a line begins here that starts a game, even inside a comment that was never closed.
bool PgnLexer::StartsEventTag() {
  constexpr std::string_view kEvent = "[Event \"";
  if (column_ != 1) return false;
  for (size_t i = 0; i < kEvent.size(); ++i) {
    if (Peek(i) != kEvent[i]) return false;
  }
  return true;
}

void PgnLexer::ReadBraceComment(PgnToken& token) {
  Skip();
  token.kind = PgnTokenKind::kComment;
  bool blank = true;  // runs of blanks become one
  bool too_long = false;
  for (int letter = Peek(); letter != '}'; letter = Peek()) {
    if (letter < 0 || (letter == '[' && StartsEventTag())) {
      return Fail(token, "a comment has no closing brace");
    }
    too_long = too_long || token.text.size() > kMaxComment;
    if (too_long) token.text.clear();
    if (Is(letter, kPlain)) {
      TakeRun([](unsigned char next) { return Is(next, kPlain); }, kMaxComment, token.text);
      blank = false;
      continue;
    }
    if (!Is(letter, kBlank)) {
      token.text += static_cast<char>(letter);
    } else if (!blank) {
      token.text += ' ';
    }
    blank = Is(letter, kBlank);
    Skip();
  }
  Skip();
  if (too_long || token.text.size() > kMaxComment) {
    return Fail(token, "a comment of more than 1048576 bytes");
  }
  if (!token.text.empty() && token.text.back() == ' ') token.text.pop_back();
}

void PgnLexer::ReadLineComment(PgnToken& token) {
  Skip();
  token.kind = PgnTokenKind::kComment;
  while (Peek() == ' ' || Peek() == '\t') Skip();
  for (int letter = Peek(); letter >= 0 && letter != '\n' && letter != '\r'; letter = Peek()) {
    if (token.text.size() < kMaxComment) token.text += static_cast<char>(letter);
    Skip();
  }
  while (!token.text.empty() && Is(static_cast<unsigned char>(token.text.back()), kBlank)) {
    token.text.pop_back();
  }
}

void PgnLexer::ReadNag(PgnToken& token) {
  Skip();
  token.kind = PgnTokenKind::kNag;
  token.number = 0;
  if (!Is(Peek(), kDigit)) return Fail(token, "'$' must be followed by a number from 0 to 255");
  while (Is(Peek(), kDigit)) {
    token.number = std::min(token.number * 10 + (Peek() - '0'), 256);
    Skip();
  }
  if (token.number > 255) Fail(token, "'$' must be followed by a number from 0 to 255");
}

// "(Q)" or "(=Q)" right behind a square: a pawn's new piece, which no variation is.
void PgnLexer::TakeBracketedPromotion(std::string& text) {
  if (Peek() != '(' || (text.back() != '8' && text.back() != '1')) return;
  const size_t piece = Peek(1) == '=' ? 2 : 1;
  const int letter = Peek(piece);
  if (letter < 0 || std::string_view("QRBN").find(static_cast<char>(letter)) == std::string::npos) {
    return;
  }
  if (Peek(piece + 1) != ')') return;
  for (size_t i = 0; i < piece + 2; ++i) {
    text += static_cast<char>(Peek());
    Skip();
  }
}

void PgnLexer::ReadSymbol(PgnToken& token) {
  // A move and the mark behind it are two tokens.
  const uint8_t bits = Is(Peek(), kMark) ? kMark : kWord;
  TakeRun([bits](unsigned char letter) { return Is(letter, bits); }, kMaxSymbol, token.text);
  if (token.text.size() > kMaxSymbol) return Fail(token, "a word of more than 255 letters");
  if (bits == kMark) {
    token.kind = PgnTokenKind::kNag;
    token.number = NagOfMark(token.text);
    if (token.number == 0) Fail(token, "a mark must be one of ! ? !! ?? !? ?!");
    return;
  }
  TakeBracketedPromotion(token.text);
  const bool digits =
      token.text != "0000" && std::all_of(token.text.begin(), token.text.end(), [](char letter) {
        return Is(static_cast<unsigned char>(letter), kDigit);
      });
  token.kind = digits ? PgnTokenKind::kNumber : PgnTokenKind::kSymbol;
}

}  // namespace rookery::chess
