import { Socket } from 'node:net';
import pg from 'pg';

/** `pg`'s settings of a connection, and how long it may be silent. */
export interface DatabaseClientConfig extends pg.ClientConfig {
  readonly silenceMillis: number;
}

/**
 * A connection that is given up when PostgreSQL owes an answer and nothing has come or gone for `silenceMillis`: its
 * queries fail with ETIMEDOUT. One timer for the connection's whole life. `pg`'s own `query_timeout` puts a timer and a
 * closure around each query, by which a query's rows outlive it until the next full collection: under load that was half
 * of all that the garbage collector did.
 */
export class DatabaseClient extends pg.Client {
  /** Whether every query that was sent has been answered. */
  declare readonly readyForQuery: boolean;

  readonly #socket: Socket;

  constructor({ silenceMillis, ...config }: DatabaseClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
    socket.setTimeout(silenceMillis);
    // Each time: `setTimeout` itself would listen once, and an idle connection is silent, too.
    socket.on('timeout', () => {
      if (this.readyForQuery) return;
      socket.destroy(Object.assign(new Error('PostgreSQL does not answer'), { code: 'ETIMEDOUT' }));
    });
  }

  /** What `send` asks leaves in one write. */
  together<T>(send: () => T): T {
    this.#socket.cork();
    try {
      return send();
    } finally {
      this.#socket.uncork();
    }
  }
}
