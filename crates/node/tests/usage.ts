/** A use of every function, which the type checker reads and the tests run. */
import {
  check,
  type Change,
  Checker,
  type Diagnostic,
  drift,
  type Drift,
  type Exported,
  exportSchema,
  normalize,
  prompt,
  Refused,
  render,
  type Rendered,
  repair,
  type Report,
} from "planwright-native";

export const KINDS = { type: "object", required: ["kind"], properties: { kind: { enum: ["left", "right"] } } } as const;

/** What each function says, as texts. */
export function use(blueprint: Uint8Array): string[] {
  const report: Report = check(KINDS, '{"kind": "rihgt"}');
  const found: Diagnostic | undefined = report.diagnostics[0];
  const advice: string | null = repair(KINDS, '{"kind": "rihgt"}');
  const made: Exported = exportSchema("fix-plan", "openai");
  const answer: unknown = normalize(KINDS, "openai", '{"kind": "left"}').document;
  const verdicts: Drift = drift(KINDS, { ...KINDS, required: [] });
  const change: Change | undefined = verdicts.changes[0];
  const rendered: Rendered = render(blueprint, { runtime: true });
  let text: string = prompt("fix-plan");
  try {
    new Checker(KINDS).check("{}").require();
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    text += refused.report.errors[0]?.code;
  }
  const firsts = [found?.code, advice, JSON.stringify(made.schema), JSON.stringify(answer), change?.rule];
  return [...firsts.map(String), ...rendered.files.keys(), text];
}
