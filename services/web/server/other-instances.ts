import type { Logger } from '@gatehouse/runtime';
import { within } from '@gatehouse/runtime/within';
import { Client } from 'undici';

const ATTEMPTS = 4;
const ATTEMPT_MILLIS = 500;

const PASSED_ON = ['content-type', 'content-encoding', 'cache-control', 'vary'];

/** What an instance is asked for. */
export interface Question {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A file as an instance has sent it. */
export interface Asset {
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly bytes: Buffer;
}

/** The instances of the web tier behind one address: each new connection leads to any of them, also to this one. */
export class OtherInstances {
  readonly #origin: string;
  readonly #log: Logger;
  /** The connection to an instance that had an asset: it has the others of its release as well. */
  #known: Client | null = null;

  constructor({ url, log }: { url: string; log: Logger }) {
    this.#origin = new URL(url).origin;
    this.#log = log;
  }

  /** Asks four at most. @returns null: none of them had it. */
  async find(question: Question): Promise<Asset | null> {
    const asked = new Set<Client>();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const known = this.#known;
      const client = known === null || asked.has(known) ? new Client(this.#origin) : known;
      asked.add(client);
      const asset = await this.#ask(client, question);
      if (asset !== null) return asset;
    }
    return null;
  }

  async #ask(client: Client, question: Question): Promise<Asset | null> {
    try {
      const asset = await within(ATTEMPT_MILLIS, (signal) => read(client, question, signal));
      if (asset !== null && this.#known !== client) {
        void this.#known?.close();
        this.#known = client;
      }
      return asset;
    } catch (error) {
      if (this.#known === client) this.#known = null;
      // It may be stopping: the next attempt can reach another one.
      this.#log.warn({ err: error }, 'another instance did not answer whether it has an asset');
      return null;
    } finally {
      if (this.#known !== client) client.destroy();
    }
  }
}

async function read(
  client: Client,
  { path, headers: sent }: Question,
  signal: AbortSignal,
): Promise<Asset | null> {
  const { statusCode, headers, body } = await client.request({ method: 'GET', path, headers: sent, signal });
  const bytes = Buffer.from(await body.arrayBuffer());
  if (statusCode !== 200) return null;
  const passedOn = PASSED_ON.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { headers: Object.fromEntries(passedOn), bytes };
}
