/** What callers give, as the addon takes it; a wrong argument is a `TypeError`. */
import { types } from "node:util";

/** A document, or a part of one: a text, or its bytes as they were read. */
export type Text = string | Uint8Array;

/** A JSON object. */
export type JsonObject = { readonly [member: string]: unknown };

/** Whether a value is an object that JSON writes with braces. */
export function isObject(value: unknown): value is JsonObject {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The bytes of a document; halves of surrogates become bytes that are no text, which a report names. */
export function bytes(text: Text): Uint8Array {
  if (typeof text === "string") return text.isWellFormed() ? Buffer.from(text) : withHalves(text);
  if (!types.isUint8Array(text)) throw new TypeError(`a document is a text or a Uint8Array, not ${kind(text)}`);
  // Another thread could write into shared memory while it is read.
  return types.isSharedArrayBuffer(text.buffer) ? new Uint8Array(text) : text;
}

/** The JSON text of an object. */
export function written(what: string, value: JsonObject): string {
  if (!isObject(value)) throw new TypeError(`${what} is an object, not ${kind(value)}`);
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`${what} is an object that JSON can write`);
  return text;
}

/** A name, which the addon would change if it had half of a surrogate pair. */
export function name(what: string, value: string): string {
  if (typeof value !== "string") throw new TypeError(`${what} is a text, not ${kind(value)}`);
  if (!value.isWellFormed()) throw new TypeError(`${what} has half of a surrogate pair`);
  return value;
}

/** A choice that is false if it is not made. */
export function flag(what: string, value: boolean | undefined): boolean {
  if (value !== undefined && typeof value !== "boolean") throw new TypeError(`${what} is true or false, not ${kind(value)}`);
  return value ?? false;
}

/** Options, each with a known name. */
export function options<T extends object>(given: T, known: readonly (keyof T & string)[]): T {
  if (!isObject(given)) throw new TypeError(`options are an object, not ${kind(given)}`);
  const unknown = Object.keys(given).find((key) => !(known as readonly string[]).includes(key));
  if (unknown !== undefined) throw new TypeError(`there is no option ${JSON.stringify(unknown)}: ${known.join(", ")}`);
  return given;
}

/** The kind of a value, for messages. */
export function kind(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : typeof value;
}

/** UTF-8 in which halves of surrogates have three bytes each, as no UTF-8 has them. */
function withHalves(text: string): Uint8Array {
  const halves = /[\ud800-\udfff]/u;
  const parts = text.split(/([\ud800-\udfff])/u).map((part) => {
    if (!halves.test(part)) return Buffer.from(part);
    const half = part.charCodeAt(0);
    return Buffer.from([0xe0 | (half >> 12), 0x80 | ((half >> 6) & 0x3f), 0x80 | (half & 0x3f)]);
  });
  return Buffer.concat(parts);
}
