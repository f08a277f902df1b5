/** The schemas that documents are checked against, each compiled once. */
import { types } from "node:util";
import { fileURLToPath } from "node:url";

import { AddonChecker, AddonSchema, type AddonText } from "../native/index.js";
import { called, Report } from "./report.js";
import {
  attempt,
  type Document,
  documentBytes,
  isObject,
  type JsonObject,
  kind,
  knownOptions,
  name,
  toJson,
  unshared,
} from "./values.js";

/** A schema of a library that implements Standard JSON Schema, such as Zod 4.2 and later. */
export interface StandardSchema {
  readonly "~standard": {
    readonly vendor: string;
    readonly jsonSchema: { readonly input: (options: { readonly target: "draft-2020-12" }) => JsonObject };
  };
}

/** A JSON Schema whose type is an interface, such as that of a TypeBox schema. */
export interface JsonSchema {
  readonly type?: unknown;
  readonly anyOf?: unknown;
  readonly allOf?: unknown;
  readonly const?: unknown;
  readonly enum?: unknown;
  readonly $ref?: unknown;
  readonly $defs?: unknown;
  readonly "~standard"?: never;
}

/**
 * A schema: the name of a contract, a path, an object (such as a TypeBox schema), JSON as bytes, a Zod schema, or a `Checker`.
 *
 * A string that ends in `.json`, `.jsonc`, `.yaml` or `.yml` is a path, also with `#NAME` for a schema in the file. Any other string
 * is the name of a contract. Bytes keep the order of properties and every digit.
 */
export type Schema = string | URL | JsonObject | JsonSchema | Uint8Array | StandardSchema | Checker;

/** Options of a checker. */
export interface CheckerOptions {
  /** What the rules of a contract may use in addition to the document, such as `{"snapshot": …}`. */
  readonly context?: JsonObject;
  /** The schemas that an object or bytes refer to, by their paths. A path finds its files itself. */
  readonly files?: { readonly [path: string]: JsonObject | Uint8Array };
}

/** Options of a check. */
export interface CheckOptions {
  /** The name of the document in its report. */
  readonly file?: string;
}

const ROOT = "schema.json";
const FILE_ENDINGS = [".json", ".jsonc", ".yaml", ".yml"];

/** The parts of a checker in the addon, which callers cannot reach. */
const parts = new WeakMap<Checker, { checker: AddonChecker; schema: AddonSchema }>();

/** A contract or a schema that is compiled once, for any number of documents. */
export class Checker {
  constructor(schema: Schema, options: CheckerOptions = {}) {
    const { context, files } = knownOptions(options, ["context", "files"]);
    if (schema instanceof Checker) {
      if (context !== undefined || files !== undefined) throw new TypeError("a Checker has its own context and files");
      parts.set(this, part(schema));
    } else if (isContract(schema)) {
      if (files !== undefined) throw new TypeError("a contract contains all its files; use files with a schema");
      const known = context === undefined ? undefined : toJson("context", context);
      const native = nativeSchema(schema);
      parts.set(this, { checker: called(() => AddonChecker.contract(schema, known)), schema: native });
    } else {
      if (context !== undefined) throw new TypeError("a schema has no rules, so it does not support a context");
      const native = nativeSchema(schema, files);
      parts.set(this, { checker: called(() => AddonChecker.schema(native)), schema: native });
    }
  }

  /** Returns the report of a document. */
  check(document: Document, options: CheckOptions = {}): Report {
    return new Report(part(this).checker.check(fileName(options), documentBytes(document)));
  }

  /** Returns the message for the model that wrote an invalid document, or `null` if the document is valid. */
  repair(document: Document): string | null {
    return part(this).checker.repair(documentBytes(document));
  }
}

/** Returns the name of a document. */
export function fileName(options: CheckOptions): string {
  return name("file", knownOptions(options, ["file"]).file ?? "<text>");
}

const contracts = new Map<string, Checker>();

/** Returns the checker of a schema in the addon. */
export function native(schema: Schema): AddonChecker {
  return part(checker(schema)).checker;
}

/** Returns the checker of a schema. Checkers of contracts are kept, because there are few names. */
export function checker(schema: Schema): Checker {
  if (schema instanceof Checker) return schema;
  if (!isContract(schema)) return new Checker(schema);
  const known = contracts.get(schema) ?? new Checker(schema);
  contracts.set(schema, known);
  return known;
}

/** Returns a schema for a comparison, which does not need to compile. */
export function nativeSchema(schema: Schema, files?: CheckerOptions["files"]): AddonSchema {
  if (schema instanceof Checker) return part(schema).schema;
  if (isContract(schema)) return called(() => AddonSchema.contract(name("schema", schema)));
  const path = pathOf(schema);
  if (path === undefined) {
    const texts = schemaTexts(schema, files ?? {});
    return called(() => AddonSchema.ofTexts(ROOT, texts));
  }
  if (files !== undefined) {
    throw new TypeError("a path finds the files that the schema refers to; use files with an object or bytes");
  }
  return called(() => AddonSchema.file(name("schema", path)));
}

function isContract(schema: Schema): schema is string {
  if (typeof schema !== "string") return false;
  const file = schema.split("#", 1)[0] ?? "";
  return !FILE_ENDINGS.some((ending) => schema.endsWith(ending) || file.endsWith(ending));
}

function pathOf(schema: Schema): string | undefined {
  if (typeof schema === "string") return schema;
  if (!(schema instanceof URL)) return undefined;
  if (schema.protocol !== "file:") throw new TypeError(`schema must be a file URL, not ${schema.protocol}`);
  return fileURLToPath(schema);
}

function part(checker: Checker): { checker: AddonChecker; schema: AddonSchema } {
  const known = parts.get(checker);
  if (known === undefined) throw new TypeError("create a Checker with new Checker(…)");
  return known;
}

/** Returns the sources of a schema and of the schemas that it refers to, the schema first. */
function schemaTexts(schema: unknown, files: NonNullable<CheckerOptions["files"]>): AddonText[] {
  if (!isObject(files)) throw new TypeError(`files must be an object of schemas by path, not ${kind(files)}`);
  if (Object.hasOwn(files, ROOT)) throw new TypeError(`${ROOT} is the name of the schema itself`);
  const others = Object.entries(files).map(([path, other]) => ({ path: name("path", path), text: schemaBytes(other) }));
  return [{ path: ROOT, text: schemaBytes(schema) }, ...others];
}

function schemaBytes(schema: unknown): Uint8Array {
  if (types.isUint8Array(schema)) return unshared(schema);
  const object = fromLibrary(schema) ?? schema;
  if (isObject(object)) return Buffer.from(toJson("schema", object));
  const ways = "the name of a contract, a path, an object, a Uint8Array, a Zod schema or a Checker";
  throw new TypeError(`schema must be ${ways}, not ${kind(schema)}`);
}

/** Returns the JSON Schema of a library's schema, or `undefined` for any other value. */
function fromLibrary(schema: unknown): unknown {
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null || !("~standard" in schema)) return undefined;
  const { vendor, jsonSchema } = (schema as StandardSchema)["~standard"] as Partial<StandardSchema["~standard"]>;
  if (typeof jsonSchema?.input !== "function") {
    throw new TypeError(`this schema of ${String(vendor)} does not convert itself; pass its JSON Schema, such as z.toJSONSchema(schema)`);
  }
  return attempt("schema", () => jsonSchema.input({ target: "draft-2020-12" }));
}
