#include "engine/chess/pgn_lexer.h"

#include <algorithm>
#include <cstring>

namespace rookery::chess {
namespace {

bool IsBlank(int letter) {
  return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n' || letter == '\v' ||
         letter == '\f';
}

bool IsDigit(int letter) { return letter >= '0' && letter <= '9'; }

bool IsNameLetter(int letter) {
  return IsDigit(letter) || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         letter == '_' || letter >= 0x80;
}

// Besides names: what occurs in moves, their marks, and results.
bool IsSymbolLetter(int letter) {
  return IsNameLetter(letter) || (letter > 0 && std::strchr("+#=:-/!?*~,'@", letter) != nullptr);
}

// Marks behind a move, as glyph numbers; 0: none.
int NagOfMark(std::string_view mark) {
  constexpr std::array<std::string_view, 6> kMarks = {"!", "?", "!!", "??", "!?", "?!"};
  const auto found = std::find(kMarks.begin(), kMarks.end(), mark);
  return found == kMarks.end() ? 0 : static_cast<int>(found - kMarks.begin()) + 1;
}

}  // namespace

PgnLexer::PgnLexer(std::istream& input) : input_(input) {
  if (Peek(0) == 0xEF && Peek(1) == 0xBB && Peek(2) == 0xBF) at_ += 3;  // byte order mark
}

bool PgnLexer::Refill(size_t ahead) {
  if (!input_) return false;
  std::memmove(buffer_.data(), buffer_.data() + at_, size_ - at_);
  size_ -= at_;
  at_ = 0;
  input_.read(buffer_.data() + size_, static_cast<std::streamsize>(kBufferSize - size_));
  size_ += static_cast<size_t>(input_.gcount());
  return ahead < size_;
}

void PgnLexer::Fail(PgnToken& token, std::string_view message) {
  token.kind = PgnTokenKind::kError;
  token.text = message;
}

void PgnLexer::SkipLine() {
  while (Peek() >= 0 && Peek() != '\n') Skip();
}

// Skips blanks, dots of move numbers, and lines that '%' in the first column escapes. False at the
// end of input.
bool PgnLexer::SkipBlanks() {
  for (;;) {
    const int letter = Peek();
    if (letter < 0) return false;
    if (IsBlank(letter) || letter == '.') {
      Skip();
    } else if (letter == '%' && column_ == 1) {
      SkipLine();
    } else {
      return true;
    }
  }
}

void PgnLexer::Next(PgnToken& token) {
  const bool more = SkipBlanks();
  token.line = line_;
  token.column = column_;
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
    default:
      if (IsSymbolLetter(letter)) return ReadSymbol(token);
      Skip();
      Fail(token, letter == '}' ? "'}' without '{'" : "a character that PGN doesn't know");
  }
}

void PgnLexer::ReadTag(PgnToken& token) {
  Skip();
  token.name.clear();
  while (IsBlank(Peek())) Skip();
  while (IsNameLetter(Peek()) && token.name.size() < kMaxTagName) {
    token.name += static_cast<char>(Peek());
    Skip();
  }
  while (IsBlank(Peek())) Skip();
  if (token.name.empty() || Peek() != '"') {
    SkipLine();
    return Fail(token, "a tag must be [Name \"value\"]");
  }
  Skip();
  if (!ReadTagValue(token.text)) {
    SkipLine();
    return Fail(token, "a tag's value has no closing quote on its line, or is too long");
  }
  while (IsBlank(Peek())) Skip();
  Skip();  // the bracket that ReadTagValue has seen
  token.kind = PgnTokenKind::kTag;
}

// Up to the quote before the closing bracket: many files don't escape quotes inside values.
bool PgnLexer::ReadTagValue(std::string& value) {
  while (value.size() < kMaxTagValue) {
    const int letter = Peek();
    if (letter < 0 || letter == '\n') return false;
    if (letter == '\\' && (Peek(1) == '"' || Peek(1) == '\\')) {
      Skip();
    } else if (letter == '"') {
      size_t ahead = 1;
      while (ahead + 1 < kLookAhead && IsBlank(Peek(ahead))) ++ahead;
      if (Peek(ahead) == ']') {
        Skip();
        return true;
      }
    }
    if (letter != '\r') value += static_cast<char>(Peek());
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
  for (int letter = Peek(); letter != '}'; letter = Peek()) {
    if (letter < 0 || token.text.size() >= kMaxComment || StartsEventTag()) {
      return Fail(token, "a comment has no closing brace");
    }
    if (!IsBlank(letter)) {
      token.text += static_cast<char>(letter);
    } else if (!blank) {
      token.text += ' ';
    }
    blank = IsBlank(letter);
    Skip();
  }
  Skip();
  if (!token.text.empty() && token.text.back() == ' ') token.text.pop_back();
}

void PgnLexer::ReadLineComment(PgnToken& token) {
  Skip();
  token.kind = PgnTokenKind::kComment;
  while (Peek() == ' ' || Peek() == '\t') Skip();
  for (int letter = Peek(); letter >= 0 && letter != '\n'; letter = Peek()) {
    if (token.text.size() < kMaxComment) token.text += static_cast<char>(letter);
    Skip();
  }
  while (!token.text.empty() && IsBlank(token.text.back())) token.text.pop_back();
}

void PgnLexer::ReadNag(PgnToken& token) {
  Skip();
  token.kind = PgnTokenKind::kNag;
  token.number = 0;
  if (!IsDigit(Peek())) return Fail(token, "'$' must be followed by a number from 0 to 255");
  while (IsDigit(Peek())) {
    token.number = std::min(token.number * 10 + (Peek() - '0'), 256);
    Skip();
  }
  if (token.number > 255) Fail(token, "'$' must be followed by a number from 0 to 255");
}

void PgnLexer::ReadSymbol(PgnToken& token) {
  const bool mark = Peek() == '!' || Peek() == '?';
  bool digits = true;
  // A move and the mark behind it are two tokens.
  for (int letter = Peek(); IsSymbolLetter(letter) && (letter == '!' || letter == '?') == mark;
       letter = Peek()) {
    if (token.text.size() == kMaxSymbol) return Fail(token, "a word of more than 255 letters");
    token.text += static_cast<char>(letter);
    digits = digits && IsDigit(letter);
    Skip();
  }
  token.kind = digits ? PgnTokenKind::kNumber : PgnTokenKind::kSymbol;
  if (mark) {
    token.kind = PgnTokenKind::kNag;
    token.number = NagOfMark(token.text);
    if (token.number == 0) Fail(token, "a mark must be one of ! ? !! ?? !? ?!");
  }
}

}  // namespace rookery::chess
