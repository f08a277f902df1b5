// A command of sf that is a command of planwright: same arguments, streams and exit code.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Command } from "@oclif/core";

const program = fileURLToPath(import.meta.resolve("planwright-cli/bin/planwright.js"));

export function forward(name, about) {
  return class extends Command {
    static summary = about;
    static description = `Everything after the name goes to \`planwright ${name}\`; \`planwright ${name} --help\` has the options.`;
    static strict = false;

    async run() {
      const done = spawnSync(process.execPath, [program, name, ...this.argv], { stdio: "inherit" });
      if (done.error) this.error(`${program}: ${done.error.message}`, { exit: 2 });
      if (done.status !== 0) this.exit(done.status ?? 2);
    }
  };
}
