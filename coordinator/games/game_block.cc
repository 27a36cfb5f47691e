#include "coordinator/games/game_block.h"

#include <zstd.h>

#include <array>
#include <optional>
#include <utility>

#include "base/check.h"
#include "base/sha256.h"
#include "base/status.h"
#include "coordinator/games/byte_stream.h"
#include "coordinator/games/move_rank.h"
#include "coordinator/games/zstd_packer.h"
#include "engine/chess/notation.h"

namespace rookery::coordinator {
namespace {

constexpr char kVersion = 1;
constexpr int kZstdLevel = 19;
constexpr size_t kMostPlies = 10'000;      // of a game
constexpr uint64_t kMaxStream = 64 << 20;  // bytes of one kind, unpacked
constexpr size_t kDigestSize = 32;

// What a game's flags say.
constexpr uint64_t kHasScores = 1;
constexpr uint64_t kHasTimes = 2;
constexpr uint64_t kHasClocks = 4;
constexpr uint64_t kOwnDigest = 8;  // it doesn't follow from opening and moves
constexpr uint64_t kRawMoves = 16;  // they can't be played from the opening

constexpr int32_t kNoScore = 100'000;  // the worker's marks
constexpr uint32_t kNoClock = UINT32_MAX;

// The kinds, in their order in the block.
enum Kind : size_t { kHeads, kMoves, kScores, kTimes, kClocks, kKinds };

absl::Status Broken(std::string_view what) {
  return Error(absl::StatusCode::kDataLoss,
               "a block of stored games can't be read ({}); restore a backup", what);
}

// A number beside the mark "none", which is 0.
uint64_t Code(int64_t step) {
  return 1 + ((static_cast<uint64_t>(step) << 1) ^ static_cast<uint64_t>(step >> 63));
}

int64_t Step(uint64_t code) {
  const uint64_t zigzag = code - 1;
  return static_cast<int64_t>(zigzag >> 1) ^ -static_cast<int64_t>(zigzag & 1);
}

// What the mover will say, by what it said last and what the other side says, which sees as much.
class ScoreGuess {
 public:
  int64_t Next() const { return seen_ < 2 ? -own_ : (own_ - other_) / 2; }
  void Saw(int32_t score) {
    ++seen_;
    own_ = other_;
    if (score != kNoScore) other_ = score;
  }

 private:
  int seen_ = 0;
  int64_t own_ = 0;    // of who is to move, two moves ago
  int64_t other_ = 0;  // of the other side, just now
};

chess::Move MoveOf(std::string_view moves, size_t ply) {
  const auto low = static_cast<uint8_t>(moves[2 * ply]);
  const auto high = static_cast<uint8_t>(moves[2 * ply + 1]);
  return chess::Move::FromBits(static_cast<uint16_t>(low | high << 8));
}

std::string DigestOf(std::string_view opening, std::string_view moves) {
  const Sha256Digest digest = Sha256(fmt::format("{}\n{}", opening, moves));
  return std::string(digest.begin(), digest.end());
}

// ---- Writing ----

std::optional<std::string> RanksOf(const std::optional<chess::Position>& opening,
                                   std::string_view moves) {
  if (!opening.has_value() || moves.size() % 2 != 0) return std::nullopt;
  chess::Position position = *opening;
  chess::Move before;
  std::string ranks;
  for (size_t ply = 0; ply < moves.size() / 2; ++ply) {
    const chess::Move move = MoveOf(moves, ply);
    const std::optional<int> rank = RankOf(position, before, move);
    if (!rank.has_value()) return std::nullopt;
    ranks += static_cast<char>(*rank);
    position.Play(move);
    before = move;
  }
  return ranks;
}

class BlockWriter {
 public:
  void Add(const BlockPair& pair) {
    ByteWriter& heads = streams_[kHeads];
    heads.Number(pair.result.index - last_index_);
    last_index_ = pair.result.index;
    heads.Bytes(pair.opening);
    const absl::StatusOr<chess::Position> opening = chess::ParseFen(pair.opening);
    const auto start = opening.ok() ? std::optional(*opening) : std::nullopt;
    for (const GameRecord* game : {&pair.result.first, &pair.result.second}) {
      AddGame(*game, pair.opening, start);
    }
  }

  std::string Finish(size_t pairs) const {
    ByteWriter block;
    block.Byte(kVersion);
    block.Number(pairs);
    ZstdPacker packer(kZstdLevel, ZstdPacker::Checksum::kWith);
    for (const ByteWriter& stream : streams_) block.Bytes(packer.Pack(stream.str()));
    return block.str();
  }

 private:
  void AddGame(const GameRecord& game, std::string_view opening,
               const std::optional<chess::Position>& start) {
    const std::optional<std::string> ranks = RanksOf(start, game.moves);
    const bool own_digest = game.digest != DigestOf(opening, game.moves);
    const uint64_t flags = (game.scores_cp.empty() ? 0 : kHasScores) |
                           (game.times_ms.empty() ? 0 : kHasTimes) |
                           (game.clocks_ms.empty() ? 0 : kHasClocks) |
                           (own_digest ? kOwnDigest : 0) | (ranks.has_value() ? 0 : kRawMoves);
    ByteWriter& heads = streams_[kHeads];
    heads.Number(flags);
    heads.Number(static_cast<uint64_t>(game.result));
    heads.Number(static_cast<uint64_t>(game.end));
    heads.Signed(game.nodes);
    heads.Signed(game.elapsed_ms);
    heads.Bytes(game.detail);
    if (own_digest) heads.Bytes(game.digest);
    heads.Number(game.moves.size() / 2);
    if (ranks.has_value()) {
      for (const char rank : *ranks) streams_[kMoves].Byte(rank);
    } else {
      heads.Bytes(game.moves);
    }
    AddScores(game.scores_cp);
    AddTimes(game);
  }

  // Lists need not be as long as the moves: what a broken record says is kept too.
  void AddScores(const std::vector<int32_t>& scores) {
    if (scores.empty()) return;
    ByteWriter& out = streams_[kScores];
    out.Number(scores.size());
    ScoreGuess guess;
    for (const int32_t score : scores) {
      out.Number(score == kNoScore ? 0 : Code(score - guess.Next()));
      guess.Saw(score);
    }
  }

  void AddTimes(const GameRecord& game) {
    if (!game.times_ms.empty()) {
      streams_[kTimes].Number(game.times_ms.size());
      for (const uint32_t time : game.times_ms) streams_[kTimes].Number(time);
    }
    if (game.clocks_ms.empty()) return;
    ByteWriter& out = streams_[kClocks];
    out.Number(game.clocks_ms.size());
    std::array<int64_t, 2> left = {0, 0};
    std::array<int64_t, 2> gain = {0, 0};
    for (size_t i = 0; i < game.clocks_ms.size(); ++i) {
      if (game.clocks_ms[i] == kNoClock) {
        out.Number(0);
        continue;
      }
      // What came on the clock beside the time thought: the increment, the same each time.
      const int64_t thought = i < game.times_ms.size() ? game.times_ms[i] : 0;
      const int64_t got = int64_t{game.clocks_ms[i]} - left[i % 2] + thought;
      out.Number(Code(got - gain[i % 2]));
      left[i % 2] = game.clocks_ms[i];
      gain[i % 2] = got;
    }
  }

  std::array<ByteWriter, kKinds> streams_;
  uint64_t last_index_ = 0;
};

// ---- Reading ----

absl::StatusOr<std::string> Unpack(std::string_view packed) {
  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size > kMaxStream) return Broken("a size");  // also both of zstd's error values
  std::string plain(size, '\0');
  if (ZSTD_decompress(plain.data(), plain.size(), packed.data(), packed.size()) != size) {
    return Broken("a checksum");
  }
  return plain;
}

struct Frames {
  uint64_t pairs = 0;
  std::array<std::string_view, kKinds> packed;
};

absl::StatusOr<Frames> FramesOf(std::string_view block) {
  if (block.empty() || block.front() != kVersion) return Broken("its version");
  ByteReader reader(block.substr(1));
  Frames frames;
  frames.pairs = reader.Number();
  for (std::string_view& packed : frames.packed) packed = reader.Bytes();
  if (!reader.ok() || !reader.at_end() || frames.pairs > kMostPairsInBlock) {
    return Broken("its length");
  }
  return frames;
}

class BlockReader {
 public:
  BlockReader(const std::array<std::string, kKinds>& streams, BlockMoves moves)
      : with_moves_(moves == BlockMoves::kReplay),
        heads_(streams[kHeads]),
        moves_(streams[kMoves]),
        scores_(streams[kScores]),
        times_(streams[kTimes]),
        clocks_(streams[kClocks]) {}

  // The next pair; its moves are left out unless it is wanted.
  absl::Status Take(uint64_t from, uint64_t to, BlockPair* pair) {
    pair->result.index = last_index_ += heads_.Number();
    pair->opening = std::string(heads_.Bytes());
    const bool wanted = with_moves_ && pair->result.index >= from && pair->result.index < to;
    for (GameRecord* game : {&pair->result.first, &pair->result.second}) {
      ROOKERY_RETURN_IF_ERROR(TakeGame(wanted, pair->opening, game));
    }
    return absl::OkStatus();
  }

  bool at_end() const {
    return heads_.at_end() && moves_.at_end() && scores_.at_end() && times_.at_end() &&
           clocks_.at_end();
  }

 private:
  absl::Status TakeGame(bool wanted, const std::string& opening, GameRecord* game) {
    const uint64_t flags = heads_.Number();
    game->result = static_cast<GameResult>(heads_.Number());
    const std::optional<GameEnd> end = GameEndFromNumber(static_cast<int>(heads_.Number()));
    if (!end.has_value()) return Broken("a game's end");
    game->end = *end;
    game->nodes = heads_.Signed();
    game->elapsed_ms = heads_.Signed();
    game->detail = std::string(heads_.Bytes());
    if ((flags & kOwnDigest) != 0) game->digest = std::string(heads_.Bytes());
    const uint64_t plies = heads_.Number();
    if (!heads_.ok() || plies > kMostPlies) return Broken("a game's length");
    if ((flags & kRawMoves) != 0) {
      game->moves = std::string(heads_.Bytes());
    } else {
      const std::string_view ranks = moves_.Take(plies);
      if (wanted) ROOKERY_RETURN_IF_ERROR(Replay(opening, ranks, game));
    }
    if (wanted && (flags & kOwnDigest) == 0) game->digest = DigestOf(opening, game->moves);
    if ((flags & kHasScores) != 0) TakeScores(game);
    if ((flags & kHasTimes) != 0) TakeTimes(game);
    if ((flags & kHasClocks) != 0) TakeClocks(game);
    if (heads_.ok() && moves_.ok() && scores_.ok() && times_.ok() && clocks_.ok()) {
      return absl::OkStatus();
    }
    return Broken("a game");
  }

  static absl::Status Replay(const std::string& opening, std::string_view ranks, GameRecord* game) {
    absl::StatusOr<chess::Position> position = chess::ParseFen(opening);
    if (!position.ok()) return Broken("an opening");
    chess::Move before;
    game->moves.reserve(2 * ranks.size());
    for (const char rank : ranks) {
      const auto move = MoveAt(*position, before, static_cast<uint8_t>(rank));
      if (!move.has_value()) return Broken("a move");
      game->moves += static_cast<char>(move->bits() & 0xff);
      game->moves += static_cast<char>(move->bits() >> 8);
      position->Play(*move);
      before = *move;
    }
    return absl::OkStatus();
  }

  void TakeScores(GameRecord* game) {
    const uint64_t count = scores_.Number();
    ScoreGuess guess;
    for (uint64_t i = 0; i < count && scores_.ok(); ++i) {
      const uint64_t code = scores_.Number();
      const int64_t score = code == 0 ? kNoScore : guess.Next() + Step(code);
      game->scores_cp.push_back(static_cast<int32_t>(score));
      guess.Saw(game->scores_cp.back());
    }
  }

  void TakeTimes(GameRecord* game) {
    const uint64_t count = times_.Number();
    for (uint64_t i = 0; i < count && times_.ok(); ++i) {
      game->times_ms.push_back(static_cast<uint32_t>(times_.Number()));
    }
  }

  void TakeClocks(GameRecord* game) {
    const uint64_t count = clocks_.Number();
    std::array<int64_t, 2> left = {0, 0};
    std::array<int64_t, 2> gain = {0, 0};
    for (uint64_t i = 0; i < count && clocks_.ok(); ++i) {
      const uint64_t code = clocks_.Number();
      if (code == 0) {
        game->clocks_ms.push_back(kNoClock);
        continue;
      }
      const int64_t thought = i < game->times_ms.size() ? game->times_ms[i] : 0;
      gain[i % 2] += Step(code);
      left[i % 2] += gain[i % 2] - thought;
      game->clocks_ms.push_back(static_cast<uint32_t>(left[i % 2]));
    }
  }

  const bool with_moves_;
  ByteReader heads_;
  ByteReader moves_;
  ByteReader scores_;
  ByteReader times_;
  ByteReader clocks_;
  uint64_t last_index_ = 0;
};

}  // namespace

std::string EncodeBlock(const std::vector<BlockPair>& pairs) {
  ROOKERY_CHECK(pairs.size() <= kMostPairsInBlock);
  BlockWriter writer;
  for (const BlockPair& pair : pairs) writer.Add(pair);
  return writer.Finish(pairs.size());
}

absl::StatusOr<std::vector<BlockPair>> DecodeBlock(std::string_view block, uint64_t from,
                                                   uint64_t to, BlockMoves moves) {
  ROOKERY_ASSIGN_OR_RETURN(const Frames frames, FramesOf(block));
  std::array<std::string, kKinds> streams;
  for (size_t kind = 0; kind < kKinds; ++kind) {
    ROOKERY_ASSIGN_OR_RETURN(streams[kind], Unpack(frames.packed[kind]));
  }
  BlockReader reader(streams, moves);
  std::vector<BlockPair> pairs;
  for (uint64_t i = 0; i < frames.pairs; ++i) {
    BlockPair pair;
    ROOKERY_RETURN_IF_ERROR(reader.Take(from, to, &pair));
    const uint64_t index = pair.result.index;
    if (index >= from && index < to) pairs.push_back(std::move(pair));
  }
  if (!reader.at_end()) return Broken("what is left over");
  return pairs;
}

absl::StatusOr<BlockSizes> SizesOf(std::string_view block) {
  ROOKERY_ASSIGN_OR_RETURN(const Frames frames, FramesOf(block));
  const auto& packed = frames.packed;
  return BlockSizes{packed[kHeads].size(), packed[kMoves].size(), packed[kScores].size(),
                    packed[kTimes].size(), packed[kClocks].size()};
}

}  // namespace rookery::coordinator
