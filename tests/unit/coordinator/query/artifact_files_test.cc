#include "coordinator/query/artifact_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/engine_manifest.h"
#include "base/file.h"
#include "base/status.h"
#include "engine/params/weights.h"

namespace rookery::coordinator {
namespace {

using ::testing::HasSubstr;

constexpr char kBook[] =
    "# two openings\n"
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
    "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - hmvc 3; fmvn 7; id \"x; y\";\n";

class ArtifactFilesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ::testing::TempDir() + "/artifacts." +
              ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    files_ = *ArtifactFiles::Open(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static UploadClaim ClaimOf(const std::string& content, ArtifactKind kind) {
    return {Sha256Hex(content), static_cast<int64_t>(content.size()), kind};
  }
  absl::StatusOr<ArtifactInfo> Put(const std::string& content, ArtifactKind kind) {
    ROOKERY_ASSIGN_OR_RETURN(const auto incoming, files_->Begin(ClaimOf(content, kind)));
    ROOKERY_RETURN_IF_ERROR(incoming->Add(content));
    return incoming->Finish();
  }
  size_t FilesIn(const std::string& folder) {
    return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
  }

  std::string folder_;
  std::unique_ptr<ArtifactFiles> files_;
};

TEST_F(ArtifactFilesTest, KeepsABookUnderItsHashAndCountsItsOpenings) {
  const auto info = Put(kBook, ArtifactKind::kBook);
  ASSERT_TRUE(info.ok()) << info.status();
  EXPECT_EQ(info->sha256, Sha256Hex(kBook));
  EXPECT_EQ(info->lines, 2u);
  EXPECT_TRUE(files_->Has(info->sha256));
  EXPECT_EQ(*files_->Read(info->sha256, 0, 1 << 20), kBook);
  EXPECT_EQ(*files_->Read(info->sha256, 2, 3), std::string(kBook).substr(2, 3));
  EXPECT_EQ(*files_->Read(info->sha256, 1 << 20, 3), "");
}

TEST_F(ArtifactFilesTest, TakesAnEngineOnceItsFilesAreHere) {
  EngineManifest manifest;
  manifest.name = "sf";
  manifest.program_sha256 = Sha256Hex("a program");
  manifest.program_bytes = 9;
  manifest.platform = "linux-x86_64";
  const std::string text = *ManifestText(manifest);
  EXPECT_THAT(Message(Put(text, ArtifactKind::kEngine).status()), HasSubstr("upload it first"));
  const auto program = Put("a program", ArtifactKind::kEngineFile);
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(program->kind, ArtifactKind::kEngineFile);
  const auto engine = Put(text, ArtifactKind::kEngine);
  ASSERT_TRUE(engine.ok()) << engine.status();
  EXPECT_EQ(engine->kind, ArtifactKind::kEngine);
  EXPECT_EQ(engine->sha256, Sha256Hex(text));
  EXPECT_FALSE(Put("tempo = 3\n", ArtifactKind::kEngine).ok());
}

TEST_F(ArtifactFilesTest, RefusesABookThatHasAPositionTwiceWhateverItsCounters) {
  const std::string again =
      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 9; fmvn 30;\n";
  const auto info = Put(kBook + again, ArtifactKind::kBook);
  EXPECT_EQ(info.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(Message(info.status()), HasSubstr("book:4: the same position as book:2"));
  EXPECT_EQ(FilesIn(folder_ + "/incoming") + FilesIn(folder_), 1u);  // the empty incoming folder
}

TEST_F(ArtifactFilesTest, ReadsOpeningsOfFenAndOfEpd) {
  const auto info = Put(kBook, ArtifactKind::kBook);
  const auto book = files_->OpenBook(info->sha256);
  ASSERT_TRUE(book.ok());
  EXPECT_EQ((*book)->At(0)->position.fullmove_number(), 1);
  EXPECT_EQ((*book)->At(1)->position.fullmove_number(), 7);
  EXPECT_EQ((*book)->At(1)->position.halfmove_clock(), 3);
  EXPECT_FALSE((*book)->At(2).ok());
}

TEST_F(ArtifactFilesTest, NamesTheBrokenLinesOfABook) {
  const auto info = Put("nothing\n\nrubbish\n", ArtifactKind::kBook);
  EXPECT_EQ(info.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(Message(info.status()), HasSubstr("book:1: "));
  EXPECT_THAT(Message(info.status()), HasSubstr("book:3: "));
}

TEST_F(ArtifactFilesTest, RefusesABookWithoutOpenings) {
  EXPECT_THAT(Message(Put("# none\n", ArtifactKind::kBook).status()), HasSubstr("no openings"));
}

TEST_F(ArtifactFilesTest, StoresWeightsOfEqualValuesOnce) {
  const auto one = Put("\"mat_pawn.mg\" = 90", ArtifactKind::kWeights);
  const auto two = Put("# the same\n\"mat_pawn.mg\"   =   90\n", ArtifactKind::kWeights);
  ASSERT_TRUE(one.ok()) << one.status();
  EXPECT_EQ(one->sha256, two->sha256);
  const std::string text = *files_->Read(one->sha256, 0, 1 << 20);
  EXPECT_EQ(Sha256Hex(text), one->sha256);
}

TEST_F(ArtifactFilesTest, RefusesBytesThatAreNotWhatWasAnnounced) {
  UploadClaim claim = ClaimOf(kBook, ArtifactKind::kBook);
  {
    const auto longer = *files_->Begin(claim);
    EXPECT_FALSE(longer->Add(std::string(kBook) + "more").ok());
  }
  {
    const auto shorter = *files_->Begin(claim);
    ASSERT_TRUE(shorter->Add("short").ok());
    EXPECT_THAT(Message(shorter->Finish().status()), HasSubstr("were announced"));
  }
  claim.sha256 = std::string(64, 'a');
  const auto other = *files_->Begin(claim);
  ASSERT_TRUE(other->Add(kBook).ok());
  EXPECT_THAT(Message(other->Finish().status()), HasSubstr("hashes to"));
}

TEST_F(ArtifactFilesTest, LeavesNothingOfAnUploadThatBrokeOff) {
  {
    const auto incoming = *files_->Begin(ClaimOf(kBook, ArtifactKind::kBook));
    ASSERT_TRUE(incoming->Add("# two").ok());
    EXPECT_EQ(FilesIn(folder_ + "/incoming"), 1u);
  }
  EXPECT_EQ(FilesIn(folder_ + "/incoming"), 0u);
  EXPECT_EQ(FilesIn(folder_), 1u);  // the folder of uploads
}

TEST_F(ArtifactFilesTest, EmptiesTheFolderOfUploadsWhenItOpens) {
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/incoming/1", "left by a crash").ok());
  files_ = *ArtifactFiles::Open(folder_);
  EXPECT_EQ(FilesIn(folder_ + "/incoming"), 0u);
}

TEST_F(ArtifactFilesTest, SaysThatAnArtifactIsNotHere) {
  const auto piece = files_->Read(std::string(64, '0'), 0, 10);
  EXPECT_EQ(piece.status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace rookery::coordinator
