#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/status.h"
#include "proto/wire/validate.h"

namespace rookery::wire {
namespace {

using ::testing::HasSubstr;

TEST(ValidateArtifact, TakesOnlyIdentities) {
  v1::HasArtifactRequest has;
  has.set_sha256(std::string(64, 'f'));
  EXPECT_TRUE(Validate(has).ok());
  for (const std::string& bad : {std::string(), std::string(63, 'f'), std::string(64, 'F'),
                                 std::string("../../etc/passwd")}) {
    has.set_sha256(bad);
    EXPECT_FALSE(Validate(has).ok()) << bad;
    v1::DownloadArtifactRequest download;
    download.set_sha256(bad);
    EXPECT_FALSE(Validate(download).ok()) << bad;
  }
}

TEST(ValidateArtifact, BoundsAnUploadByItsKind) {
  v1::Artifact metadata;
  metadata.set_sha256(std::string(64, 'f'));
  metadata.set_size(2 << 20);
  EXPECT_THAT(Message(ValidateUpload(metadata)), HasSubstr("metadata.kind: 0 is not allowed"));
  metadata.set_kind(v1::ARTIFACT_KIND_WEIGHTS);
  EXPECT_THAT(Message(ValidateUpload(metadata)), HasSubstr("metadata.size: 2097152"));
  metadata.set_kind(v1::ARTIFACT_KIND_BOOK);
  EXPECT_TRUE(ValidateUpload(metadata).ok());
  metadata.set_size(0);
  EXPECT_FALSE(ValidateUpload(metadata).ok());
}

}  // namespace
}  // namespace rookery::wire
