// Cuts PGN text into tokens, from a buffer of fixed size. Internal to the PGN reader.
// One thread. Errors are tokens, so that the reader can go on behind them; every length is bounded.
#pragma once

#include <array>
#include <istream>
#include <string>
#include <string_view>

namespace rookery::chess {

enum class PgnTokenKind {
  kTag,      // name and text
  kComment,  // text
  kNag,      // number
  kSymbol,   // text: a move, a result, or a word
  kNumber,   // a move number
  kOpen,     // (
  kClose,    // )
  kError,    // text: what is wrong
  kEnd,
};

struct PgnToken {
  PgnTokenKind kind = PgnTokenKind::kEnd;
  std::string name;
  std::string text;
  int number = 0;
  int line = 1;
  int column = 1;
};

class PgnLexer {
 public:
  static constexpr size_t kMaxSymbol = 255;
  static constexpr size_t kMaxTagName = 255;
  static constexpr size_t kMaxTagValue = 4096;
  static constexpr size_t kMaxComment = size_t{1} << 20;

  explicit PgnLexer(std::istream& input);
  PgnLexer(const PgnLexer&) = delete;
  PgnLexer& operator=(const PgnLexer&) = delete;

  // The next token, in place of the last; strings keep their memory.
  void Next(PgnToken& token);

 private:
  static constexpr size_t kBufferSize = size_t{1} << 16;
  static constexpr size_t kLookAhead = 64;

  // The byte `ahead` (< kLookAhead) of the next one, or -1 at the end of input.
  int Peek(size_t ahead = 0) {
    if (at_ + ahead >= size_ && !Refill(ahead)) return -1;
    return static_cast<unsigned char>(buffer_[at_ + ahead]);
  }
  void Skip() {
    if (buffer_[at_++] == '\n') {
      ++line_;
      column_ = 1;
    } else {
      ++column_;
    }
  }
  bool Refill(size_t ahead);
  bool SkipBlanks();
  void SkipLine();
  bool StartsEventTag();
  void ReadTag(PgnToken& token);
  bool ReadTagValue(std::string& value);
  void ReadBraceComment(PgnToken& token);
  void ReadLineComment(PgnToken& token);
  void ReadNag(PgnToken& token);
  void ReadSymbol(PgnToken& token);
  static void Fail(PgnToken& token, std::string_view message);

  std::istream& input_;
  std::array<char, kBufferSize> buffer_;
  size_t at_ = 0;
  size_t size_ = 0;
  int line_ = 1;
  int column_ = 1;
};

}  // namespace rookery::chess
