import type { FieldError, RefusalCode } from '@gatehouse/contract';

/** What a refusal may carry beside its code. */
export interface RefusalOptions {
  /** What happened this time, for people; the code's title stands in when it is absent. */
  readonly detail?: string;
  /** Seconds after which another try makes sense (`Retry-After`). */
  readonly retryAfterSeconds?: number;
  /** The fields that do not fit, for `input_invalid`. */
  readonly errors?: readonly FieldError[];
}

/** A refusal on its way to the one translator (`problem.ts`). Expected, and so without a stack in the log. */
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

/** Ends the request with a refusal of the contract. @throws {Refusal} always. */
export function refuse(code: RefusalCode, options?: RefusalOptions): never {
  throw new Refusal(code, options);
}
