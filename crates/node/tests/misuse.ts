/** What a type checker must refuse: the next line of each comment, and no other. */
import { check, drift, normalize } from "planwright";
import * as mini from "zod/mini";

export function misuse(): void {
  // @ts-expect-error: a line may be unknown
  check("fix-plan", "{}").diagnostics[0]!.line + 1;
  // @ts-expect-error: no such property
  drift("fix-plan", "fix-plan").backward.verdikt;
  // @ts-expect-error: no schema
  check(3, "{}");
  // @ts-expect-error: a schema of a library that does not convert itself
  check(mini.string(), "{}");
  // @ts-expect-error: no document
  check("fix-plan", {});
  // @ts-expect-error: no dialect
  normalize("fix-plan", "{}");
  // @ts-expect-error: no such role
  drift("fix-plan", "fix-plan", { role: "reader" });
  // @ts-expect-error: an answer has no type
  normalize("fix-plan", "{}", "openai").document.tasks;
}
