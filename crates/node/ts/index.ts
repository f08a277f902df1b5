/** Planwright in the process of Node. */
export { Checker } from "./checker.js";
export type { CheckerOptions, CheckOptions, Schema, Subject } from "./checker.js";
export { check, drift, exportSchema, extract, fix, normalize, prompt, render, repair } from "./functions.js";
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
export { PlanwrightError, Refused, Report } from "./report.js";
export type { Diagnostic, Patch } from "./report.js";
export type { JsonObject, Text } from "./text.js";
