/** Whoever waited for the answer has hung up: nothing more is done for the request, and nothing is answered. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';

  constructor() {
    super('the caller has gone');
  }
}

/** The connection on which somebody waits for an answer; a request's socket is one. */
export interface CallerConnection {
  readonly destroyed: boolean;
}

/** @throws {CallerGone} when nobody waits any more. Asked after each wait in a queue, before the work itself. */
export function requirePresent(caller: CallerConnection): void {
  if (caller.destroyed) throw new CallerGone();
}
