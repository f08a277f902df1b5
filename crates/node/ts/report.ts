/** Reports, and the errors that carry them. */

/** A change that fixes a finding, as `planwright check --format json` writes it. */
export interface Patch {
  readonly [property: string]: unknown;
}

/** One finding. Lines and columns count from 1, the end is exclusive, and unknown values are absent. */
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

/** The findings about one document. */
export class Report {
  readonly file: string;
  readonly valid: boolean;
  readonly diagnostics: readonly Diagnostic[];

  /** `json` is the entry of `planwright check --format json`, without the counts of fixable findings. */
  constructor(readonly json: string) {
    const read = JSON.parse(json) as { file: string; valid: boolean; diagnostics: Diagnostic[] };
    this.file = read.file;
    this.valid = read.valid;
    this.diagnostics = read.diagnostics;
  }

  /** The findings that make the document invalid. */
  get errors(): readonly Diagnostic[] {
    return this.diagnostics.filter((found) => found.severity === "error");
  }

  /** Returns the report if the document is valid. Throws `InvalidDocumentError` otherwise. */
  require(): this {
    if (!this.valid) throw new InvalidDocumentError(summary(this), this);
    return this;
  }
}

/** A call failed. `report` has every finding. */
export class PlanwrightError extends Error {
  override readonly name: string = "PlanwrightError";

  constructor(
    message: string,
    readonly report: Report,
  ) {
    super(message);
  }
}

/** The document of the call is invalid. `report` has every finding. */
export class InvalidDocumentError extends PlanwrightError {
  override readonly name: string = "InvalidDocumentError";
}

function summary(report: Report): string {
  const errors = report.errors;
  const first = errors[0] ?? report.diagnostics[0];
  if (first === undefined) return `${report.file} is invalid`;
  const place = first.line === undefined ? "" : `${first.file}:${first.line}:${first.column}: `;
  const more = errors.length < 2 ? "" : ` (and ${errors.length - 1} more)`;
  return `${place}${first.code}: ${first.message}${more}`;
}

/** Calls the addon, and converts its errors to errors with a report. */
export function called<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "PLANWRIGHT") throw error;
    const thrown = JSON.parse(error.message) as { message: string; report: unknown; isAboutDocument: boolean };
    const kind = thrown.isAboutDocument ? InvalidDocumentError : PlanwrightError;
    throw new kind(thrown.message, new Report(JSON.stringify(thrown.report)));
  }
}
