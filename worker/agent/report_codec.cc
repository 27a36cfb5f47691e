#include "worker/agent/report_codec.h"

#include <cstdint>
#include <cstring>

#include "base/sha256.h"
#include "base/status.h"

namespace rookery::worker {
namespace {

constexpr std::string_view kMagic = "rookery-report-2\n";
// Without times and clocks: an outbox may outlive the build that filled it.
constexpr std::string_view kMagic1 = "rookery-report-1\n";
static_assert(kMagic.size() == kMagic1.size());
constexpr size_t kDigestSize = 32;

// Numbers are eight bytes, little-endian; texts have their length before them.
class Writer {
 public:
  void Number(uint64_t value) {
    for (int i = 0; i < 8; ++i) bytes_.push_back(static_cast<char>(value >> (8 * i) & 0xFF));
  }
  void Text(std::string_view text) {
    Number(text.size());
    bytes_.append(text);
  }
  std::string& bytes() { return bytes_; }

 private:
  std::string bytes_;
};

// After the first fault everything read is zero or empty, and ok() is false.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  uint64_t Number() {
    if (!Need(8)) return 0;
    uint64_t value = 0;
    for (int i = 0; i < 8; ++i) {
      value |= static_cast<uint64_t>(static_cast<uint8_t>(rest_[static_cast<size_t>(i)]))
               << (8 * i);
    }
    rest_.remove_prefix(8);
    return value;
  }
  std::string Text() {
    const uint64_t size = Number();
    if (!Need(size)) return {};
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return text;
  }
  // A count of things that take at least `each` bytes, so a lie can't reserve memory.
  uint64_t Count(uint64_t each) {
    const uint64_t count = Number();
    if (count > rest_.size() / each) ok_ = false;
    return ok_ ? count : 0;
  }
  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }

 private:
  bool Need(uint64_t size) { return ok_ = ok_ && size <= rest_.size(); }

  std::string_view rest_;
  bool ok_ = true;
};

void Write(Writer& writer, const std::vector<uint32_t>& numbers) {
  writer.Number(numbers.size());
  for (const uint32_t number : numbers) writer.Number(number);
}

std::vector<uint32_t> ReadNumbers(Reader& reader) {
  std::vector<uint32_t> numbers;
  const uint64_t count = reader.Count(8);
  numbers.reserve(count);
  for (uint64_t i = 0; i < count; ++i) numbers.push_back(static_cast<uint32_t>(reader.Number()));
  return numbers;
}

void Write(Writer& writer, const PlayedGame& game) {
  writer.Number(static_cast<uint64_t>(game.result));
  writer.Number(static_cast<uint64_t>(game.end));
  writer.Text(PackMoves(game.moves));
  writer.Number(game.scores_cp.size());
  for (const int score : game.scores_cp) writer.Number(static_cast<uint64_t>(int64_t{score}));
  writer.Text(game.digest);
  writer.Number(static_cast<uint64_t>(game.nodes));
  writer.Number(static_cast<uint64_t>(game.elapsed_ms));
  writer.Text(game.detail);
  Write(writer, game.times_ms);
  Write(writer, game.clocks_ms);
}

PlayedGame ReadGame(Reader& reader, bool with_times) {
  PlayedGame game;
  game.result = static_cast<GameResult>(reader.Number());
  game.end = static_cast<GameEnd>(reader.Number());
  game.moves = UnpackMoves(reader.Text());
  const uint64_t scores = reader.Count(8);
  for (uint64_t i = 0; i < scores; ++i) {
    game.scores_cp.push_back(static_cast<int>(static_cast<int64_t>(reader.Number())));
  }
  game.digest = reader.Text();
  game.nodes = static_cast<int64_t>(reader.Number());
  game.elapsed_ms = static_cast<int64_t>(reader.Number());
  game.detail = reader.Text();
  if (with_times) {
    game.times_ms = ReadNumbers(reader);
    game.clocks_ms = ReadNumbers(reader);
  }
  return game;
}

std::string Seal(std::string_view bytes) {
  const Sha256Digest digest = Sha256(bytes);
  return std::string(digest.begin(), digest.end());
}

}  // namespace

std::string EncodeReport(const Report& report) {
  Writer writer;
  writer.bytes() = kMagic;
  writer.Text(report.lease);
  writer.Number(static_cast<uint64_t>(report.sequence));
  writer.Text(report.run);
  writer.Number(static_cast<uint64_t>(report.attempt));
  writer.Number(report.pairs.size());
  for (const PlayedPair& pair : report.pairs) {
    writer.Number(pair.pair_index);
    Write(writer, pair.first);
    Write(writer, pair.second);
  }
  return writer.bytes() + Seal(writer.bytes());
}

absl::StatusOr<Report> DecodeReport(std::string_view bytes) {
  const bool with_times = bytes.starts_with(kMagic);
  if ((!with_times && !bytes.starts_with(kMagic1)) || bytes.size() < kMagic.size() + kDigestSize) {
    return absl::DataLossError("not a report of this version");
  }
  const std::string_view body = bytes.substr(0, bytes.size() - kDigestSize);
  if (Seal(body) != bytes.substr(body.size())) return absl::DataLossError("the checksum differs");
  Reader reader(body.substr(kMagic.size()));
  Report report;
  report.lease = reader.Text();
  report.sequence = static_cast<int64_t>(reader.Number());
  report.run = reader.Text();
  report.attempt = static_cast<int>(reader.Number());
  const uint64_t pairs = reader.Count(8);
  for (uint64_t i = 0; i < pairs; ++i) {
    PlayedPair pair;
    pair.pair_index = reader.Number();
    pair.first = ReadGame(reader, with_times);
    pair.second = ReadGame(reader, with_times);
    report.pairs.push_back(std::move(pair));
  }
  if (!reader.ok() || !reader.at_end()) return absl::DataLossError("the fields don't add up");
  return report;
}

}  // namespace rookery::worker
