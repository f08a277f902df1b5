/** What documents are checked against, made once for many of them. */
import { types } from "node:util";

import { AddonChecker, AddonSchema, type AddonText } from "../native/index.js";
import { called, PlanwrightError, Report } from "./report.js";
import { bytes, isObject, type JsonObject, kind, name, options, type Text, written } from "./text.js";

/** A schema: an object, or its text as bytes, which keep the order of members and every digit. */
export type Schema = JsonObject | Uint8Array;

/** The name of a contract, a schema, or a checker of either. */
export type Subject = string | Schema | Checker;

/** What a checker may be given besides its subject. */
export interface CheckerOptions {
  /** What the rules of a contract may look at besides the document, such as `{"snapshot": …}`. */
  readonly context?: JsonObject;
  /** The other schemas that a schema refers to, by their paths. */
  readonly files?: { readonly [path: string]: Schema };
}

/** What a check may be told of a document. */
export interface CheckOptions {
  /** The name of the document in its report. */
  readonly file?: string;
}

const ROOT = "schema.json";

/** The addon's halves of a checker, which no caller reaches. */
const halves = new WeakMap<Checker, { checker: AddonChecker; schema: AddonSchema }>();

/** A contract or a schema, ready to check documents. */
export class Checker {
  constructor(subject: string | Schema, given: CheckerOptions = {}) {
    const { context, files } = options(given, ["context", "files"]);
    if (typeof subject === "string") {
      if (files !== undefined) throw new TypeError("a contract has all its files; files are for a schema");
      const contract = name("a contract", subject);
      const known = context === undefined ? undefined : written("a context", context);
      halves.set(this, called(PlanwrightError, () => ({
        checker: AddonChecker.contract(contract, known),
        schema: AddonSchema.contract(contract),
      })));
      return;
    }
    if (context !== undefined) throw new TypeError("a schema has no rules, so it does not support a context");
    const texts = schemaTexts(subject, files);
    halves.set(this, called(PlanwrightError, () => ({
      checker: AddonChecker.schema(ROOT, texts),
      schema: AddonSchema.ofTexts(ROOT, texts),
    })));
  }

  /** The report of a document. */
  check(text: Text, given: CheckOptions = {}): Report {
    return new Report(half(this).checker.check(fileOf(given), bytes(text)));
  }

  /** What to tell the model that wrote a refused document; `null` if it passes. */
  repair(text: Text): string | null {
    return half(this).checker.repair(bytes(text));
  }
}

/** The name that options give a document. */
export function fileOf(given: CheckOptions): string {
  return name("file", options(given, ["file"]).file ?? "<text>");
}

const made = new Map<string, Checker>();

/** The checker of a subject in the addon; those of contracts are kept. */
export function native(subject: Subject): AddonChecker {
  return half(checker(subject)).checker;
}

/** The checker of a subject. */
export function checker(subject: Subject): Checker {
  if (subject instanceof Checker) return subject;
  if (typeof subject !== "string") return new Checker(subject);
  // There are no more names than contracts and their schemas.
  const known = made.get(subject) ?? new Checker(subject);
  made.set(subject, known);
  return known;
}

/** The schema of a subject, which need not compile. */
export function nativeSchema(subject: Subject): AddonSchema {
  if (subject instanceof Checker) return half(subject).schema;
  if (typeof subject !== "string") return AddonSchema.ofTexts(ROOT, schemaTexts(subject, undefined));
  return called(PlanwrightError, () => AddonSchema.contract(name("a contract", subject)));
}

function half(of: Checker): { checker: AddonChecker; schema: AddonSchema } {
  const found = halves.get(of);
  if (found === undefined) throw new TypeError("a Checker is made by new Checker(…)");
  return found;
}

/** The texts of a schema and of what it refers to, the schema first. */
function schemaTexts(schema: Schema, files: CheckerOptions["files"] = {}): AddonText[] {
  if (!isObject(files)) throw new TypeError(`files are an object of schemas by path, not ${kind(files)}`);
  if (Object.hasOwn(files, ROOT)) throw new TypeError(`${ROOT} is the name of the schema itself`);
  const others = Object.entries(files).map(([path, other]) => ({ path: name("a path", path), text: textOf(other) }));
  return [{ path: ROOT, text: textOf(schema) }, ...others];
}

function textOf(schema: Schema): Uint8Array {
  return bytes(types.isUint8Array(schema) ? schema : written("a schema", schema));
}
