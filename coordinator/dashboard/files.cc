#include "coordinator/dashboard/files.h"

namespace rookery::coordinator::dashboard {
namespace {

#ifdef ROOKERY_DASHBOARD
#include "page.inc"
#else
const File kFiles[] = {
    {.path = "/index.html",
     .content_type = "text/html; charset=utf-8",
     .bytes = "<!doctype html><html lang=\"en\"><title>Rookery</title><h1>Rookery</h1>"
              "<p>This coordinator was built without the dashboard (ROOKERY_DASHBOARD=OFF). "
              "The same figures are at <a href=\"/api/v1/runs\">/api/v1/runs</a>, "
              "<a href=\"/api/v1/workers\">/api/v1/workers</a> and "
              "<a href=\"/metrics\">/metrics</a>.</p></html>\n",
     .gzip = {},
     .hashed = false},
};
#endif

}  // namespace

std::span<const File> Files() { return kFiles; }

const File* FindFile(std::string_view path) {
  if (path == "/") path = "/index.html";
  for (const File& file : kFiles) {
    if (file.path == path) return &file;
  }
  return nullptr;
}

}  // namespace rookery::coordinator::dashboard
