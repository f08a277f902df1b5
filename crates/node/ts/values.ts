/** Converts arguments to what the addon accepts. An argument of a wrong type is a `TypeError`. */
import { types } from "node:util";

import { refuseCall } from "../native/index.js";
import { called, PlanwrightError } from "./report.js";

/** A document or an answer of a model: a string, or the bytes of a file. */
export type Document = string | Uint8Array;

/** A JSON object. */
export type JsonObject = { readonly [property: string]: unknown };

/** Returns whether a value is an object that JSON writes with braces. */
export function isObject(value: unknown): value is JsonObject {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns the bytes of a document. A lone surrogate becomes bytes that are not UTF-8, which a report names. */
export function documentBytes(document: Document): Uint8Array {
  if (typeof document === "string") return document.isWellFormed() ? Buffer.from(document) : withSurrogates(document);
  if (!types.isUint8Array(document)) throw new TypeError(`document must be a string or a Uint8Array, not ${kind(document)}`);
  return unshared(document);
}

/** Returns bytes that no other thread can change while they are read. */
export function unshared(bytes: Uint8Array): Uint8Array {
  return types.isSharedArrayBuffer(bytes.buffer) ? new Uint8Array(bytes) : bytes;
}

/** Returns an object as JSON. */
export function toJson(what: string, value: JsonObject): string {
  if (!isObject(value)) throw new TypeError(`${what} must be an object, not ${kind(value)}`);
  const json = attempt(what, () => JSON.stringify(value) as string | undefined);
  return json ?? failed(`${what} is not JSON: its toJSON() returns nothing`);
}

/** Calls code of the caller's objects. Its errors become a `PlanwrightError`. */
export function attempt<T>(what: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    // The engine prints a circle on several lines.
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    return failed(`${what} is not JSON: ${reason}`, error);
  }
}

function failed(reason: string, cause?: unknown): never {
  try {
    called(() => refuseCall(reason));
  } catch (error) {
    if (error instanceof PlanwrightError && cause !== undefined) error.cause = cause;
    throw error;
  }
  throw new Error(reason);
}

/** Returns a name. The addon would change a lone surrogate in it. */
export function name(what: string, value: string): string {
  if (typeof value !== "string") throw new TypeError(`${what} must be a string, not ${kind(value)}`);
  if (!value.isWellFormed()) throw new TypeError(`${what} has a lone surrogate`);
  return value;
}

/** Returns an option that is false by default. */
export function flag(what: string, value: boolean | undefined): boolean {
  if (value !== undefined && typeof value !== "boolean") throw new TypeError(`${what} must be true or false, not ${kind(value)}`);
  return value ?? false;
}

/** Returns options after a check that each has a known name. */
export function knownOptions<T extends object>(options: T, known: readonly (keyof T & string)[]): T {
  if (!isObject(options)) throw new TypeError(`options must be an object, not ${kind(options)}`);
  const unknown = Object.keys(options).find((key) => !(known as readonly string[]).includes(key));
  if (unknown !== undefined) throw new TypeError(`unknown option ${JSON.stringify(unknown)}; expected one of ${known.join(", ")}`);
  return options;
}

/** Returns the kind of a value, for messages. */
export function kind(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value !== "object") return typeof value;
  const constructor: unknown = value.constructor;
  return typeof constructor === "function" && constructor !== Object ? `an object of the class ${constructor.name}` : "an object";
}

/** Returns UTF-8 in which each lone surrogate has three bytes, which is invalid. */
function withSurrogates(text: string): Uint8Array {
  const surrogate = /[\ud800-\udfff]/u;
  const parts = text.split(/([\ud800-\udfff])/u).map((part) => {
    if (!surrogate.test(part)) return Buffer.from(part);
    const code = part.charCodeAt(0);
    return Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]);
  });
  return Buffer.concat(parts);
}
