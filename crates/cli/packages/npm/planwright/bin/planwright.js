#!/usr/bin/env node
// Starts the program of this platform, with the same arguments, streams and exit code.
import { spawnSync } from "node:child_process";
import { program } from "../index.js";

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
