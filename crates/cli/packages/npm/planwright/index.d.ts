/** A change that mends a finding: an operation of RFC 6902, or edits of the text, which count bytes. */
export type Patch = { safe: boolean } & (
  | { op: "add" | "replace"; path: string; value: unknown }
  | { op: "remove"; path: string }
  | { op: "move"; from: string; path: string }
  | { op: "text"; edits: { start: number; end: number; with: string }[] }
);

/** One finding; lines and columns count from 1, the end is exclusive. */
export interface Diagnostic {
  code: string;
  severity: "error" | "warning" | "note";
  pointer: string;
  file: string;
  line: number | null;
  column: number | null;
  end_line: number | null;
  end_column: number | null;
  message: string;
  help: string | null;
  patches?: Patch[];
}

/** The report of one document. */
export interface Report {
  file: string;
  valid: boolean;
  diagnostics: Diagnostic[];
}

/** What a document is checked against: a contract, or a schema file. */
export interface CheckOptions {
  contract?: string;
  schema?: string;
  snapshot?: string;
  context?: string;
}

/** The program could not do its work. */
export class PlanwrightError extends Error {}

/** The path of the program. */
export function program(): string;

/** Runs the program with these arguments; `input` goes to its standard input. */
export function run(args: string[], input?: string): { code: number; output: string; errors: string };

/** Checks one document, as its text. */
export function check(text: string, options: CheckOptions): Report;

/** What to tell the model that wrote a refused document; `null` if it passes. */
export function repair(text: string, options: Pick<CheckOptions, "contract" | "schema">): string | null;
