// The program as functions: each runs it once and gives back what it reports.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { platform as system, arch } from "node:process";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

/** The most that a report may hold. */
const MOST = 256 * 1024 * 1024;

/** Returns the path of the program: PLANWRIGHT if it is set, else the program in the package for this platform. */
export function program() {
  if (process.env.PLANWRIGHT) return process.env.PLANWRIGHT;
  const platform = `${system}-${arch}`;
  const [name, file] = [`@planwright/${platform}`, system === "win32" ? "planwright.exe" : "planwright"];
  try {
    return require.resolve(`${name}/${file}`);
  } catch {
    const path = neighbour(platform, name, file);
    if (path) return path;
    throw new Error(
      `no program for ${system} ${arch}: install the package ${name} too (npm leaves it out with --omit=optional), or set PLANWRIGHT to the path of a program`,
    );
  }
}

/**
 * The program in the package folder next to this one, where `pack.mjs` writes both. npm links a package that is installed from a
 * folder, and a linked package finds no dependencies in the `node_modules` of the project.
 */
function neighbour(platform, name, file) {
  const folder = join(dirname(fileURLToPath(import.meta.url)), "..", platform);
  try {
    const found = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).name === name;
    return found && existsSync(join(folder, file)) ? join(folder, file) : undefined;
  } catch {
    return undefined;
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
