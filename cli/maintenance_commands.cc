#include "cli/maintenance_commands.h"

#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "cli/command.h"

namespace rookery::cli {
namespace {

// Becomes the coordinator's program; returns only if that isn't there.
Exit Become(std::vector<std::string> args, Context& context) {
  const std::string program = context.program_folder + "/rookery-coordinator";
  args.insert(args.begin(), program);
  std::vector<char*> argv;
  for (std::string& arg : args) argv.push_back(arg.data());
  argv.push_back(nullptr);
  ::execv(program.c_str(), argv.data());
  return context.FailLocal(Error(absl::StatusCode::kNotFound,
                                 "{} could not be started; it belongs beside rookery", program));
}

struct Verb {
  CommandText text;
  const char* option;  // beside --data; null: none
  const char* meaning;
};

void Add(CLI::App& app, Context& context, const Verb& verb) {
  struct Flags {
    std::string data;
    std::string other;
    std::string store = "sqlite";
  };
  auto flags = std::make_shared<Flags>();
  CLI::App* command = AddCommand(
      app, context, verb.text, [flags, name = verb.text.name, option = verb.option, &context] {
        std::vector<std::string> args = {name, "--data", flags->data, "--store", flags->store};
        if (context.json) args.push_back("--json");
        if (option != nullptr) args.insert(args.end(), {option, flags->other});
        return Become(std::move(args), context);
      });
  command->add_option("--data", flags->data, "The coordinator's folder")
      ->required()
      ->type_name("DIR");
  command->add_option("--store", flags->store,
                      "sqlite, or postgres:CONNECTION, as the coordinator was told");
  if (verb.option == nullptr) return;
  command->add_option(verb.option, flags->other, verb.meaning)->required()->type_name("DIR");
}

}  // namespace

void AddMaintenanceCommands(CLI::App& app, Context& context) {
  Add(app, context,
      {{"backup", "Copy a coordinator's data while it runs, and audit the copy",
        "rookery backup --data ~/rookery --out ~/backup-monday"},
       "--out",
       "A new folder for the copy"});
  Add(app, context,
      {{"restore", "Check a backup and make a data folder of it",
        "rookery restore --from ~/backup-monday --data ~/rookery-new"},
       "--from",
       "The backup"});
  Add(app, context,
      {{"audit",
        "Compute figures again from the ledger's rows (all but core time, duplicates and pairs "
        "after "
        "the verdict), unpack every game, hash every artifact",
        "rookery audit --data ~/rookery\n"
        "rookery audit --data /srv/rookery --store 'postgres:host=db dbname=rookery'"},
       nullptr,
       nullptr});
}

}  // namespace rookery::cli
