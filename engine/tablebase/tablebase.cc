#include "engine/tablebase/tablebase.h"

#include <tbprobe.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "absl/strings/str_split.h"
#include "base/mapped_file.h"
#include "base/mutex.h"
#include "base/status.h"
#include "engine/tablebase/table_file.h"

namespace rookery::tablebase {
namespace {

using chess::Bitboard;
using chess::Color;
using chess::PieceType;

// Who holds what the library has open, and the library's lock: there is one of it, whatever we do.
struct Library {
  Mutex mutex;  // of opening and root probes
  std::weak_ptr<const Tablebase> open ABSL_GUARDED_BY(mutex);
};
Library& TheLibrary() {
  static Library& library = *new Library;  // never destroyed: a holder may outlive main
  return library;
}

// A position as the library takes it.
struct Men {
  explicit Men(const chess::Position& position)
      : white(position.of(Color::kWhite)),
        black(position.of(Color::kBlack)),
        kings(position.of(PieceType::kKing)),
        queens(position.of(PieceType::kQueen)),
        rooks(position.of(PieceType::kRook)),
        bishops(position.of(PieceType::kBishop)),
        knights(position.of(PieceType::kKnight)),
        pawns(position.of(PieceType::kPawn)),
        en_passant(position.en_passant() == chess::Square::kNone
                       ? 0
                       : static_cast<unsigned>(chess::Index(position.en_passant()))),
        white_moves(position.side() == Color::kWhite) {}
  Bitboard white, black, kings, queens, rooks, bishops, knights, pawns;
  unsigned en_passant;
  bool white_moves;
};

bool MayBeKnown(const chess::Position& position, int most_men) {
  return chess::Count(position.occupied()) <= most_men &&
         (position.castling_rooks(Color::kWhite) | position.castling_rooks(Color::kBlack)) == 0;
}

chess::Move MoveOf(TbMove move) {
  constexpr PieceType kPromotions[] = {PieceType::kNone, PieceType::kQueen, PieceType::kRook,
                                       PieceType::kBishop, PieceType::kKnight};
  return {static_cast<chess::Square>(TB_MOVE_FROM(move)),
          static_cast<chess::Square>(TB_MOVE_TO(move)),
          kPromotions[TB_MOVE_PROMOTES(move) % std::size(kPromotions)]};
}

absl::Status NoTables(std::string_view path) {
  return Error(absl::StatusCode::kNotFound,
               "'{}' has no Syzygy tables that are whole (*.rtbw); name the folder that they lie "
               "in, or several separated by colons",
               path);
}

// What is no whole table must never come to the library: it would read and write wherever the
// file's bytes lead, and writes of others to our stdout, which is somebody's UCI or JSON.
absl::Status CheckFile(const std::filesystem::path& path) {
  const bool wdl = path.extension() == ".rtbw";
  if (!wdl && path.extension() != ".rtbz") return absl::OkStatus();
  const auto men = MenOfName(path.stem().string());
  if (!men.has_value()) return absl::OkStatus();  // the library opens none of such a name
  ROOKERY_ASSIGN_OR_RETURN(const MappedFile file, MappedFile::Open(path.string(), "Syzygy table"));
  const absl::Status status =
      CheckTable(file.bytes(), wdl ? TableKind::kWdl : TableKind::kDtz, *men);
  if (status.ok()) return absl::OkStatus();
  return Error(absl::StatusCode::kDataLoss,
               "{}: is no whole Syzygy table ({}); copy it anew, or take it away", path.string(),
               Message(status));
}

// That there are tables, and that all of them are whole.
absl::Status CheckFiles(const std::string& path) {
  bool any = false;
  const std::vector<std::string> folders = absl::StrSplit(ToAbsl(path), ':');
  for (const std::string& folder : folders) {
    std::error_code error;
    std::filesystem::directory_iterator file(folder, error);
    for (; !error && file != std::filesystem::directory_iterator(); file.increment(error)) {
      ROOKERY_RETURN_IF_ERROR(CheckFile(file->path()));
      any = any || file->path().extension() == ".rtbw";
    }
    if (!error || error == std::errc::no_such_file_or_directory ||
        error == std::errc::not_a_directory) {
      continue;
    }
    return Error(absl::StatusCode::kPermissionDenied,
                 "can't list {}, whose tables are to be checked: {}; allow it, or leave it out",
                 folder, error.message());
  }
  return any ? absl::OkStatus() : NoTables(path);
}

}  // namespace

absl::Status Tablebase::Check(const std::string& path) { return CheckFiles(path); }

absl::StatusOr<std::shared_ptr<const Tablebase>> Tablebase::Open(const std::string& path) {
  Library& library = TheLibrary();
  std::shared_ptr<const Tablebase> open;  // let go after the lock, which its end would take
  MutexLock lock(&library.mutex);
  if (open = library.open.lock(); open != nullptr) {
    if (open->path() == path) return open;
    return Error(absl::StatusCode::kFailedPrecondition,
                 "tables of '{}' are open in this process, and only one path can be; close those "
                 "first, or name both folders in one path, separated by a colon",
                 open->path());
  }
  ROOKERY_RETURN_IF_ERROR(CheckFiles(path));
  // Closes what was open before. Never tb_free: after it the library uses what it has freed.
  const int most_men = tb_init(path.c_str()) ? static_cast<int>(TB_LARGEST) : 0;
  if (most_men == 0) return NoTables(path);
  std::shared_ptr<const Tablebase> opened(new Tablebase(path, most_men));
  library.open = opened;
  return opened;
}

std::optional<Wdl> Tablebase::ProbeWdl(const chess::Position& position) const {
  if (!MayBeKnown(position, most_men_) || position.halfmove_clock() != 0) return std::nullopt;
  const Men men(position);
  const unsigned wdl =
      tb_probe_wdl(men.white, men.black, men.kings, men.queens, men.rooks, men.bishops, men.knights,
                   men.pawns, 0, 0, men.en_passant, men.white_moves);
  if (wdl == TB_RESULT_FAILED) return std::nullopt;
  return static_cast<Wdl>(static_cast<int>(wdl) - TB_DRAW);
}

RankedRoot Tablebase::RankRoot(const chess::Position& position, bool repeated,
                               bool fifty_moves) const {
  RankedRoot ranked;
  if (!MayBeKnown(position, most_men_)) return ranked;
  const Men men(position);
  const auto clock = static_cast<unsigned>(position.halfmove_clock());
  const auto found = std::make_unique<TbRootMoves>();  // too large for a stack
  MutexLock lock(&TheLibrary().mutex);
  int known = tb_probe_root_dtz(men.white, men.black, men.kings, men.queens, men.rooks, men.bishops,
                                men.knights, men.pawns, clock, 0, men.en_passant, men.white_moves,
                                repeated, fifty_moves, found.get());
  ranked.by_distance = known != 0;
  if (known == 0) {
    known = tb_probe_root_wdl(men.white, men.black, men.kings, men.queens, men.rooks, men.bishops,
                              men.knights, men.pawns, clock, 0, men.en_passant, men.white_moves,
                              fifty_moves, found.get());
  }
  for (unsigned i = 0; known != 0 && i < found->size; ++i) {
    ranked.moves.push_back({MoveOf(found->moves[i].move), found->moves[i].tbRank});
  }
  return ranked;
}

}  // namespace rookery::tablebase
