// A command of sf that runs a command of planwright: same arguments, streams and exit code.
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Command } from "@oclif/core";
import { withDescribes } from "./org.js";

const program = fileURLToPath(import.meta.resolve("planwright-cli/bin/planwright.js"));

/** Exit code of wrong use, and of files that cannot be read or written. Other codes report a result. */
const FAILED = 2;

export class PlanwrightCommand extends Command {
  static enableJsonFlag = true;

  async run() {
    const { flags, argv } = await this.parse(this.ctor);
    const run = (words) => this.runProgram([...this.ctor.definition.name.split(" "), ...words]);
    const words = this.optionWords(flags);
    const isOrgWanted = flags["target-org"] !== undefined || (this.ctor.definition.name === "snapshot import" && argv.length === 0);
    if (!isOrgWanted) {
      if (flags.sobject) this.error("--sobject needs --target-org", { exit: FAILED });
      return run([...words, ...this.argumentWords(argv)]);
    }
    if (flags.snapshot !== undefined) this.error("--snapshot cannot be used with --target-org", { exit: FAILED });
    return withDescribes({ org: flags["target-org"], objects: flags.sobject, files: argv, isQuiet: this.jsonEnabled() }, (folder) => {
      const at = this.ctor.orgArgument;
      if (at === undefined) return run([...words, `--snapshot=${folder}`, ...this.argumentWords(argv)]);
      return run([...words, ...this.argumentWords([...argv.slice(0, at), folder, ...argv.slice(at)])]);
    });
  }

  /** The options as words for the program. */
  optionWords(flags) {
    const words = [];
    for (const { name, value, delimiter } of this.ctor.options) {
      const set = flags[name];
      if (set === undefined || set === false) continue;
      if (value === undefined) words.push(`--${name}`);
      else if (delimiter) words.push(`--${name}=${set.join(delimiter)}`);
      else words.push(...[set].flat().map((one) => `--${name}=${one}`));
    }
    const formats = this.ctor.options.find(({ name }) => name === "format")?.values ?? [];
    if (this.jsonEnabled() && flags.format === undefined && formats.includes("json")) words.push("--format=json");
    return words;
  }

  /** The arguments as words for the program. After `--`, words that start with `-` are arguments, too. */
  argumentWords(argv) {
    return this.argv.includes("--") ? ["--", ...argv] : argv;
  }

  /** Runs the program. With `--json`, returns what it printed. */
  async runProgram(words) {
    const isCaptured = this.jsonEnabled();
    const child = spawn(process.execPath, [program, ...words], { stdio: ["inherit", ...Array(2).fill(isCaptured ? "pipe" : "inherit")] });
    const output = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ""));
    const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", (status) => resolve(status ?? FAILED)));
    const [stdout, stderr] = await Promise.all(output);
    if (!isCaptured) return code === 0 ? undefined : this.exit(code);
    const lines = stderr.split("\n").filter((line) => line.trim() !== "");
    if (code === FAILED) this.error(lines.join("\n").replace(/^error: /, "") || "planwright failed", { exit: FAILED });
    process.exitCode = code;
    this.warnings = lines;
    return parsed(stdout);
  }

  async catch(error) {
    process.exitCode = error.oclif?.exit ?? 1;
    return super.catch(error);
  }

  toSuccessJson(result) {
    return { status: process.exitCode ?? 0, result, warnings: this.warnings ?? [] };
  }

  toErrorJson(error) {
    const exitCode = error.oclif?.exit ?? 1;
    return { status: exitCode, name: error.name, message: error.message, exitCode, commandName: this.id, warnings: this.warnings ?? [] };
  }
}

/** The value of an output in JSON, or an object with the output. */
function parsed(output) {
  try {
    return JSON.parse(output);
  } catch {
    return { output };
  }
}
