import type { Logger } from '@gatehouse/runtime';
import type { Pool, PoolClient } from 'pg';
import type { MailTransport } from './transport.ts';

/** Relies on mail_outbox_due_idx; other dispatchers skip what this one holds. */
const TAKE_DUE_MAIL = {
  name: 'take_due_mail',
  text: `select id, to_address, subject, text_body, html_body, attempts from identity.mail_outbox
          where sent_at is null and next_attempt_at <= now()
          order by next_attempt_at
          limit 1
            for update skip locked`,
};

/** The bodies hold tokens: they go with the mail. */
const MARK_SENT = {
  name: 'mark_mail_sent',
  text: `update identity.mail_outbox
            set sent_at = now(), attempts = attempts + 1, text_body = '', html_body = '' where id = $1`,
};

const PUT_OFF = {
  name: 'put_mail_off',
  text: `update identity.mail_outbox
            set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2) where id = $1`,
};

const POLL_MILLIS = 2000;
const LONGEST_DELAY_SECONDS = 3600;

/**
 * Sends what stands in the outbox: at once when woken after a commit, and every few seconds for what another instance or
 * an outage left. A mail that the server does not take is tried again, ever more rarely, and never lost.
 */
export class OutboxDispatcher {
  readonly #pool: Pool;
  readonly #transport: MailTransport | null;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #isWoken = false;
  #isStopped = false;

  constructor(pool: Pool, transport: MailTransport | null, log: Logger) {
    this.#pool = pool;
    this.#transport = transport;
    this.#log = log;
  }

  start(): void {
    if (this.#transport === null) return;
    this.#timer = setInterval(() => this.wake(), POLL_MILLIS);
  }

  /** Looks into the outbox now. Returns at once. */
  wake(): void {
    if (this.#transport === null || this.#isStopped) return;
    this.#isWoken = true;
    this.#running ??= this.#run(this.#transport);
  }

  /** Finishes the mail that is being sent. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #run(transport: MailTransport): Promise<void> {
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false;
      try {
        while (!this.#isStopped && (await this.#sendOne(transport)));
      } catch (error) {
        this.#log.warn({ err: error }, 'could not look into the outbox');
      }
    }
    this.#running = null;
  }

  /** @returns whether there was a due mail. */
  async #sendOne(transport: MailTransport): Promise<boolean> {
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      const isFound = await this.#sendDue(client, transport);
      await client.query('commit');
      client.release();
      return isFound;
    } catch (error) {
      client.release(error instanceof Error ? error : true);
      throw error;
    }
  }

  async #sendDue(client: PoolClient, transport: MailTransport): Promise<boolean> {
    const { rows } = await client.query(TAKE_DUE_MAIL);
    const row = rows[0];
    if (row === undefined) return false;
    const { id, to_address, subject, text_body, html_body, attempts } = row;
    try {
      await transport({ to: to_address, subject, text: text_body, html: html_body });
      await client.query({ ...MARK_SENT, values: [id] });
    } catch (error) {
      const delaySeconds = Math.min(LONGEST_DELAY_SECONDS, 5 * 2 ** attempts);
      // Not the error itself: mail servers repeat the address in their answers.
      const error_code = error instanceof Error && 'code' in error ? error.code : undefined;
      this.#log.warn({ error_code, mail_id: id, delay_seconds: delaySeconds }, 'a mail was not taken');
      await client.query({ ...PUT_OFF, values: [id, delaySeconds] });
    }
    return true;
  }
}
