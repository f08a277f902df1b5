// Writes the JSON Schemas of Zod, each with a valid document, as JSON Lines.
import { readFileSync } from "node:fs";
import { z } from "zod";

const version = JSON.parse(readFileSync(new URL("node_modules/zod/package.json", import.meta.url))).version;
const cat = z.object({ kind: z.literal("cat"), lives: z.int() });
const dog = z.object({ kind: z.literal("dog"), good: z.boolean().default(true) });
const Node = z.object({ label: z.string(), get children() { return z.array(Node).default([]); } });
const List = z.object({ value: z.number(), get next() { return List.nullable(); } });
const Step = z.discriminatedUnion("op", [
  z.object({ op: z.literal("add"), value: z.int() }),
  z.object({ op: z.literal("loop"), times: z.int().positive(), get body() { return z.array(z.object({ op: z.literal("add"), value: z.int() })); } }),
]);
const address = z.object({ city: z.string(), zip: z.string().nullable() }).meta({ id: "Address" });

const all = {
  Plain: [z.object({ name: z.string(), age: z.int() }), { name: "a", age: 3 }],
  Optionals: [z.object({ name: z.string(), note: z.string().optional(), count: z.int().nullish() }), { name: "a", count: null }],
  Defaults: [z.object({ tags: z.array(z.string()).default([]), mode: z.enum(["a", "b"]).default("a") }), { tags: ["x"], mode: "b" }],
  Bounds: [z.object({ code: z.string().min(2).max(8).regex(/^[A-Z0-9]+$/), ratio: z.number().gt(0).lte(1), count: z.int().min(1).max(99).multipleOf(3) }), { code: "AB1", ratio: 0.5, count: 3 }],
  Arrays: [z.object({ many: z.array(z.string()).min(1).max(5), none: z.array(z.boolean()).nonempty() }), { many: ["a"], none: [true] }],
  Enums: [z.object({ color: z.enum(["red", "blue"]), level: z.literal([1, 2]), only: z.literal("a") }), { color: "red", level: 2, only: "a" }],
  Formats: [z.object({ id: z.uuid(), mail: z.email(), url: z.url(), at: z.iso.datetime(), day: z.iso.date(), ip: z.ipv4() }), { id: "12345678-1234-4234-8234-567812345678", mail: "a@example.org", url: "https://a.example", at: "2024-02-29T10:00:00Z", day: "2024-02-29", ip: "10.0.0.1" }],
  Discriminated: [z.object({ pet: z.discriminatedUnion("kind", [cat, dog]) }), { pet: { kind: "cat", lives: 9 } }],
  DiscriminatedList: [z.object({ pets: z.array(z.discriminatedUnion("kind", [cat, dog])) }), { pets: [{ kind: "dog", good: true }] }],
  SeveralTags: [z.object({ value: z.discriminatedUnion("kind", [z.object({ kind: z.literal(["a", "b"]), x: z.int() }), z.object({ kind: z.literal("c"), y: z.int() })]) }), { value: { kind: "b", x: 1 } }],
  NumberTags: [z.object({ value: z.discriminatedUnion("v", [z.object({ v: z.literal(1), x: z.int() }), z.object({ v: z.literal(2), y: z.int() })]) }), { value: { v: 2, y: 1 } }],
  Untagged: [z.object({ value: z.union([z.object({ a: z.int() }), z.object({ b: z.string() })]) }), { value: { a: 1 } }],
  Scalars: [z.object({ value: z.union([z.number(), z.string(), z.array(z.string()), z.null()]) }), { value: ["a"] }],
  Tree: [Node, { label: "a", children: [{ label: "b", children: [] }] }],
  Linked: [z.object({ head: List }), { head: { value: 1, next: { value: 2, next: null } } }],
  Records: [z.object({ counts: z.record(z.string(), z.int()), nested: z.record(z.string(), z.record(z.string(), z.number())) }), { counts: { a: 1 }, nested: { x: { y: 2.5 } } }],
  KeyedRecord: [z.object({ byColor: z.record(z.enum(["red", "blue"]), z.int()) }), { byColor: { red: 1, blue: 2 } }],
  PartialRecord: [z.object({ byColor: z.partialRecord(z.enum(["red", "blue"]), z.int()) }), { byColor: { red: 1 } }],
  Tuples: [z.object({ pair: z.tuple([z.string(), z.int()]), rest: z.tuple([z.string()], z.number()) }), { pair: ["a", 1], rest: ["a", 1, 2] }],
  Strict: [z.strictObject({ name: z.string() }), { name: "a" }],
  Loose: [z.looseObject({ name: z.string() }), { name: "a", extra: 1 }],
  CatchAll: [z.object({ name: z.string() }).catchall(z.number()), { name: "a", x: 1 }],
  Intersection: [z.object({ value: z.intersection(z.object({ a: z.int() }), z.object({ b: z.string() })) }), { value: { a: 1, b: "b" } }],
  Extended: [cat.extend({ name: z.string().describe("What it is called.") }), { kind: "cat", lives: 1, name: "a" }],
  Anything: [z.object({ any: z.any(), unknown: z.unknown() }), { any: [1], unknown: { a: null } }],
  Described: [z.object({ name: z.string().describe("Name.").meta({ title: "Name", examples: ["a"] }) }), { name: "a" }],
  Shared: [z.object({ home: address, work: address.optional() }), { home: { city: "a", zip: null } }],
  Program: [z.object({ steps: z.array(Step) }), { steps: [{ op: "add", value: 1 }, { op: "loop", times: 2, body: [{ op: "add", value: 3 }] }] }],
  Primitives: [z.object({ ok: z.boolean(), nothing: z.null(), big: z.int(), small: z.int32(), real: z.float64() }), { ok: true, nothing: null, big: 9007199254740991, small: 1, real: 0.5 }],
  Readonly: [z.object({ a: z.array(z.int()).readonly(), t: z.templateLiteral(["v", z.int()]), b: z.base64(), s: z.stringbool ? z.string().startsWith("x") : z.string() }), { a: [1], t: "v1", b: "YQ==", s: "xy" }],
};
const names = Object.keys(all);
if (names.length !== 30) throw new Error(`${names.length} schemas`);
for (const name of names) {
  const [schema, document] = all[name];
  schema.parse(document);
  const row = { name: `Zod${name}`, by: `zod ${version}`, schema: z.toJSONSchema(schema, { io: "input" }), documents: [document] };
  // Most vendors allow no undescribed properties.
  if (name === "Loose") Object.assign(row, { documents: [{ name: "a" }], undescribed: [document] });
  console.log(JSON.stringify(row));
}
