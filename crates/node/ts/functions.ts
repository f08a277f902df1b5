/** The functions of the package. */
import * as addon from "../native/index.js";
import { checker, type CheckOptions, fileOf, native, nativeSchema, type Subject } from "./checker.js";
import { called, type Diagnostic, PlanwrightError, Refused, Report } from "./report.js";
import { bytes, flag, isObject, type JsonObject, name, options, type Text, written } from "./text.js";

/** The report of a document; `check(…).require()` throws `Refused` if it has errors. */
export function check(subject: Subject, text: Text, given: CheckOptions = {}): Report {
  return checker(subject).check(text, given);
}

/** What to tell the model that wrote a refused document; `null` if it passes. */
export function repair(subject: Subject, text: Text): string | null {
  return checker(subject).repair(text);
}

/** A schema in the dialect of a vendor. */
export interface Exported {
  readonly schema: JsonObject;
  /** Where the vendor's schema says less. */
  readonly weakenings: readonly Diagnostic[];
  /** Both as a text, which has every digit of numbers that JavaScript would round. */
  readonly json: string;
}

/** A schema as the request of a vendor holds it; `bare` leaves out name and description of a tool. */
export function exportSchema(subject: Subject, dialect: string, given: { readonly bare?: boolean } = {}): Exported {
  const bare = flag("bare", options(given, ["bare"]).bare);
  const json = called(PlanwrightError, () => native(subject).export(name("a dialect", dialect), bare));
  return { ...(JSON.parse(json) as Omit<Exported, "json">), json };
}

/** The document of an answer. */
export interface Extracted {
  readonly document: unknown;
  /** What was dropped or fixed, and why. */
  readonly changes: readonly string[];
  /** The findings about the document, which may be invalid. */
  readonly report: Report;
}

/** Returns the one document in a model's answer; throws `Refused` if there is none, or several different ones. */
export function extract(subject: Subject, text: Text, given: CheckOptions = {}): Extracted {
  const file = fileOf(given);
  const json = called(Refused, () => native(subject).extract(file, bytes(text)));
  const made = JSON.parse(json) as { document: unknown; changes: string[]; report: unknown };
  return { document: made.document, changes: made.changes, report: new Report(JSON.stringify(made.report)) };
}

/** Returns the text of the one document in a model's answer, with all safe fixes; throws `Refused` like `extract`. */
export function fix(subject: Subject, text: Text, given: CheckOptions = {}): string {
  const file = fileOf(given);
  return called(Refused, () => native(subject).fix(file, bytes(text)));
}

/** A canonical document. */
export interface Normalized {
  readonly document: unknown;
  /** The document as a text, which has every digit of numbers that JavaScript would round. */
  readonly json: string;
}

/** The canonical document of what a model answered in a vendor's shape; throws `Refused` if that does not pass the check. */
export function normalize(subject: Subject, dialect: string, text: Text, given: CheckOptions = {}): Normalized {
  const file = fileOf(given);
  const json = called(Refused, () => native(subject).normalize(name("a dialect", dialect), file, bytes(text)));
  return { document: JSON.parse(json) as unknown, json };
}

/** What to tell a model before it writes; of workflow-tools it is about the tools, unless `document` asks for whole documents. */
export function prompt(subject: Subject, given: { readonly document?: boolean } = {}): string {
  const document = flag("document", options(given, ["document"]).document);
  return called(PlanwrightError, () => native(subject).prompt(document));
}

/** Whether every document of one side is one of the other. */
export interface Verdict {
  readonly verdict: "proved" | "broken" | "undecided";
  /** A document that shows it, of what is broken. */
  readonly witness?: unknown;
  /** Why it is undecided. */
  readonly because?: string;
}

/** One difference between two schemas. */
export interface Change {
  readonly rule: string;
  readonly severity: string;
  readonly backward: string;
  readonly forward: string;
  /** Location in the new schema, or in the old one if only that has it. */
  readonly pointer: string;
  readonly message: string;
  readonly old: JsonObject | null;
  readonly new: JsonObject | null;
  /** A document that shows the change, if there is one. */
  readonly witness?: unknown;
}

/** The verdicts on a change: `backward` is about documents of the old schema, `forward` about those of the new. */
export interface Drift {
  readonly backward: Verdict;
  readonly forward: Verdict;
  readonly changes: readonly Change[];
  /** `false` if formats were not compared. */
  readonly formats_compared?: false;
  /** What `planwright drift --format json` prints of two files. */
  readonly json: string;
}

/** What `drift` is asked. */
export interface DriftOptions {
  readonly role?: "both" | "consumed" | "produced";
  readonly contentModel?: "strict" | "lenient";
  /** Whether formats are asserted; without it they are. */
  readonly assertFormats?: boolean;
}

/** What a change of a schema breaks. */
export function drift(old: Subject, changed: Subject, given: DriftOptions = {}): Drift {
  const asked = options(given, ["role", "contentModel", "assertFormats"]);
  const role = name("role", asked.role ?? "both");
  const model = name("contentModel", asked.contentModel ?? "strict");
  const formats = flag("assertFormats", asked.assertFormats ?? true);
  const [one, two] = [nativeSchema(old), nativeSchema(changed)];
  const json = called(PlanwrightError, () => addon.drift(one, two, role, model, formats));
  return { ...(JSON.parse(json) as Omit<Drift, "json">), json };
}

/** What blueprints became. */
export interface Rendered {
  /** The texts of the files by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The report of the blueprints, which may have warnings. */
  readonly report: Report;
}

/** What `render` may be told. */
export interface RenderOptions extends CheckOptions {
  /** The version of the Salesforce API, such as `"62.0"`. */
  readonly apiVersion?: string;
  /** May have a `snapshot` of the org. */
  readonly context?: JsonObject;
  /** Adds the classes that the files need. */
  readonly runtime?: boolean;
}

/** The Apex of a blueprint, or of several in one document; throws `Refused` with the report of one that does not pass. */
export function render(blueprint: Text | JsonObject, given: RenderOptions = {}): Rendered {
  const { file, apiVersion, context, runtime } = options(given, ["file", "apiVersion", "context", "runtime"]);
  const text = bytes(isObject(blueprint) ? written("a blueprint", blueprint) : blueprint);
  const named = name("file", file ?? "<text>");
  const version = apiVersion === undefined ? undefined : name("apiVersion", apiVersion);
  const known = context === undefined ? undefined : written("a context", context);
  const made = called(Refused, () => addon.render(named, text, version, known, flag("runtime", runtime)));
  return { files: new Map(made.files.map(({ path, text }) => [path, text])), report: new Report(made.report) };
}
