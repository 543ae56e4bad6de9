import { readFile } from 'node:fs/promises';
import { codeOf } from './error-code.ts';

/** SQLSTATE of a wrong password. */
const INVALID_PASSWORD = '28P01';

/**
 * The password of a database role, from a file that an operator changes while the process runs, such as a mounted Secret
 * (K1). Every new connection reads it. During a rotation the file and the role differ for some time: then the password that
 * was accepted last is tried, too, so that no request fails between the change of the file and that of the role.
 */
export class PasswordFile {
  readonly #path: string;
  #written = '';
  #accepted: string | null = null;
  #rejected: string | null = null;
  /** Errors after which another known password may be accepted. */
  readonly #retryable = new WeakSet<Error>();

  constructor(path: string) {
    this.#path = path;
  }

  /** For the next connection, without the line's end. @throws {Error} when the file is missing or empty. */
  async read(): Promise<string> {
    const written = (await readFile(this.#path, 'utf8')).replace(/\r?\n$/, '');
    if (written === '') throw new Error(`${this.#path} is empty`);
    this.#written = written;
    return written === this.#rejected && this.#accepted !== null ? this.#accepted : written;
  }

  /** Call it with the outcome of each connection attempt. */
  report(password: string, error: Error | null): void {
    if (error === null) {
      this.#accepted = password;
      if (this.#rejected === password) this.#rejected = null;
    } else if (codeOf(error) === INVALID_PASSWORD) this.#reject(password, error);
  }

  #reject(password: string, error: Error): void {
    if (password === this.#accepted) {
      // The role has changed: what the file holds is due.
      this.#accepted = null;
      this.#rejected = null;
      this.#retryable.add(error);
      return;
    }
    this.#rejected = password;
    if (this.#accepted !== null || this.#written !== password) this.#retryable.add(error);
  }

  /** Whether an attempt that failed with this error may succeed with another known password. */
  isRetryable(error: unknown): boolean {
    return error instanceof Error && this.#retryable.has(error);
  }
}
