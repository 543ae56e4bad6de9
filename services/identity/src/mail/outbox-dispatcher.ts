import { type Logger, observeGauges } from '@gatehouse/runtime';
import type { Pool } from 'pg';
import { type ClaimBounds, type ClaimedMail, claimMail, markSent, measureQueue, putOff } from './outbox.ts';
import type { MailTransport } from './transport.ts';

const POLL_MILLIS = 2000;

/** Attempts at the same time. Each bound leaves attempts free for what it does not count. */
const MOST_AT_ONCE = { all: 10, ordinary: 6, repeated: 3, toOneDomain: 4 };

/** An attempt that takes longer has failed; shorter than a claim lasts. */
const ATTEMPT_MILLIS = 60_000;

/**
 * Sends the mail of the outbox: at once when woken after a commit, and every few seconds for mail of other services, of
 * retries, and of delays. Several at a time, security first; a slow recipient domain, repeated failures and ordinary mail
 * each have a bounded share. Every mail is sent at least once: one that the server took just before this process died is
 * sent again.
 */
export class OutboxDispatcher {
  readonly #pool: Pool;
  readonly #transport: MailTransport | null;
  readonly #log: Logger;
  readonly #running = new Map<Promise<void>, RunningAttempt>();
  #timer: NodeJS.Timeout | undefined;
  #filling: Promise<void> | null = null;
  #isWoken = false;
  #isStopped = false;

  constructor(pool: Pool, transport: MailTransport | null, log: Logger) {
    this.#pool = pool;
    this.#transport = transport;
    this.#log = log;
  }

  start(): void {
    this.#observe();
    if (this.#transport === null) return;
    this.#timer = setInterval(() => this.wake(), POLL_MILLIS);
  }

  /** Looks into the outbox now. Returns at once. */
  wake(): void {
    if (this.#transport === null || this.#isStopped) return;
    this.#isWoken = true;
    this.#filling ??= this.#fill(this.#transport).then(() => {
      this.#filling = null;
      // A wake that came after the last look.
      if (this.#isWoken) this.wake();
    });
  }

  /** Claims no more, and finishes the attempts that have begun. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#filling;
    await Promise.all(this.#running.keys());
  }

  async #fill(transport: MailTransport): Promise<void> {
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false;
      try {
        while (!this.#isStopped && this.#running.size < MOST_AT_ONCE.all) {
          const mail = await claimMail(this.#pool, this.#bounds());
          if (mail === null) break;
          this.#begin(mail, transport);
        }
      } catch (error) {
        this.#log.warn({ err: error }, 'could not look into the outbox');
      }
    }
  }

  #begin(mail: ClaimedMail, transport: MailTransport): void {
    const attempt = this.#attempt(mail, transport);
    this.#running.set(attempt, { mail, domain: domainOf(mail.to) });
    void attempt.then(() => {
      this.#running.delete(attempt);
      // Its end may make room for a mail that the bounds have held back.
      this.wake();
    });
  }

  #bounds(): ClaimBounds {
    const running = [...this.#running.values()];
    const byDomain = Map.groupBy(running, ({ domain }) => domain);
    return {
      isSecurityOnly: running.filter(({ mail }) => mail.priority !== 0).length >= MOST_AT_ONCE.ordinary,
      isFirstAttemptOnly: running.filter(({ mail }) => mail.attempts > 1).length >= MOST_AT_ONCE.repeated,
      busyDomains: [...byDomain]
        .filter(([, attempts]) => attempts.length >= MOST_AT_ONCE.toOneDomain)
        .map(([domain]) => domain),
    };
  }

  /** Never rejects: a mail that can be neither marked nor put off is tried again when its claim ends. */
  async #attempt(mail: ClaimedMail, transport: MailTransport): Promise<void> {
    try {
      if (await this.#send(mail, transport)) await markSent(this.#pool, mail);
      else await this.#putOff(mail);
    } catch (error) {
      this.#log.warn({ err: error, mail_id: mail.id }, 'could not record the attempt of a mail');
    }
  }

  async #send({ id, to, subject, text, html }: ClaimedMail, transport: MailTransport): Promise<boolean> {
    try {
      await withinTime(transport({ to, subject, text, html }));
      return true;
    } catch (error) {
      // Not the error itself: mail servers repeat the address in their answers.
      const error_code = error instanceof Error && 'code' in error ? error.code : undefined;
      this.#log.warn({ error_code, mail_id: id }, 'a mail was not taken');
      return false;
    }
  }

  async #putOff(mail: ClaimedMail): Promise<void> {
    const delaySeconds = await putOff(this.#pool, mail);
    if (delaySeconds === null)
      this.#log.error({ mail_id: mail.id }, 'a mail was given up: no server took it');
  }

  #observe(): void {
    const names = ['gatehouse.mail.queue.size', 'gatehouse.mail.queue.age'] as const;
    observeGauges('@gatehouse/identity', names, async (observe) => {
      if (this.#isStopped) return;
      for (const { priority, size, ageSeconds } of await measureQueue(this.#pool)) {
        const attributes = { 'gatehouse.mail.priority': priority };
        observe('gatehouse.mail.queue.size', size, attributes);
        observe('gatehouse.mail.queue.age', ageSeconds, attributes);
      }
    });
  }
}

interface RunningAttempt {
  readonly mail: ClaimedMail;
  readonly domain: string;
}

function domainOf(address: string): string {
  return address.split('@')[1] ?? '';
}

/** @throws {Error} when the attempt takes too long. */
async function withinTime(attempt: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error('the attempt took too long'), { code: 'ETIMEDOUT' })),
      ATTEMPT_MILLIS,
    );
  });
  try {
    await Promise.race([attempt, late]);
  } finally {
    clearTimeout(timer);
  }
}
