// The dashboard's files, embedded in the binary. Static and constant: any thread, no errors.
//
// Files under /assets/ have a hash of their content in their name and may be cached for ever; the
// others (/index.html, /favicon.svg) must be asked for anew. All need the headers below: without
// them the page still works, but is not confined to this origin. Built with ROOKERY_DASHBOARD=OFF
// there is one page, which says so.
#pragma once

#include <span>
#include <string_view>

namespace rookery::coordinator::dashboard {

struct File {
  std::string_view path;  // "/index.html"
  std::string_view content_type;
  std::string_view bytes;
  std::string_view gzip;  // the same for those that accept "Content-Encoding: gzip"; may be empty
  bool hashed = false;    // Cache-Control: public, max-age=31536000, immutable; else no-cache
};

// All files, "/index.html" among them.
std::span<const File> Files();

// By path; "/" is "/index.html". Null if there is none.
const File* FindFile(std::string_view path);

inline constexpr std::string_view kCacheHashed = "public, max-age=31536000, immutable";
inline constexpr std::string_view kCachePage = "no-cache";

// No other origin, no inline script or style, no frame around it. To be sent with each file.
inline constexpr std::string_view kContentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

}  // namespace rookery::coordinator::dashboard
