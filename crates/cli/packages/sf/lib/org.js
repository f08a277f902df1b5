// Describes objects of an org with the user's own sf, which has the connection.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { Errors, ux } from "@oclif/core";
import { parse as parseToml } from "smol-toml";

/** sf is a script on Windows, which only a shell can start. */
const isWindows = process.platform === "win32";
/** Maximum size of a describe: objects with 800 fields have about 4 MB. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Number of describes at the same time. */
const PARALLEL = 4;

/**
 * Describes the objects of an org into a temporary folder, and calls `use` with the folder.
 *
 * Without `org`, sf uses its default org. Without `objects`, they are those of the blueprints in `files`, or in the folders of
 * planwright.toml.
 */
export async function withDescribes({ org, objects, files, isQuiet }, use) {
  const names = [...new Set(objects ?? objectsOfBlueprints(files))].sort();
  if (names.length === 0) fail("no object to describe; name each one with --sobject");
  for (const word of [...names, ...(org === undefined ? [] : [org])]) {
    // The words may reach a shell.
    if (!/^[\w.@+-]+$/.test(word) || word.startsWith("-")) fail(`invalid name ${JSON.stringify(word)}`);
  }
  const folder = mkdtempSync(join(tmpdir(), "planwright-org-"));
  try {
    if (!isQuiet) ux.action.start(`Describing ${names.length} objects${org === undefined ? "" : ` of ${org}`}`);
    let done = 0;
    for (let from = 0; from < names.length; from += PARALLEL) {
      const batch = names.slice(from, from + PARALLEL);
      const described = await Promise.all(batch.map((name) => describe(name, org)));
      batch.forEach((name, index) => writeFileSync(join(folder, `${name}.json`), described[index]));
      done += batch.length;
      if (!isQuiet) ux.action.status = `${done}/${names.length}`;
    }
    if (!isQuiet) ux.action.stop();
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function describe(name, org) {
  const words = ["sobject", "describe", "--sobject", name, "--json", ...(org === undefined ? [] : ["--target-org", org])];
  try {
    return (await promisify(execFile)("sf", words, { maxBuffer: MAX_BYTES, shell: isWindows })).stdout;
  } catch (error) {
    if (error.code === "ENOENT") fail("cannot start `sf`; it must be on the PATH");
    return fail(`cannot describe ${name}: ${messageOf(error.stdout) ?? error.message}`);
  }
}

/** The message of a JSON answer of sf, which has the reason of a failure. */
function messageOf(answer) {
  try {
    return JSON.parse(answer).message;
  } catch {
    return undefined;
  }
}

function objectsOfBlueprints(files) {
  const sources = files.length > 0 ? files : configuredBlueprints();
  const names = [];
  for (const file of sources.flatMap(jsonFiles)) collect(file, names);
  return names;
}

/** The files and folders with blueprints in the nearest planwright.toml. */
function configuredBlueprints() {
  for (let folder = resolve("."); ; folder = dirname(folder)) {
    const path = join(folder, "planwright.toml");
    if (existsSync(path)) {
      const blueprints = parseToml(readFileSync(path, "utf8")).apex?.blueprints ?? [];
      return blueprints.map((name) => join(folder, name));
    }
    if (dirname(folder) === folder) return [];
  }
}

function jsonFiles(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true }).filter((name) => name.endsWith(".json")).map((name) => join(path, name));
}

/** Adds the target objects of a file with blueprints. The program reports files that are not JSON. */
function collect(file, names) {
  const visit = (value) => {
    if (value === null || typeof value !== "object") return;
    if (typeof value.targetSObject === "string") names.push(value.targetSObject);
    Object.values(value).forEach(visit);
  };
  try {
    visit(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // Not JSON: without an object to describe, the run fails.
  }
}

function fail(message) {
  throw new Errors.CLIError(message, { exit: 2 });
}
