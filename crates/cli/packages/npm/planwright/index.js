// The program as functions: each runs it once and gives back what it reports.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { platform as system, arch } from "node:process";

const require = createRequire(import.meta.url);

/** The most that a report may hold. */
const MOST = 256 * 1024 * 1024;

/** The path of the program: PLANWRIGHT if it is set, else that of the package for this platform. */
export function program() {
  if (process.env.PLANWRIGHT) return process.env.PLANWRIGHT;
  const name = `@planwright/${system}-${arch}`;
  try {
    return require.resolve(`${name}/planwright${system === "win32" ? ".exe" : ""}`);
  } catch {
    throw new Error(
      `there is no program for ${system} ${arch}: install ${name}, allow optional dependencies, or set PLANWRIGHT to a program`,
    );
  }
}

/** The program could not do its work. */
export class PlanwrightError extends Error {
  constructor(message) {
    super(message.trim());
    this.name = "PlanwrightError";
  }
}

/** Runs the program with these arguments; `input` goes to its standard input. */
export function run(args, input = "") {
  const done = spawnSync(program(), args, { input, encoding: "utf8", maxBuffer: MOST });
  if (done.error) throw done.error;
  return { code: done.status ?? 2, output: done.stdout, errors: done.stderr };
}

/** Checks one document, as its text, against a contract or, with `schema`, against a schema file. */
export function check(text, { contract, schema, snapshot, context } = {}) {
  const of = { "--schema": schema, "--snapshot": snapshot, "--context": context };
  const named = Object.entries(of).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
  const { code, output, errors } = run(["check", ...(contract ? [contract] : []), ...named, "--format", "json", "-"], text);
  if (code > 1 || output === "") throw new PlanwrightError(errors || output);
  return JSON.parse(output)[0];
}

/** What to tell the model that wrote a refused document; `null` if it passes. */
export function repair(text, { contract, schema } = {}) {
  const named = contract ? [contract] : ["--schema", schema];
  const { code, output, errors } = run(["check", ...named, "--format", "repair", "-"], text);
  if (code > 1) throw new PlanwrightError(errors);
  return code === 0 ? null : output;
}
