// Writes small Syzygy tables for tests: KQvK and KRvK (WDL and DTZ), KPvK (WDL). Nothing can be
// downloaded where tests run, and the real files of three men are no larger.
//
//   make-tables FOLDER
//
// The endings are solved here from the moves of the pieces alone, without the engine's code, so
// that probing them through the engine is a test of both. The files are in the format that fathom
// and Stockfish read, in its simplest form: one block, each value a symbol of its own, all codes of
// one length.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

constexpr int kWin = 4;  // of a WDL table, as stored
constexpr int kDraw = 2;
constexpr int kLoss = 0;
constexpr int kIllegal = -2;
constexpr int kOpen = -1;  // not known to end in mate
constexpr size_t kPlaces = size_t{64} * 64 * 64;

// King, other piece, black king.
size_t At(int king, int piece, int black) {
  return (static_cast<size_t>(king) * 64 + static_cast<size_t>(piece)) * 64 +
         static_cast<size_t>(black);
}

bool Near(int a, int b) { return std::abs(a % 8 - b % 8) <= 1 && std::abs(a / 8 - b / 8) <= 1; }

constexpr std::array<std::array<int, 2>, 8> kDirections = {
    {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};

// Whether a slider on `from` sees `to` past the one blocker.
bool Sees(char piece, int from, int to, int blocker) {
  for (size_t d = 0; d < (piece == 'Q' ? 8U : 4U); ++d) {
    int file = from % 8;
    int rank = from / 8;
    for (;;) {
      file += kDirections[d][0];
      rank += kDirections[d][1];
      if (file < 0 || file > 7 || rank < 0 || rank > 7 || rank * 8 + file == blocker) break;
      if (rank * 8 + file == to) return true;
    }
  }
  return false;
}

bool Attacks(char piece, int from, int to, int blocker) {
  if (piece != 'P') return Sees(piece, from, to, blocker);
  return to / 8 == from / 8 + 1 && std::abs(to % 8 - from % 8) == 1;
}

// An ending of king and piece against king. Values are plies to mate, of the side to move: odd ones
// are White's wins, even ones Black's losses.
class Ending {
 public:
  // For a pawn: what its promotions lead to.
  Ending(char piece, const Ending* queen, const Ending* rook)
      : piece_(piece),
        queen_(queen),
        rook_(rook),
        white_(kPlaces, kIllegal),
        black_(kPlaces, kIllegal) {
    SetUp();
    for (int plies = 1; Solve(plies); plies += 2) {
    }
  }
  int White(size_t at) const { return white_[at]; }
  int Black(size_t at) const { return black_[at]; }

 private:
  template <typename Visit>
  void ForAll(const Visit& visit) {
    for (int king = 0; king < 64; ++king) {
      for (int piece = 0; piece < 64; ++piece) {
        for (int black = 0; black < 64; ++black) {
          if (king == piece || piece == black || Near(king, black)) continue;
          if (piece_ == 'P' && (piece < 8 || piece >= 56)) continue;
          visit(king, piece, black);
        }
      }
    }
  }
  void SetUp() {
    ForAll([&](int king, int piece, int black) {
      const size_t at = At(king, piece, black);
      const bool check = Attacks(piece_, piece, black, king);
      if (!check) white_[at] = kOpen;
      black_[at] = kOpen;
      bool moves = false;
      ForBlackMoves(king, piece, black, [&](int) { moves = true; });
      if (check && !moves) black_[at] = 0;
    });
  }
  // Squares that Black's king may go to; the piece's own square is a capture.
  template <typename Visit>
  void ForBlackMoves(int king, int piece, int black, const Visit& visit) const {
    for (const auto& [file, rank] : kDirections) {
      const int f = black % 8 + file;
      const int r = black / 8 + rank;
      const int to = r * 8 + f;
      if (f < 0 || f > 7 || r < 0 || r > 7 || Near(king, to)) continue;
      if (to != piece && Attacks(piece_, piece, to, king)) continue;
      visit(to);
    }
  }
  bool Reaches(int king, int piece, int black, int plies) const {
    return black_[At(king, piece, black)] == plies;
  }
  // A move of White's that leads to Black's loss in so many plies.
  bool WhiteWins(int king, int piece, int black, int plies) const {
    for (const auto& [file, rank] : kDirections) {
      const int f = king % 8 + file;
      const int r = king / 8 + rank;
      if (f < 0 || f > 7 || r < 0 || r > 7 || r * 8 + f == piece) continue;
      if (Reaches(r * 8 + f, piece, black, plies)) return true;
    }
    return piece_ == 'P' ? PawnWins(king, piece, black, plies)
                         : SliderWins(king, piece, black, plies);
  }
  bool SliderWins(int king, int piece, int black, int plies) const {
    for (size_t d = 0; d < (piece_ == 'Q' ? 8U : 4U); ++d) {
      int f = piece % 8 + kDirections[d][0];
      int r = piece / 8 + kDirections[d][1];
      for (; f >= 0 && f < 8 && r >= 0 && r < 8; f += kDirections[d][0], r += kDirections[d][1]) {
        if (r * 8 + f == king || r * 8 + f == black) break;
        if (Reaches(king, r * 8 + f, black, plies)) return true;
      }
    }
    return false;
  }
  // Plies don't matter once it has promoted: only who wins is stored.
  bool PawnWins(int king, int piece, int black, int plies) const {
    const int next = piece + 8;
    if (next == king || next == black) return false;
    if (next >= 56) {
      const size_t at = At(king, next, black);
      return queen_->Black(at) >= 0 || rook_->Black(at) >= 0;
    }
    if (Reaches(king, next, black, plies)) return true;
    const bool doubled = piece / 8 == 1 && next + 8 != king && next + 8 != black;
    return doubled && Reaches(king, next + 8, black, plies);
  }
  bool Solve(int plies) {
    bool changed = false;
    ForAll([&](int king, int piece, int black) {
      const size_t at = At(king, piece, black);
      if (white_[at] != kOpen || !WhiteWins(king, piece, black, plies - 1)) return;
      white_[at] = plies;
      changed = true;
    });
    ForAll([&](int king, int piece, int black) {
      const size_t at = At(king, piece, black);
      if (black_[at] != kOpen) return;
      bool moves = false;
      bool lost = true;
      ForBlackMoves(king, piece, black, [&](int to) {
        moves = true;
        lost = lost && to != piece && white_[At(king, piece, to)] > 0;
      });
      if (!moves || !lost) return;
      black_[at] = plies + 1;
      changed = true;
    });
    return changed;
  }

  const char piece_;
  const Ending* const queen_;
  const Ending* const rook_;
  std::vector<int> white_;
  std::vector<int> black_;
};

// Where the format keeps a position of three different men without pawns: mirrored so that the
// first is in the triangle a1-d1-d4, and the first one off the diagonal below it.
size_t PieceIndex(std::array<int, 3> p) {
  const auto off = [](int square) { return square / 8 - square % 8; };
  if ((p[0] & 4) != 0) {
    for (int& square : p) square ^= 7;
  }
  if ((p[0] & 32) != 0) {
    for (int& square : p) square ^= 56;
  }
  for (size_t i = 0; i < 3; ++i) {
    if (off(p[i]) == 0) continue;
    if (off(p[i]) > 0) {
      for (size_t j = i; j < 3; ++j) p[j] = p[j] % 8 * 8 + p[j] / 8;
    }
    break;
  }
  constexpr std::array<std::array<int, 4>, 4> kTriangle = {
      {{6, 0, 1, 2}, {0, 7, 3, 4}, {1, 3, 8, 5}, {2, 4, 5, 9}}};
  const auto lower = [](int square) {  // below the diagonal, row by row of files; then the diagonal
    const int low = square / 8 < square % 8 ? square / 8 : square % 8;
    const int high = square / 8 < square % 8 ? square % 8 : square / 8;
    return low * (15 - low) / 2 + high - low - 1;
  };
  const int s1 = p[1] > p[0] ? 1 : 0;
  const int s2 = (p[2] > p[0] ? 1 : 0) + (p[2] > p[1] ? 1 : 0);
  int index = 0;
  if (off(p[0]) != 0) {
    const int triangle = kTriangle[static_cast<size_t>(p[0] / 8)][static_cast<size_t>(p[0] % 8)];
    index = (triangle * 63 + p[1] - s1) * 62 + p[2] - s2;
  } else if (off(p[1]) != 0) {
    index = 6 * 63 * 62 + (p[0] / 8 * 28 + lower(p[1])) * 62 + p[2] - s2;
  } else if (off(p[2]) != 0) {
    index = 6 * 63 * 62 + 4 * 28 * 62 + (p[0] / 8 * 7 + p[1] / 8 - s1) * 28 + lower(p[2]);
  } else {
    index =
        6 * 63 * 62 + 4 * 28 * 62 + 4 * 7 * 28 + (p[0] / 8 * 7 + p[1] / 8 - s1) * 6 + p[2] / 8 - s2;
  }
  return static_cast<size_t>(index);
}
constexpr size_t kPieceSize = 31'332;

// With a pawn a table for each file from a to d: its rank, then the other two by what is left.
size_t PawnIndex(int pawn, int king, int black) {
  const int k = king - (king > pawn ? 1 : 0);
  const int b = black - (black > pawn ? 1 : 0) - (black > king ? 1 : 0);
  return static_cast<size_t>(pawn / 8 - 1 + 6 * k + 6 * 63 * b);
}
constexpr size_t kPawnSize = size_t{6} * 63 * 62;

class Bytes {
 public:
  void Put(size_t value, int bytes = 1) {
    for (int i = 0; i < bytes; ++i) text_ += static_cast<char>(value >> (8 * i) & 255);
  }
  void PadTo(size_t unit, size_t rest = 0) {
    while (text_.size() % unit != rest) Put(0);
  }
  void Add(const std::string& text) { text_ += text; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// One side's values as the format's coded pairs, without a pair.
struct Coded {
  std::string header;
  std::string block;
  size_t count;
};
constexpr int kIndexBits = 15;  // all of a table is one stretch

Coded Code(const std::vector<int>& values, int bits, int flags) {
  int log = 6;
  while ((size_t{1} << log) < values.size() * static_cast<size_t>(bits) / 8 + 16) ++log;
  const auto values_end = static_cast<size_t>(*std::max_element(values.begin(), values.end())) + 1;
  Bytes header;
  header.Put(static_cast<size_t>(flags));
  header.Put(static_cast<size_t>(log));
  header.Put(kIndexBits);
  header.Put(0);
  header.Put(1, 4);  // blocks
  header.Put(static_cast<size_t>(bits));
  header.Put(static_cast<size_t>(bits));
  header.Put(0, 2);  // the first symbol of that length
  header.Put(size_t{1} << bits, 2);
  for (size_t symbol = 0; symbol < size_t{1} << bits; ++symbol) {
    header.Put(symbol < values_end ? symbol : 0);  // a code that never comes
    header.Put(0xf0);                              // no second half: it is a value
    header.Put(0xff);
  }
  std::string block((size_t{1} << log), '\0');
  for (size_t i = 0; i < values.size(); ++i) {
    for (int bit = 0; bit < bits; ++bit) {
      if ((values[i] >> (bits - 1 - bit) & 1) == 0) continue;
      const size_t at = i * static_cast<size_t>(bits) + static_cast<size_t>(bit);
      block[at / 8] = static_cast<char>(block[at / 8] | 128 >> at % 8);
    }
  }
  return {header.text(), block, values.size()};
}

void Write(const std::string& path, size_t magic, const std::string& men,
           const std::vector<Coded>& tables) {
  Bytes file;
  file.Put(magic, 4);
  file.Add(men);
  file.PadTo(2);
  for (const Coded& one : tables) file.Add(one.header);
  for (size_t i = 0; i < tables.size(); ++i) {
    file.Put(0, 4);
    file.Put(size_t{1} << (kIndexBits - 1), 2);
  }
  for (const Coded& one : tables) file.Put(one.count - 1, 2);
  for (const Coded& one : tables) {
    file.PadTo(64);
    file.Add(one.block);
  }
  file.PadTo(64, 16);
  std::ofstream(path, std::ios::binary) << file.text();
}

constexpr size_t kWdlMagic = 0x5d23e871;
constexpr size_t kDtzMagic = 0xa50c66d7;
constexpr int kSplit = 1;
constexpr int kPawns = 2;

void WritePieces(const std::string& folder, char name, int code, const Ending& ending) {
  std::vector<int> white(kPieceSize, kDraw);
  std::vector<int> black(kPieceSize, kDraw);
  std::vector<int> plies(kPieceSize, 0);
  for (int king = 0; king < 64; ++king) {
    for (int piece = 0; piece < 64; ++piece) {
      for (int other = 0; other < 64; ++other) {
        if (king == piece || piece == other || king == other) continue;
        const size_t at = At(king, piece, other);
        const size_t index = PieceIndex({king, piece, other});
        if (ending.White(at) > 0) {
          white[index] = kWin;
          plies[index] = ending.White(at) - 1;
        }
        if (ending.Black(at) >= 0) black[index] = kLoss;
      }
    }
  }
  const auto men = [&](int flags, bool both) {
    Bytes bytes;
    bytes.Put(static_cast<size_t>(flags));
    bytes.Put(0);  // order
    for (const int man : {6, code, 14}) bytes.Put(static_cast<size_t>(both ? man | man << 4 : man));
    return bytes.text();
  };
  const std::string path = folder + "/K" + name + "vK";
  Write(path + ".rtbw", kWdlMagic, men(kSplit, true), {Code(white, 3, 0), Code(black, 3, 0)});
  Write(path + ".rtbz", kDtzMagic, men(0, false), {Code(plies, 5, 4)});  // White's; in plies
}

void WritePawn(const std::string& folder, const Ending& ending) {
  Bytes men;
  men.Put(kSplit | kPawns);
  std::vector<Coded> tables;
  for (int file = 0; file < 4; ++file) {
    men.Put(0);
    for (const int man : {1, 6, 14}) men.Put(static_cast<size_t>(man | man << 4));
    std::vector<int> white(kPawnSize, kDraw);
    std::vector<int> black(kPawnSize, kDraw);
    for (int pawn = 8 + file; pawn < 56; pawn += 8) {
      for (int king = 0; king < 64; ++king) {
        for (int other = 0; other < 64; ++other) {
          if (king == pawn || pawn == other || king == other) continue;
          const size_t index = PawnIndex(pawn, king, other);
          if (ending.White(At(king, pawn, other)) > 0) white[index] = kWin;
          if (ending.Black(At(king, pawn, other)) >= 0) black[index] = kLoss;
        }
      }
    }
    tables.push_back(Code(white, 3, 0));
    tables.push_back(Code(black, 3, 0));
  }
  Write(folder + "/KPvK.rtbw", kWdlMagic, men.text(), tables);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "give a folder\n";
    return 2;
  }
  const Ending queen('Q', nullptr, nullptr);
  const Ending rook('R', nullptr, nullptr);
  const Ending pawn('P', &queen, &rook);
  WritePieces(arguments[1], 'Q', 5, queen);
  WritePieces(arguments[1], 'R', 4, rook);
  WritePawn(arguments[1], pawn);
  return 0;
}
