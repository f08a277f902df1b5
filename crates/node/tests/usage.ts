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
  extract,
  type Extracted,
  fix,
  InvalidDocumentError,
  normalize,
  type Normalized,
  prompt,
  render,
  type Rendered,
  repair,
  type Report,
  type Schema,
} from "planwright";
import Type from "typebox";
import { z } from "zod";

export const KINDS = { type: "object", required: ["kind"], properties: { kind: { enum: ["left", "right"] } } } as const;
export const PLAN = z.object({ kind: z.enum(["left", "right"]) });
export const BOX = Type.Object({ kind: Type.Union([Type.Literal("left"), Type.Literal("right")]) });

/** Returns what each function returns, as strings. */
export function use(blueprint: Uint8Array): string[] {
  const report: Report = check(KINDS, '{"kind": "rihgt"}');
  const found: Diagnostic | undefined = report.diagnostics[0];
  const advice: string | null = repair(KINDS, '{"kind": "rihgt"}');
  const made: Exported = exportSchema("fix-plan", "openai");
  const extracted: Extracted = extract(PLAN, '{"kind": "left"}');
  const fixed: string = fix(BOX, '{"kind": "left",}');
  const answer: Normalized = normalize(PLAN, '{"kind": "left"}', "openai");
  const verdicts: Drift = drift(KINDS, { ...KINDS, required: [] });
  const change: Change | undefined = verdicts.changes[0];
  const rendered: Rendered = render(blueprint, { runtime: true });
  let text: string = prompt("fix-plan");
  try {
    new Checker(KINDS).check("{}").require();
  } catch (error) {
    if (!(error instanceof InvalidDocumentError)) throw error;
    text += error.report.errors[0]?.code;
  }
  const ways: Schema[] = ["fix-plan", new URL("file:///plan.json"), KINDS, Buffer.from("{}"), PLAN, BOX, new Checker(PLAN)];
  const values = [made.schema, extracted.document, answer.document, answer.json].map((value) => JSON.stringify(value));
  const firsts = [found?.code, advice, fixed, ways.length, change?.rule, ...values];
  return [...firsts.map(String), ...rendered.files.keys(), text];
}
