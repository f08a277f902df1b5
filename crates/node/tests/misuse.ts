/** What a type checker must refuse: the next line of each comment, and no other. */
import { check, drift, normalize } from "planwright-native";

export function misuse(): void {
  // @ts-expect-error: a line may be unknown
  check("fix-plan", "{}").diagnostics[0]!.line + 1;
  // @ts-expect-error: no such member
  drift("fix-plan", "fix-plan").backward.verdikt;
  // @ts-expect-error: no subject
  check(3, "{}");
  // @ts-expect-error: no such role
  drift("fix-plan", "fix-plan", { role: "reader" });
  // @ts-expect-error: what a model wrote is of no type
  normalize("fix-plan", "openai", "{}").document.tasks;
}
