// Writes the npm packages: `planwright-cli`, and one per platform with its program.
//
// usage: node pack.mjs OUT PLATFORM=BINARY…      such as linux-x64=target/release/planwright
import { cpSync, chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../../..");
/** The platforms that a release has. */
export const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"];

const [out, ...given] = process.argv.slice(2);
const binaries = given.map((pair) => pair.split("=", 2));
if (!out || binaries.length === 0 || binaries.some(([platform, binary]) => !PLATFORMS.includes(platform) || !binary)) {
  console.error(`usage: node pack.mjs OUT PLATFORM=BINARY…; platforms are ${PLATFORMS.join(", ")}`);
  process.exit(2);
}
const version = /^version = "(.*)"$/m.exec(readFileSync(join(root, "Cargo.toml"), "utf8"))[1];
const main = JSON.parse(readFileSync(join(here, "planwright-cli/package.json"), "utf8"));

function write(folder, text, files) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [from, to] of files) cpSync(from, join(folder, to), { recursive: true });
  for (const license of ["LICENSE-APACHE", "LICENSE-MIT"]) cpSync(join(root, license), join(folder, license));
  cpSync(join(here, "README.md"), join(folder, "README.md"));
  writeFileSync(join(folder, "package.json"), JSON.stringify(text, null, 2) + "\n");
}

for (const [platform, binary] of binaries) {
  const [os, cpu] = platform.split("-");
  const file = os === "win32" ? "planwright.exe" : "planwright";
  const folder = join(out, `cli-${platform}`);
  const { description, license, repository } = main;
  const text = {
    name: `@planwright/cli-${platform}`, version, description: `The program planwright for ${os} ${cpu}`,
    license, repository, os: [os], cpu: [cpu], files: [file, "LICENSE-APACHE", "LICENSE-MIT"], preferUnplugged: true,
  };
  write(folder, text, [[binary, file]]);
  chmodSync(join(folder, file), 0o755);
}
const optional = Object.fromEntries(binaries.map(([platform]) => [`@planwright/cli-${platform}`, version]));
write(join(out, "planwright-cli"), { ...main, version, optionalDependencies: optional }, [[join(here, "planwright-cli/bin"), "bin"]]);
