import { type Dispatcher, getGlobalDispatcher } from 'undici';
import type { HttpAnswer } from './api-answer.ts';

/** What a fetch would follow. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Sends a GET over the shared connections of this process. No redirect is followed, nothing is decompressed, and no header is
 * sent but those given. A `fetch` would do the same for several times the processor time, and that is much of a document's.
 * @param limitMillis for the whole of it, from the wait for a connection to the end of the body.
 * @throws {Error} when there is no whole answer within the limit, or it is a redirect.
 */
export function getFromServer(
  address: string,
  { headers, limitMillis }: { headers: Record<string, string>; limitMillis: number },
): Promise<HttpAnswer> {
  const { origin, pathname, search } = new URL(address);
  return new Promise((resolve, reject) => {
    const exchange = new Exchange({ limitMillis, onAnswer: resolve, onFailure: reject });
    getGlobalDispatcher().dispatch(
      { origin, path: `${pathname}${search}`, method: 'GET', headers },
      exchange,
    );
  });
}

/** Hears of one request's progress, and gives it up when its time is over. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #onAnswer: (answer: HttpAnswer) => void;
  readonly #onFailure: (error: Error) => void;
  readonly #limit: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #overdue: Error | undefined;
  #status = 0;

  constructor({
    limitMillis,
    onAnswer,
    onFailure,
  }: {
    limitMillis: number;
    onAnswer: (answer: HttpAnswer) => void;
    onFailure: (error: Error) => void;
  }) {
    this.#onAnswer = onAnswer;
    this.#onFailure = onFailure;
    this.#limit = setTimeout(() => {
      this.#overdue = new Error(`no whole answer within ${limitMillis} ms`);
      this.#controller?.abort(this.#overdue);
      onFailure(this.#overdue);
    }, limitMillis);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It has waited for a connection until nobody waited for its answer any more.
    if (this.#overdue !== undefined) controller.abort(this.#overdue);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (REDIRECTS.has(status)) controller.abort(new Error(`a redirect, ${status}`));
    else this.#status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.#limit);
    const status = this.#status;
    const ok = status >= 200 && status < 300;
    this.#onAnswer({ ok, status, text: () => Buffer.concat(this.#chunks).toString() });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#limit);
    this.#onFailure(error);
  }
}
