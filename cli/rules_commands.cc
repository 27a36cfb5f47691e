#include "cli/rules_commands.h"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/status.h"
#include "cli/cases/cases.h"
#include "cli/command.h"
#include "cli/option_checks.h"
#include "engine/chess/explain.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"

namespace rookery::cli {
namespace {

using nlohmann::ordered_json;

constexpr int kMostMovesGiven = 2000;

std::vector<std::string> ProfileNames() {
  const auto& names = chess::RuleProfileNames();
  return {names.begin(), names.end()};
}

// What an option of a profile says; 0 always switches its rule off.
std::string_view Meaning(std::string_view key) {
  constexpr std::array<std::array<std::string_view, 2>, 18> kMeanings = {
      {{"repetition.auto", "occurrences of a position at which the game is drawn"},
       {"repetition.claim", "occurrences from which on a draw may be claimed"},
       {"no_progress.auto_plies", "plies without progress after which the game is drawn"},
       {"no_progress.claim_plies", "plies without progress after which a draw may be claimed"},
       {"no_progress.kbnk_plies", "the same with bishop and knight against a bare king"},
       {"no_progress.reset", "what counts as progress"},
       {"dead_position", "which positions are drawn because nobody can mate"},
       {"perpetual.mode", "whether endless checks are a draw of their own kind"},
       {"perpetual.checks", "checks in a row that are endless, by mode checks"},
       {"order", "the order in which the rules are tested after a move"},
       {"illegal_limit", "the illegal move of a side that loses; above 1 drawn if nobody can win"},
       {"illegal.extra_seconds", "time for the other side after one that doesn't lose"},
       {"illegal.extra_blitz_seconds", "the same if 60 moves have ten minutes or less"},
       {"flag.needs_mate", "a fallen flag loses only against a side that could mate"},
       {"draw_offer.alternate", "no second offer of a draw before the other side's"},
       {"draw_offer.timing", "when a draw may be offered"},
       {"reversed.restart_moves", "reversed colours: start anew below so many moves each"},
       {"reversed.restart_percent", "or before this part of the time is gone"}}};
  for (const auto& [name, meaning] : kMeanings) {
    if (name == key) return meaning;
  }
  return "";
}

Exit List(Context& context) {
  if (context.json) {
    ordered_json list = ordered_json::array();
    for (const std::string& name : ProfileNames()) {
      list.push_back({{"profile", name},
                      {"rated", chess::IsRated(name)},
                      {"summary", chess::RuleProfileSummary(name)}});
    }
    context.printer->Json({{"profiles", std::move(list)}});
    return Exit::kDone;
  }
  std::vector<std::vector<std::string>> rows = {{"PROFILE", "RATED", "WHAT"}};
  for (const std::string& name : ProfileNames()) {
    rows.push_back(
        {name, chess::IsRated(name) ? "yes" : "no", std::string(chess::RuleProfileSummary(name))});
  }
  context.printer->Table(rows);
  return Exit::kDone;
}

Exit Show(const std::string& name, Context& context) {
  const chess::RuleProfile profile = *chess::FindRuleProfile(name);
  const auto options = chess::RuleOptions(profile);
  const auto defaults = chess::RuleOptions(chess::RuleProfile());
  if (context.json) {
    ordered_json values = ordered_json::object();
    for (const auto& [key, value] : options) values[key] = value;
    context.printer->Json({{"profile", name},
                           {"rated", chess::IsRated(name)},
                           {"summary", chess::RuleProfileSummary(name)},
                           {"options", std::move(values)}});
    return Exit::kDone;
  }
  context.printer->Out(fmt::format("{}: {}{}", name, chess::RuleProfileSummary(name),
                                   chess::IsRated(name) ? "" : " (not rated)"));
  std::vector<std::vector<std::string>> rows = {{"OPTION", "VALUE", "ENGINE", "MEANING"}};
  for (size_t i = 0; i < options.size(); ++i) {
    const auto& [key, value] = options[i];
    rows.push_back({key, value, value == defaults[i].second ? "" : defaults[i].second,
                    std::string(Meaning(key))});
  }
  context.printer->Table(rows);
  return Exit::kDone;
}

struct ExplainFlags {
  std::string fen = std::string(chess::kStartFen);
  std::vector<std::string> played;
  std::vector<std::string> asked;
  std::string rules = "engine";
};

// "12.", "12...", or such a number right before a move: it says nothing.
std::string WithoutNumber(const std::string& text) {
  const size_t digits = text.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string::npos || text[digits] != '.') return text;
  const size_t move = text.find_first_not_of(". ", digits);
  return move == std::string::npos ? "" : text.substr(move);
}

absl::StatusOr<chess::Game> PlayUpTo(const ExplainFlags& flags, const chess::RuleProfile& profile) {
  const auto start = chess::ParseFen(flags.fen);
  if (!start.ok()) return InvalidArgument("--fen: {}", Message(start.status()));
  chess::Game game(*start, profile);
  for (const std::string& given : flags.played) {
    const std::string text = WithoutNumber(given);
    if (text.empty()) continue;
    if (const auto end = game.End(); end.has_value()) {
      return InvalidArgument(
          "--moves: move {}, {}: the game is over before it, {} by {}; leave it out, or choose a "
          "profile by which the game goes on (--rules)",
          game.moves().size() + 1, text, ResultText(end->result), Name(end->end));
    }
    const chess::MoveRuling move = chess::ExplainMove(game.position(), text);
    if (!move.move.has_value()) {
      return InvalidArgument("--moves: move {}, {}: {} (rule {})", game.moves().size() + 1, text,
                             move.ruling.text, move.ruling.row);
    }
    game.Play(*move.move);
  }
  return game;
}

ordered_json RulingsJson(const std::vector<chess::Ruling>& rulings) {
  ordered_json list = ordered_json::array();
  for (const chess::Ruling& ruling : rulings) {
    list.push_back({{"rule", ruling.row}, {"text", ruling.text}});
  }
  return list;
}

ordered_json MoveJson(const chess::Position& position, const std::string& text) {
  const chess::MoveRuling answer = chess::ExplainMove(position, text);
  ordered_json json = {{"move", text}, {"legal", answer.move.has_value()}};
  if (answer.move.has_value()) {
    json["uci"] = chess::ToUci(position, *answer.move);
    json["san"] = chess::ToSan(position, *answer.move);
  }
  json["rule"] = answer.ruling.row;
  json["text"] = answer.ruling.text;
  return json;
}

Exit Explain(const ExplainFlags& flags, Context& context) {
  const chess::RuleProfile profile = *chess::FindRuleProfile(flags.rules);
  const absl::StatusOr<chess::Game> game = PlayUpTo(flags, profile);
  if (!game.ok()) return context.FailLocal(game.status());
  for (const std::string& text : flags.asked) {
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
      return context.FailLocal(InvalidArgument("--move '': write a move, such as e2e4 or Nf3"));
    }
  }
  const chess::Position& position = game->position();
  const auto end = game->End();
  if (context.json) {
    ordered_json moves = ordered_json::array();
    for (const std::string& text : flags.asked) {
      moves.push_back(MoveJson(position, WithoutNumber(text)));
    }
    context.printer->Json({{"fen", chess::ToFen(position)},
                           {"rules", flags.rules},
                           {"result", end ? ResultText(end->result) : "*"},
                           {"end", end ? ordered_json(Name(end->end)) : ordered_json(nullptr)},
                           {"legal_moves", chess::CountLegal(position)},
                           {"rulings", RulingsJson(chess::ExplainGame(*game, profile))},
                           {"moves", std::move(moves)}});
    return Exit::kDone;
  }
  context.printer->Out(chess::ToFen(position));
  context.printer->Out(end ? fmt::format("over: {}, {}", ResultText(end->result), Name(end->end))
                           : "not over");
  for (const chess::Ruling& ruling : chess::ExplainGame(*game, profile)) {
    context.printer->Out(fmt::format("  {}: {}", ruling.row, ruling.text));
  }
  for (const std::string& given : flags.asked) {
    const std::string text = WithoutNumber(given);
    const chess::MoveRuling answer = chess::ExplainMove(position, text);
    context.printer->Out(fmt::format("{} is {}: {} ({})", Printable(text),
                                     answer.move.has_value() ? "legal" : "illegal",
                                     Printable(answer.ruling.text), answer.ruling.row));
  }
  return Exit::kDone;
}

std::string_view StateName(cases::State state) {
  switch (state) {
    case cases::State::kHolds:
      return "holds";
    case cases::State::kDiffers:
      return "differs";
    case cases::State::kNotAsked:
      return "not-asked";
  }
  return "";
}

ordered_json CaseJson(const cases::Result& result) {
  ordered_json json = {
      {"id", result.id}, {"kind", result.kind}, {"state", StateName(result.state)}};
  if (!result.reason.empty()) json["reason"] = result.reason;
  if (result.state == cases::State::kDiffers) {
    json["expected"] = result.expected;
    json["got"] = result.got;
  }
  return json;
}

Exit RunCases(const std::string& path, Context& context) {
  const auto text = ReadFile(path, cases::kMostFile);
  if (!text.ok()) return context.FailLocal(text.status());
  const auto items = cases::ParseCases(*text);
  if (!items.ok()) {
    return context.FailLocal(InvalidArgument("{}: {}", path, Message(items.status())));
  }
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash);
  std::array<size_t, 3> counts = {};
  ordered_json list = ordered_json::array();
  size_t asked = 0;
  for (const cases::Json& item : *items) {
    if (context.interrupt->requested()) return Exit::kInterrupted;
    cases::Result result = cases::Ask(item, folder);
    ++asked;
    if (result.id.empty()) result.id = fmt::format("case {}", asked);
    ++counts[static_cast<size_t>(result.state)];
    if (context.json) list.push_back(CaseJson(result));
    if (context.json || result.state == cases::State::kHolds) continue;
    context.printer->Out(fmt::format(
        "{} {}: {}", result.id, StateName(result.state),
        !result.reason.empty()
            ? result.reason
            : fmt::format("expected {}, got {}", result.expected.dump(), result.got.dump())));
  }
  const auto [holds, differs, not_asked] = counts;
  if (context.json) {
    context.printer->Json({{"file", path},
                           {"holds", holds},
                           {"differs", differs},
                           {"not_asked", not_asked},
                           {"cases", std::move(list)}});
  } else {
    context.printer->Out(fmt::format("{} cases: {} hold, {} differ, {} not asked", items->size(),
                                     holds, differs, not_asked));
  }
  return differs == 0 ? Exit::kDone : Exit::kFailed;
}

void AddExplain(CLI::App& noun, Context& context) {
  auto flags = std::make_shared<ExplainFlags>();
  CLI::App* command = AddCommand(
      noun, context,
      {"explain", "Why is this a draw? Why is this move illegal? With the rule that says so",
       "rookery rules explain --fen '8/8/4k3/8/8/4K3/8/5N2 w - - 0 1'\n"
       "rookery rules explain --moves e2e4 e7e5 --move e1g1\n"
       "rookery rules explain --rules fide --moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"},
      [flags, &context] { return Explain(*flags, context); });
  command->add_option("--fen", flags->fen, "The position; else the start")->type_name("FEN");
  command->add_option("--moves", flags->played, "Played from there: UCI or SAN")
      ->type_name("MOVE")
      ->expected(1, kMostMovesGiven);
  command->add_option("--move", flags->asked, "Is this a legal move, and why not?")
      ->type_name("MOVE")
      ->expected(1, kMostMovesGiven);
  command->add_option("--rules", flags->rules, "The rule profile (`rookery rules list`)")
      ->capture_default_str()
      ->check(RulesText());
}

void AddCases(CLI::App& noun, Context& context) {
  auto path = std::make_shared<std::string>();
  CLI::App* command = AddCommand(
      noun, context,
      {"cases", "Ask the questions of a case file; exit 1 if an answer differs",
       "rookery rules cases source-cases.json\nrookery rules cases rules-cases.json --json"},
      [path, &context] { return RunCases(*path, context); });
  command->add_option("file", *path, "JSON, in either of the two formats")
      ->required()
      ->type_name("FILE");
}

}  // namespace

void AddRulesCommands(CLI::App& app, Context& context) {
  CLI::App* noun = AddNoun(app, {"rules", "Rule profiles, and why a move or a result is what it is",
                                 "rookery rules list\n"
                                 "rookery rules show fide\n"
                                 "rookery rules explain --move e2e5\n"
                                 "rookery rules cases cases.json"});
  AddCommand(*noun, context,
             {"list", "The rule profiles, and which one is rated", "rookery rules list --json"},
             [&context] { return List(context); });
  auto name = std::make_shared<std::string>();
  CLI::App* show =
      AddCommand(*noun, context,
                 {"show", "Every option of a rule profile",
                  "rookery rules show engine\nrookery rules show fide,illegal_limit=3 --json"},
                 [name, &context] { return Show(*name, context); });
  show->add_option("profile", *name, "Its name")
      ->required()
      ->type_name("PROFILE")
      ->check(RulesText());
  AddExplain(*noun, context);
  AddCases(*noun, context);
}

}  // namespace rookery::cli
