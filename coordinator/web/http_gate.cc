#include "coordinator/web/http_gate.h"

#include <fmt/format.h>

#include <utility>

#include "base/status.h"

namespace rookery::coordinator {
namespace {

constexpr std::string_view kBearer = "Bearer ";
constexpr std::string_view kBasic = "Basic ";
constexpr size_t kMostHeader = 4096;

int SextetOf(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

// Up to the padding, or to what is no base 64.
std::string FromBase64(std::string_view text) {
  std::string bytes;
  unsigned value = 0;
  int bits = 0;
  for (const char c : text) {
    const int sextet = SextetOf(c);
    if (sextet < 0) break;
    value = (value << 6 | static_cast<unsigned>(sextet)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(value >> bits & 0xff);
  }
  return bytes;
}

bool EndsWith(std::string_view path, std::string_view end) { return path.ends_with(end); }

std::string_view PostMethod(std::string_view path) {
  if (path == "/api/v1/runs") return "rookery.v1.RunService/CreateRun";
  if (path == "/api/v1/weights") return "rookery.v1.ArtifactService/UploadArtifact";
  if (path == "/api/v1/play/move") return "rookery.v1.RunService/ListRuns";
  if (path.starts_with("/api/v1/workers/")) {
    return EndsWith(path, "/lift") ? "rookery.v1.WorkerService/LiftQuarantine"
                                   : "rookery.v1.WorkerService/QuarantineWorker";
  }
  if (path.starts_with("/api/v1/runs/") && EndsWith(path, "/approve")) {
    return "rookery.v1.RunService/ApproveRun";
  }
  return "rookery.v1.AccessService/ListActions";  // the operator's business
}

}  // namespace

std::string_view MethodOf(std::string_view verb, std::string_view path) {
  if (path == "/healthz") return "";
  if (verb == "POST") return PostMethod(path);
  if (path.starts_with("/api/v1/workers")) return "rookery.v1.WorkerService/ListWorkers";
  if (path == "/api/v1/fits") return "rookery.v1.FitService/ListFits";
  if (path.starts_with("/api/v1/fits/")) return "rookery.v1.FitService/GetFit";
  if (path.starts_with("/api/v1/runs/")) {
    if (EndsWith(path, "/pgn") || path.find("/games") != std::string_view::npos) {
      return "rookery.v1.RunService/ExportPgn";
    }
    if (EndsWith(path, "/duels") || EndsWith(path, "/duels.csv")) {
      return "rookery.v1.RunService/ExportDuels";
    }
    return EndsWith(path, "/events") ? "rookery.v1.RunService/WatchRun"
                                     : "rookery.v1.RunService/GetRun";
  }
  return "rookery.v1.RunService/ListRuns";
}

std::optional<std::string> BearerIn(std::string_view authorization) {
  if (authorization.size() > kMostHeader) return std::nullopt;
  std::string text;
  if (authorization.starts_with(kBearer)) {
    text = authorization.substr(kBearer.size());
  } else if (authorization.starts_with(kBasic)) {
    const std::string pair = FromBase64(authorization.substr(kBasic.size()));
    text = pair.substr(pair.find(':') + 1);
  }
  if (text.empty()) return std::nullopt;
  return fmt::format("{}{}", kBearer, text);
}

absl::StatusOr<WebCaller> AdmitHttp(const Gate& gate, const httplib::Request& request) {
  const std::string_view method = MethodOf(request.method, request.path);
  const std::string from = fmt::format("http:{}:{}", request.remote_addr, request.remote_port);
  if (method.empty()) return WebCaller{Pass{{}, Right::kNone}, from};
  const std::optional<std::string> bearer = BearerIn(request.get_header_value("Authorization"));
  absl::StatusOr<Pass> pass = gate.Admit({bearer, method, from, request.method == "GET"});
  if (!pass.ok()) return pass.status();
  return WebCaller{*std::move(pass), from};
}

absl::StatusOr<StillAdmitted> AdmitListener(const Gate& gate, const httplib::Request& request) {
  ROOKERY_ASSIGN_OR_RETURN(WebCaller caller, AdmitHttp(gate, request));
  return [&gate, pass = std::move(caller.pass)] { return gate.StillHolds(pass); };
}

}  // namespace rookery::coordinator
