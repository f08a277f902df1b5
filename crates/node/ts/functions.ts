/** The functions of the package. */
import * as addon from "../native/index.js";
import { checker, type CheckOptions, fileName, native, nativeSchema, type Schema } from "./checker.js";
import { called, type Diagnostic, Report } from "./report.js";
import { type Document, documentBytes, flag, isObject, type JsonObject, knownOptions, name, toJson } from "./values.js";

/**
 * Returns the report of a document.
 *
 * An invalid document is not an error: call `check(…).require()` to throw `InvalidDocumentError`.
 */
export function check(schema: Schema, document: Document, options: CheckOptions = {}): Report {
  return checker(schema).check(document, options);
}

/** Returns the message for the model that wrote an invalid document, or `null` if the document is valid. */
export function repair(schema: Schema, document: Document): string | null {
  return checker(schema).repair(document);
}

/** The document of an answer. */
export interface Extracted {
  readonly document: unknown;
  /** What was dropped or fixed, and why. */
  readonly changes: readonly string[];
  /** The findings about the document, which may be invalid. */
  readonly report: Report;
}

/**
 * Returns the one document in a model's answer, or in a response of a vendor's API.
 *
 * Throws `InvalidDocumentError` if there is no document, or several different ones.
 */
export function extract(schema: Schema, answer: Document, options: CheckOptions = {}): Extracted {
  const file = fileName(options);
  const json = called(() => native(schema).extract(file, documentBytes(answer)));
  const made = JSON.parse(json) as { document: unknown; changes: string[]; report: unknown };
  return { document: made.document, changes: made.changes, report: new Report(JSON.stringify(made.report)) };
}

/** Returns the JSON of the one document in a model's answer, with all safe fixes. Throws like `extract`. */
export function fix(schema: Schema, answer: Document, options: CheckOptions = {}): string {
  const file = fileName(options);
  return called(() => native(schema).fix(file, documentBytes(answer)));
}

/** A canonical document. */
export interface Normalized {
  readonly document: unknown;
  /** The document as JSON, with every digit of numbers that JavaScript would round. */
  readonly json: string;
}

/**
 * Returns the canonical document for an answer in the dialect of a vendor.
 *
 * Throws `InvalidDocumentError` if the document is invalid.
 */
export function normalize(schema: Schema, answer: Document, dialect: string, options: CheckOptions = {}): Normalized {
  const file = fileName(options);
  const json = called(() => native(schema).normalize(name("dialect", dialect), file, documentBytes(answer)));
  return { document: JSON.parse(json) as unknown, json };
}

/** A schema in the dialect of a vendor. */
export interface Exported {
  readonly schema: JsonObject;
  /** What the vendor's schema cannot express. */
  readonly weakenings: readonly Diagnostic[];
  /** Both as JSON, with every digit of numbers that JavaScript would round. */
  readonly json: string;
}

/** Returns a schema for the request of a vendor. `bare` leaves out the name and description of a tool. */
export function exportSchema(schema: Schema, dialect: string, options: { readonly bare?: boolean } = {}): Exported {
  const bare = flag("bare", knownOptions(options, ["bare"]).bare);
  const json = called(() => native(schema).export(name("dialect", dialect), bare));
  return { ...(JSON.parse(json) as Omit<Exported, "json">), json };
}

/** Returns the prompt for a model that writes documents. For `workflow-tools` it is about the tools, unless `document` is true. */
export function prompt(schema: Schema, options: { readonly document?: boolean } = {}): string {
  const document = flag("document", knownOptions(options, ["document"]).document);
  return called(() => native(schema).prompt(document));
}

/** Whether every document of one schema is valid under the other. */
export interface Verdict {
  readonly verdict: "proved" | "broken" | "undecided";
  /** A document that shows a break. */
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

/** The verdicts on a change: `backward` is about documents of the old schema, `forward` about those of the new one. */
export interface Drift {
  readonly backward: Verdict;
  readonly forward: Verdict;
  readonly changes: readonly Change[];
  /** `false` if formats were not compared. */
  readonly formats_compared?: false;
  /** What `planwright drift --format json` prints of two files. */
  readonly json: string;
}

/** Options of `drift`. */
export interface DriftOptions {
  readonly role?: "both" | "consumed" | "produced";
  readonly contentModel?: "strict" | "lenient";
  /** Whether formats are asserted, which is the default. */
  readonly assertFormats?: boolean;
}

/** Compares two versions of a schema. */
export function drift(old: Schema, changed: Schema, options: DriftOptions = {}): Drift {
  const known = knownOptions(options, ["role", "contentModel", "assertFormats"]);
  const role = name("role", known.role ?? "both");
  const model = name("contentModel", known.contentModel ?? "strict");
  const formats = flag("assertFormats", known.assertFormats ?? true);
  const [one, two] = [nativeSchema(old), nativeSchema(changed)];
  const json = called(() => addon.drift(one, two, role, model, formats));
  return { ...(JSON.parse(json) as Omit<Drift, "json">), json };
}

/** The Apex of blueprints. */
export interface Rendered {
  /** The content of each file by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The report of the blueprints, which may have warnings. */
  readonly report: Report;
}

/** Options of `render`. */
export interface RenderOptions extends CheckOptions {
  /** The version of the Salesforce API, such as `"62.0"`. */
  readonly apiVersion?: string;
  /** May have a `snapshot` of the org. */
  readonly context?: JsonObject;
  /** Adds the classes that the files need. */
  readonly runtime?: boolean;
}

/** Returns the Apex of a blueprint, or of several in one document. Throws `InvalidDocumentError` if one is invalid. */
export function render(blueprint: Document | JsonObject, options: RenderOptions = {}): Rendered {
  const { file, apiVersion, context, runtime } = knownOptions(options, ["file", "apiVersion", "context", "runtime"]);
  const text = documentBytes(isObject(blueprint) ? toJson("blueprint", blueprint) : blueprint);
  const named = name("file", file ?? "<text>");
  const version = apiVersion === undefined ? undefined : name("apiVersion", apiVersion);
  const known = context === undefined ? undefined : toJson("context", context);
  const made = called(() => addon.render(named, text, version, known, flag("runtime", runtime)));
  return { files: new Map(made.files.map(({ path, text }) => [path, text])), report: new Report(made.report) };
}
