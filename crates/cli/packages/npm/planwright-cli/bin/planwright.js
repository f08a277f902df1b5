#!/usr/bin/env node
// Starts the program for this platform, with the same arguments, streams and exit code.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { arch, platform as system } from "node:process";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

/** Returns the path of the program: the variable PLANWRIGHT if it is set, otherwise the program in the package for this platform. */
function program() {
  if (process.env.PLANWRIGHT) return process.env.PLANWRIGHT;
  const platform = `${system}-${arch}`;
  const [name, file] = [`@planwright/cli-${platform}`, system === "win32" ? "planwright.exe" : "planwright"];
  try {
    return require.resolve(`${name}/${file}`);
  } catch {
    const path = neighbour(`cli-${platform}`, name, file);
    if (path) return path;
    throw new Error(
      `no program for ${system} ${arch}: install the package ${name} too (npm omits it with --omit=optional), or set PLANWRIGHT to the path of a program`,
    );
  }
}

/**
 * Returns the program in the package folder next to this one, where `pack.mjs` writes both.
 *
 * npm links a package that is installed from a folder, and a linked package finds no dependencies in the `node_modules` of the
 * project.
 */
function neighbour(folderName, name, file) {
  const folder = join(dirname(fileURLToPath(import.meta.url)), "../..", folderName);
  try {
    const isPackage = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).name === name;
    return isPackage && existsSync(join(folder, file)) ? join(folder, file) : undefined;
  } catch {
    return undefined;
  }
}

let path;
try {
  path = program();
} catch (error) {
  console.error(`planwright: ${error.message}`);
  process.exit(2);
}
const done = spawnSync(path, process.argv.slice(2), { stdio: "inherit" });
if (done.error) {
  console.error(`planwright: ${path}: ${done.error.message}`);
  process.exit(2);
}
if (done.signal) process.kill(process.pid, done.signal);
process.exit(done.status ?? 2);
