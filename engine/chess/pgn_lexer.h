// Cuts PGN text into tokens, from a stream through a buffer of fixed size or from a text in memory.
// Internal to the PGN reader and index. One thread. Errors are tokens, so that the reader can go on
// behind them; every length is bounded. Lines end with LF, CRLF or CR; byte order marks, wherever
// files were joined, and DOS's end mark (0x1A) count as blanks.
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

namespace rookery::chess {

// Where something begins in a text.
struct PgnPlace {
  uint64_t offset = 0;
  uint32_t line = 1;
  uint32_t column = 1;
  bool operator==(const PgnPlace&) const = default;
};

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
  PgnPlace place;
};

class PgnLexer {
 public:
  static constexpr size_t kMaxSymbol = 255;
  static constexpr size_t kMaxTagName = 255;
  static constexpr size_t kMaxTagValue = 4096;
  static constexpr size_t kMaxComment = size_t{1} << 20;

  explicit PgnLexer(std::istream& input);
  // The text, which stays the caller's, from a place in it.
  PgnLexer(std::string_view text, const PgnPlace& from);
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
    return static_cast<unsigned char>(data_[at_ + ahead]);
  }
  // Past the next byte, which Peek has shown.
  void Skip() {
    const char letter = data_[at_++];
    ++column_;
    if (letter == '\n' || (letter == '\r' && Peek() != '\n')) {
      ++line_;
      column_ = 1;
    }
  }
  // Past the bytes of one kind that come next, none of them a line's end; appended to `text` until
  // that is one longer than `most`.
  template <typename Wanted>
  void TakeRun(Wanted wanted, size_t most, std::string& text);
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
  void TakeBracketedPromotion(std::string& text);
  static void Fail(PgnToken& token, std::string_view message);

  std::istream* input_ = nullptr;   // none: all of the text is there
  std::unique_ptr<char[]> buffer_;  // of the stream's bytes
  const char* data_ = nullptr;
  size_t at_ = 0;
  size_t size_ = 0;
  uint64_t before_ = 0;  // bytes of the input before data_
  uint32_t line_ = 1;
  uint32_t column_ = 1;
};

}  // namespace rookery::chess
