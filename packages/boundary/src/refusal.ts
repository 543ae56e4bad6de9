import type { EditConflict, FieldError, RefusalCode } from '@gatehouse/contract';

/** Details of a refusal. */
export interface RefusalOptions {
  /** What happened this time, as a sentence, and for `rate_limited` when to try again; default: the code's title. */
  readonly detail?: string;
  /** Seconds before a retry (`Retry-After`). */
  readonly retryAfterSeconds?: number;
  /** The invalid fields, for `input_invalid`. */
  readonly errors?: readonly FieldError[];
  /** The current version, for `edit_conflict`. */
  readonly conflict?: EditConflict;
}

/** A refused request; `problem.ts` translates it to HTTP. It is expected, so the log has no stack of it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly options: RefusalOptions;

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    super(code);
    this.code = code;
    this.options = options;
  }
}

/** Refuses the request with a code of the contract. @throws {Refusal} always. */
export function refuse(code: RefusalCode, options?: RefusalOptions): never {
  throw new Refusal(code, options);
}
