// Starts the program under test: PLANWRIGHT, or a debug build.
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");
const program = resolve(process.env.PLANWRIGHT ?? join(root, "target/debug/planwright"));

export function planwright(folder, ...args) {
  const done = spawnSync(program, args, { cwd: folder, encoding: "utf8", maxBuffer: 64 << 20 });
  if (done.error) throw done.error;
  return { code: done.status, out: done.stdout, err: done.stderr };
}
