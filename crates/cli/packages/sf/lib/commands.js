// The commands of sf, made from `commands.json`: the commands of planwright with their arguments and options.
import { readFileSync } from "node:fs";
import { Args, Flags } from "@oclif/core";
import { EXAMPLES } from "./examples.js";
import { PlanwrightCommand } from "./planwright-command.js";

const table = JSON.parse(readFileSync(new URL("commands.json", import.meta.url), "utf8"));

/** Where a command that reads an org expects it, if that is not the option `--snapshot`: index among the arguments, or the end. */
const ORG_ARGUMENTS = { "snapshot import": Infinity, "snapshot check": 0, "snapshot diff": 1 };

const ORG_FLAGS = {
  "target-org": Flags.string({
    char: "o",
    helpValue: "<org>",
    summary: "Username or alias of an org to check against, instead of a snapshot. Its objects are described with sf.",
  }),
  sobject: Flags.string({
    char: "s",
    helpValue: "<name>",
    multiple: true,
    multipleNonGreedy: true,
    summary: "With --target-org: API name of an object to describe. The default is the objects of the blueprints.",
  }),
};

/** Sentence about an argument or option, with its default. */
function help({ help: text, default: standard }) {
  return standard === undefined ? `${text}.` : `${text}. [default: ${standard}]`;
}

function flag(option, helpGroup) {
  const common = { summary: help(option), char: option.short, required: option.required, helpGroup };
  if (option.value === undefined) return Flags.boolean(common);
  const multiple = option.multiple || option.delimiter ? { multiple: true, multipleNonGreedy: true } : {};
  const values = option.values ? { options: option.values } : { helpValue: `<${option.value.toLowerCase()}>` };
  return Flags.string({ ...common, ...multiple, ...values, delimiter: option.delimiter });
}

const named = (entries, make) => Object.fromEntries(entries.map((entry) => [entry.name, make(entry)]));

function commandClass(definition) {
  const takesOrg = definition.name in ORG_ARGUMENTS || definition.options.some(({ name }) => name === "snapshot");
  return class extends PlanwrightCommand {
    static summary = `${definition.summary}.`;
    static description = definition.description || undefined;
    static examples = EXAMPLES[definition.name];
    // An argument can occur several times. Words that the program does not know are reported by the program.
    static strict = false;
    static args = named(definition.arguments, (argument) =>
      Args.string({
        description: help(argument),
        required: argument.required && !takesOrg,
        options: argument.multiple ? undefined : argument.values,
        ignoreStdin: true,
      }),
    );
    static flags = {
      ...named(definition.options, (option) => flag(option)),
      ...(takesOrg ? ORG_FLAGS : {}),
      ...named(table.options, (option) => flag(option, "GLOBAL")),
    };
    static definition = definition;
    static options = [...definition.options, ...table.options];
    static orgArgument = ORG_ARGUMENTS[definition.name];
  };
}

const id = ({ name }) => `planwright:${name.replaceAll(" ", ":")}`;

export const COMMANDS = Object.fromEntries(table.commands.map((command) => [id(command), commandClass(command)]));
