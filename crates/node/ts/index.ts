/**
 * Checks the JSON that language models write: check, extract, fix, repair, prompt, export, normalize and drift.
 *
 * Each function accepts a schema first: see `Schema`. Findings are those of the command `planwright`.
 */
export { Checker } from "./checker.js";
export type { CheckerOptions, CheckOptions, JsonSchema, Schema, StandardSchema } from "./checker.js";
// `export` is a reserved word, so that programs that import single functions use the other name.
export { check, drift, exportSchema as export, exportSchema, extract, fix, normalize, prompt, render, repair } from "./functions.js";
export type {
  Change,
  Drift,
  DriftOptions,
  Exported,
  Extracted,
  Normalized,
  Rendered,
  RenderOptions,
  Verdict,
} from "./functions.js";
export { InvalidDocumentError, PlanwrightError, Report } from "./report.js";
export type { Diagnostic, Patch } from "./report.js";
export type { Document, JsonObject } from "./values.js";
