// The plugin as a program of its own, for its test.
import { execute } from "@oclif/core";

await execute({ dir: import.meta.url });
