import type { Pool } from 'pg';

/**
 * Writes `last_seen_at` and the idle limit of sessions in use: one at a time, and no request waits for it. The facts say
 * when a write is due, which is at most once a minute for each session.
 */
export class SessionTouch {
  readonly #pool: Pool;
  readonly #statement: { readonly name: string; readonly text: string };
  readonly #idleLimitSeconds: number;
  readonly #onFailed: (error: unknown) => void;
  readonly #due = new Set<string>();
  #isRunning = false;

  constructor(
    pool: Pool,
    procedure: 'identity.touch_user_session' | 'identity.touch_admin_session',
    idleLimitSeconds: number,
    onFailed: (error: unknown) => void,
  ) {
    this.#pool = pool;
    this.#statement = { name: procedure, text: `select ${procedure}($1, make_interval(secs => $2))` };
    this.#idleLimitSeconds = idleLimitSeconds;
    this.#onFailed = onFailed;
  }

  /** Returns at once. A failed write is reported, and the session's next request schedules another. */
  schedule(sessionId: string): void {
    this.#due.add(sessionId);
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    for (const sessionId of this.#due) {
      try {
        await this.#pool.query({ ...this.#statement, values: [sessionId, this.#idleLimitSeconds] });
      } catch (error) {
        this.#onFailed(error);
      }
      this.#due.delete(sessionId);
    }
    this.#isRunning = false;
  }
}
