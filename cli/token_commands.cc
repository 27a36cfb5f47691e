#include "cli/token_commands.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "base/access_token.h"
#include "base/sha256.h"
#include "base/status.h"
#include "cli/command.h"
#include "cli/follow.h"
#include "cli/lifetime.h"
#include "cli/streamed_file.h"
#include "cli/times.h"

namespace rookery::cli {
namespace {

std::string IdOf(const std::string& name) { return name.substr(name.find('/') + 1); }

nlohmann::ordered_json TokenJson(const v1::Token& token) {
  nlohmann::ordered_json json = {
      {"token", IdOf(token.name())},
      {"role", token.role()},
      {"owner", token.owner()},
      {"label", token.label()},
      {"worker", IdOf(token.worker())},
      {"scope", std::vector<std::string>(token.scope().begin(), token.scope().end())},
      {"created", IsoTime(token.create_time())},
      {"expires", nullptr},
      {"revoked", nullptr}};
  if (token.has_expire_time()) json["expires"] = IsoTime(token.expire_time());
  if (token.has_revoke_time()) json["revoked"] = IsoTime(token.revoke_time());
  return json;
}

struct CreateFlags {
  std::string role;
  std::string owner;
  std::string label;
  std::string expires = "never";
  std::vector<std::string> scope;
  std::string out;
};

// To stderr: what to do with it. The token's text is never part of it.
void SayWhatNext(const v1::Token& token, const std::string& file, const std::string& address,
                 Context& context) {
  const std::string where = file.empty() ? "FILE" : file;
  context.printer->Say(fmt::format("Token {} of role {} was made; its text is shown this once.",
                                   IdOf(token.name()), token.role()));
  if (token.role() == "join") {
    context.printer->Say(fmt::format(
        "Copy the file to the host that joins, and there: rookery-worker join {} --token-file {}",
        address, where));
  } else if (token.role() == "worker") {
    context.printer->Say(
        fmt::format("On the worker's host: rookery-worker run --coordinator {} --token-file {}",
                    address, where));
  } else {
    context.printer->Say(
        fmt::format("Use it with: rookery --coordinator {} --token-file {} ...", address, where));
  }
}

absl::Status Keep(StreamedFile& file, const AccessToken& token) {
  ROOKERY_RETURN_IF_ERROR(file.Append(ToText(token) + "\n"));
  return file.Commit();
}

// The disk filled up, say, once the token was made: nobody has its text.
Exit Withdraw(wire::Client& client, const v1::Token& token, const absl::Status& why,
              Context& context) {
  const absl::StatusOr<v1::Token> revoked = client.RevokeToken(token.name());
  return context.FailLocal(Error(why.code(), "--out: {}; {}", Message(why),
                                 revoked.ok()
                                     ? fmt::format("token {} was revoked again", IdOf(token.name()))
                                     : fmt::format("token {} is live: 'rookery tokens revoke {}'",
                                                   IdOf(token.name()), IdOf(token.name()))));
}

Exit Create(const CreateFlags& flags, Context& context) {
  const absl::StatusOr<int64_t> lifetime = ParseLifetime(flags.expires);
  if (!lifetime.ok()) {
    return context.FailLocal(InvalidArgument("--expires: {}", Message(lifetime.status())));
  }
  // Before the coordinator is asked: a token whose text can't be kept must not come to be.
  std::optional<StreamedFile> out;
  if (!flags.out.empty()) {
    // It may hold another token, whose text nobody else has.
    if (std::error_code error; std::filesystem::is_regular_file(flags.out, error)) {
      return context.FailLocal(InvalidArgument(
          "--out: {} is there already; name another file, or remove it first", flags.out));
    }
    absl::StatusOr<StreamedFile> file =
        StreamedFile::Create(flags.out, StreamedFile::Readers::kOwner);
    if (!file.ok()) {
      return context.FailLocal(InvalidArgument("--out: {}", Message(file.status())));
    }
    out.emplace(*std::move(file));
  }
  const auto coordinator = OpenCoordinator(context);
  if (!coordinator.ok()) return context.FailRemote(coordinator.status());
  AccessToken made;
  made.secret = NewSecret();
  v1::CreateTokenRequest request;
  request.set_role(flags.role);
  request.set_owner(flags.owner);
  request.set_label(flags.label);
  for (const std::string& part : flags.scope) request.add_scope(part);
  request.set_lifetime_seconds(*lifetime);
  request.set_secret_sha256(Sha256Hex(made.secret));
  const absl::StatusOr<v1::Token> token = (*coordinator)->CreateToken(request);
  if (!token.ok()) return context.FailRemote(token.status());
  made.id = IdOf(token->name());
  made.fingerprint = token->fingerprint();
  if (out.has_value()) {
    const absl::Status written = Keep(*out, made);
    if (!written.ok()) return Withdraw(**coordinator, *token, written, context);
  }
  if (context.json) {
    nlohmann::ordered_json json = TokenJson(*token);
    if (flags.out.empty()) json["text"] = ToText(made);
    json["file"] = flags.out;
    context.printer->Json(json);
    return Exit::kDone;
  }
  SayWhatNext(*token, flags.out, (*coordinator)->address(), context);
  if (flags.out.empty()) context.printer->Out(ToText(made));
  return Exit::kDone;
}

void AddCreate(CLI::App& noun, Context& context) {
  auto flags = std::make_shared<CreateFlags>();
  CLI::App* command =
      AddCommand(noun, context,
                 {"create", "Give out an access token",
                  "rookery tokens create --role join --expires 24h --out join.token\n"
                  "rookery tokens create --role author --owner ann --out ann.token\n"
                  "rookery tokens create --role viewer --label grafana > viewer.token\n"
                  "rookery tokens create --role author --owner ci --scope RunService --scope "
                  "ArtifactService"},
                 [flags, &context] { return Create(*flags, context); });
  command
      ->add_option("--role", flags->role,
                   "join: may make itself a worker; worker: plays; viewer: sees; author: starts "
                   "runs, stops and edits its own; operator: everything")
      ->required()
      ->check(CLI::IsMember({"join", "worker", "viewer", "author", "operator"}));
  command->add_option("--owner", flags->owner, "Who holds it: the author's name")
      ->type_name("NAME");
  command->add_option("--label", flags->label, "What it is for")->type_name("TEXT");
  command->add_option("--expires", flags->expires, "After which time, as in 24h or 30d")
      ->capture_default_str()
      ->type_name("SPAN");
  command
      ->add_option("--scope", flags->scope,
                   "Narrow it to a service or a method, as RunService/GetRun; may be repeated")
      ->type_name("NAME");
  command->add_option("--out", flags->out, "Write the text to a file that only you can read")
      ->type_name("FILE");
}

Exit List(Context& context) {
  const auto coordinator = OpenCoordinator(context);
  if (!coordinator.ok()) return context.FailRemote(coordinator.status());
  const auto response = (*coordinator)->ListTokens();
  if (!response.ok()) return context.FailRemote(response.status());
  if (context.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const v1::Token& token : response->tokens()) list.push_back(TokenJson(token));
    context.printer->Json({{"tokens", std::move(list)}});
    return Exit::kDone;
  }
  if (response->tokens().empty()) {
    context.printer->Say("No token was given out: this coordinator is open to its own host.");
    return Exit::kDone;
  }
  std::vector<std::vector<std::string>> rows = {
      {"TOKEN", "ROLE", "OWNER", "LABEL", "WORKER", "CREATED", "EXPIRES", "REVOKED"}};
  for (const v1::Token& token : response->tokens()) {
    rows.push_back({IdOf(token.name()), token.role(), token.owner(), token.label(),
                    IdOf(token.worker()), TimeText(token.create_time()),
                    token.has_expire_time() ? TimeText(token.expire_time()) : "never",
                    token.has_revoke_time() ? TimeText(token.revoke_time()) : ""});
  }
  context.printer->Table(rows);
  return Exit::kDone;
}

Exit Revoke(const std::string& id, Context& context) {
  const auto coordinator = OpenCoordinator(context);
  if (!coordinator.ok()) return context.FailRemote(coordinator.status());
  const absl::StatusOr<v1::Token> token = (*coordinator)->RevokeToken(id);
  if (!token.ok()) return context.FailRemote(token.status());
  if (context.json) {
    context.printer->Json(TokenJson(*token));
  } else {
    context.printer->Say(fmt::format("Token {} is revoked.", IdOf(token->name())));
  }
  return Exit::kDone;
}

Exit ShowLog(int count, Context& context) {
  const auto coordinator = OpenCoordinator(context);
  if (!coordinator.ok()) return context.FailRemote(coordinator.status());
  v1::ListActionsRequest request;
  request.set_page_size(count);
  const auto response = (*coordinator)->ListActions(request);
  if (!response.ok()) return context.FailRemote(response.status());
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  std::vector<std::vector<std::string>> rows = {
      {"TIME", "BY", "TOKEN", "FROM", "ACTION", "TARGET", "TEXT"}};
  for (const v1::Action& action : response->actions()) {
    list.push_back({{"time", IsoTime(action.time())},
                    {"by", action.by()},
                    {"token", IdOf(action.token())},
                    {"from", action.from()},
                    {"action", action.kind()},
                    {"target", action.target()},
                    {"text", action.text()}});
    rows.push_back({TimeText(action.time()), action.by(), IdOf(action.token()), action.from(),
                    action.kind(), action.target(), action.text()});
  }
  if (context.json) {
    context.printer->Json({{"actions", std::move(list)}});
  } else {
    context.printer->Table(rows);
  }
  return Exit::kDone;
}

}  // namespace

void AddTokenCommands(CLI::App& app, Context& context) {
  CLI::App* noun =
      AddNoun(app, {"tokens", "Access tokens: who may do what",
                    "rookery tokens create --role join --out join.token\nrookery tokens list"});
  AddCreate(*noun, context);
  AddCommand(*noun, context, {"list", "All tokens, without their secrets", "rookery tokens list"},
             [&context] { return List(context); });
  auto id = std::make_shared<std::string>();
  AddCommand(*noun, context,
             {"revoke", "Refuse a token from now on", "rookery tokens revoke w7x2k9q0ab"},
             [id, &context] { return Revoke(*id, context); })
      ->add_option("token", *id, "The token's id")
      ->required()
      ->type_name("TOKEN");
  auto count = std::make_shared<int>(50);
  AddCommand(app, context,
             {"log", "Who changed what, when and from where; newest first",
              "rookery log\nrookery log --count 1000 --json"},
             [count, &context] { return ShowLog(*count, context); })
      ->add_option("--count", *count, "At most so many")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
}

}  // namespace rookery::cli
