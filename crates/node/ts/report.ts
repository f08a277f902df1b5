/** Reports, and the errors that carry them. */

/** A change of a text that mends a finding, as `planwright check --format json` writes it. */
export interface Patch {
  readonly [member: string]: unknown;
}

/** One finding; lines and columns count from 1, the end is exclusive, and what is not known is absent. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly pointer?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly end_line?: number;
  readonly end_column?: number;
  readonly help?: string;
  readonly patches?: readonly Patch[];
}

/** What was found in one document. */
export class Report {
  readonly file: string;
  readonly valid: boolean;
  readonly diagnostics: readonly Diagnostic[];

  /** `json` is the entry of `planwright check --format json`. */
  constructor(readonly json: string) {
    const read = JSON.parse(json) as { file: string; valid: boolean; diagnostics: Diagnostic[] };
    this.file = read.file;
    this.valid = read.valid;
    this.diagnostics = read.diagnostics;
  }

  /** The findings for which a document is refused. */
  get errors(): readonly Diagnostic[] {
    return this.diagnostics.filter((found) => found.severity === "error");
  }

  /** The same report if the document passes; else throws `Refused`. */
  require(): this {
    if (!this.valid) throw new Refused(summary(this), this);
    return this;
  }
}

/** A call that could not be done; `report` has every finding. */
export class PlanwrightError extends Error {
  override readonly name: string = "PlanwrightError";

  constructor(
    message: string,
    readonly report: Report,
  ) {
    super(message);
  }
}

/** A document was refused; `report` has every finding. */
export class Refused extends PlanwrightError {
  override readonly name: string = "Refused";
}

function summary(report: Report): string {
  const errors = report.errors;
  const first = errors[0] ?? report.diagnostics[0];
  if (first === undefined) return `${report.file} was refused`;
  const place = first.line === undefined ? "" : `${first.file}:${first.line}:${first.column}: `;
  const more = errors.length < 2 ? "" : ` (and ${errors.length - 1} more)`;
  return `${place}${first.code}: ${first.message}${more}`;
}

/** Calls the addon; what it throws with a report becomes an error of `kind`, or a `PlanwrightError` if the call itself was wrong. */
export function called<T>(kind: typeof PlanwrightError, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "PLANWRIGHT") throw error;
    const thrown = JSON.parse(error.message) as { message: string; report: unknown };
    const report = new Report(JSON.stringify(thrown.report));
    const isCall = report.diagnostics.some((found) => found.code === "NOT_RUN");
    throw new (isCall ? PlanwrightError : kind)(thrown.message, report);
  }
}
