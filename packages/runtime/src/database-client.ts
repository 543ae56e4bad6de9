import { Socket } from 'node:net';
import pg from 'pg';
import type { PasswordFile } from './password-file.ts';

/** `pg`'s settings of a connection, and how long it may be silent. */
export interface DatabaseClientConfig extends pg.ClientConfig {
  readonly silenceMillis: number;
  /** In place of the password in the URL. */
  readonly passwordFile?: PasswordFile | undefined;
}

/**
 * A connection that is closed when PostgreSQL owes an answer and nothing has come or gone for `silenceMillis`: its queries
 * fail with ETIMEDOUT (E4). `pg`'s own `query_timeout` would be wrong here, whatever it costs: it counts from the moment at which a
 * query is sent, so a read that waits behind slow ones in its pipeline would close the connection of all of them, although
 * PostgreSQL answers.
 */
export class DatabaseClient extends pg.Client {
  /** Whether every query that was sent has been answered. */
  declare readonly readyForQuery: boolean;

  readonly #passwordFile: PasswordFile | undefined;
  /** Null: PostgreSQL has asked for none. */
  #sentPassword: string | null = null;

  constructor({ silenceMillis, passwordFile, ...config }: DatabaseClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#passwordFile = passwordFile;
    // Here and not in the settings, where the URL's password, an empty one too, would replace it.
    if (passwordFile !== undefined) {
      Object.assign(this, { password: async () => (this.#sentPassword = await passwordFile.read()) });
    }
    socket.setTimeout(silenceMillis);
    // Each time: `setTimeout` itself would listen once, and an idle connection is silent, too.
    socket.on('timeout', () => {
      if (this.readyForQuery) return;
      socket.destroy(Object.assign(new Error('PostgreSQL does not answer'), { code: 'ETIMEDOUT' }));
    });
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<this> | undefined {
    if (callback === undefined) {
      return new Promise((resolve, reject) => {
        this.connect((error) => (error == null ? resolve(this) : reject(error)));
      });
    }
    super.connect((error: Error | null) => {
      if (this.#sentPassword !== null) this.#passwordFile?.report(this.#sentPassword, error ?? null);
      callback(error);
    });
    return undefined;
  }

  /** What `send` asks leaves in one write. */
  together<T>(send: () => T): T {
    // With TLS it is not the socket.
    const { stream } = this.connection;
    stream.cork();
    try {
      return send();
    } finally {
      stream.uncork();
    }
  }
}
