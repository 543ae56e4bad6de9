import type { Queryable } from '@gatehouse/boundary';
import { codeOf, type Logger, observeGauges } from '@gatehouse/runtime';
import { within } from '@gatehouse/runtime/within';
import {
  type ClaimBounds,
  type ClaimedMail,
  claimMail,
  dropOutdated,
  dropUnwanted,
  markSent,
  measureQueue,
  postpone,
} from './outbox.ts';
import type { MailTransport } from './transport.ts';
import { isUnwanted, type MakeUnsubscribeLinks, withLinks } from './unsubscribable.ts';

/** Concurrent attempts. Each limit leaves slots free for the mail that it does not count. */
const MAX_CONCURRENT = { all: 10, ordinary: 6, repeated: 3, toOneDomain: 4 };

/** Shorter than a claim. */
const ATTEMPT_TIMEOUT_MILLIS = 60_000;

/**
 * Sends the mail of the outbox: immediately when woken after a commit, and every few seconds for other services' mail,
 * retries and delayed mail. Sends several concurrently, security mail first; a slow recipient domain, retries and ordinary
 * mail each have a bounded share. Each mail is sent at least once: if the process dies after the server has accepted a
 * mail, the mail is sent again.
 */
export class OutboxDispatcher {
  readonly #writes: Queryable;
  readonly #transport: MailTransport | null;
  readonly #log: Logger;
  readonly #unsubscribeLinks: MakeUnsubscribeLinks;
  readonly #pollMillis: number;
  readonly #running = new Map<Promise<void>, RunningAttempt>();
  #gauges: { stop(): void } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #filling: Promise<void> | null = null;
  #isWoken = false;
  #isStopped = false;

  constructor(
    writes: Queryable,
    transport: MailTransport | null,
    {
      log,
      unsubscribeLinks,
      pollMillis,
    }: { log: Logger; unsubscribeLinks: MakeUnsubscribeLinks; pollMillis: number },
  ) {
    this.#writes = writes;
    this.#transport = transport;
    this.#log = log;
    this.#unsubscribeLinks = unsubscribeLinks;
    this.#pollMillis = pollMillis;
  }

  start(): void {
    this.#observe();
    if (this.#transport === null) return;
    this.#timer = setInterval(() => this.wake(), this.#pollMillis);
  }

  /** Starts to send due mail; returns immediately. */
  wake(): void {
    if (this.#transport === null || this.#isStopped) return;
    this.#isWoken = true;
    this.#filling ??= this.#fill(this.#transport).then(() => {
      this.#filling = null;
      // Woken after the last query.
      if (this.#isWoken) this.wake();
    });
  }

  /** Claims no more mail, and waits for running attempts. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#gauges?.stop();
    clearInterval(this.#timer);
    await this.#filling;
    await Promise.all(this.#running.keys());
  }

  async #fill(transport: MailTransport): Promise<void> {
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false;
      try {
        while (!this.#isStopped && this.#running.size < MAX_CONCURRENT.all) {
          const mail = await claimMail(this.#writes, this.#bounds());
          if (mail === null) break;
          this.#begin(mail, transport);
        }
      } catch (error) {
        this.#log.warn({ err: error }, 'could not read the outbox');
      }
    }
  }

  #begin(mail: ClaimedMail, transport: MailTransport): void {
    const attempt = this.#attempt(mail, transport);
    this.#running.set(attempt, { mail, domain: domainOf(mail.to) });
    void attempt.then(() => {
      this.#running.delete(attempt);
      // A slot is free, perhaps for mail that a limit held back.
      this.wake();
    });
  }

  #bounds(): ClaimBounds {
    const running = [...this.#running.values()];
    const byDomain = Map.groupBy(running, ({ domain }) => domain);
    return {
      isSecurityOnly: running.filter(({ mail }) => mail.priority !== 0).length >= MAX_CONCURRENT.ordinary,
      isFirstAttemptOnly: running.filter(({ mail }) => mail.attempts > 1).length >= MAX_CONCURRENT.repeated,
      busyDomains: [...byDomain]
        .filter(([, attempts]) => attempts.length >= MAX_CONCURRENT.toOneDomain)
        .map(([domain]) => domain),
    };
  }

  /** Never rejects: a mail whose outcome cannot be recorded is retried when its claim expires. */
  async #attempt(mail: ClaimedMail, transport: MailTransport): Promise<void> {
    try {
      if (isUnwanted(mail)) await dropUnwanted(this.#writes, mail);
      else if (!mail.is_current) await dropOutdated(this.#writes, mail);
      else if (await this.#send(mail, transport)) await markSent(this.#writes, mail);
      else await this.#postpone(mail);
    } catch (error) {
      this.#log.warn({ err: error, mail_id: mail.id }, 'could not record the attempt of a mail');
    }
  }

  async #send(mail: ClaimedMail, transport: MailTransport): Promise<boolean> {
    try {
      const attempt = () => transport(withLinks(mail, this.#unsubscribeLinks));
      await within(ATTEMPT_TIMEOUT_MILLIS, attempt, timeoutError);
      return true;
    } catch (error) {
      // Not the error itself: mail servers repeat the address in their replies.
      this.#log.warn(
        { error_code: codeOf(error) || undefined, mail_id: mail.id },
        'the mail server did not accept a mail',
      );
      return false;
    }
  }

  async #postpone(mail: ClaimedMail): Promise<void> {
    const delaySeconds = await postpone(this.#writes, mail);
    if (delaySeconds === null)
      this.#log.error({ mail_id: mail.id }, 'a mail was dropped: no server accepted it for three days');
  }

  #observe(): void {
    const names = ['gatehouse.mail.queue.size', 'gatehouse.mail.queue.age'] as const;
    this.#gauges = observeGauges('@gatehouse/identity', names, async (observe) => {
      for (const { priority, size, ageSeconds } of await measureQueue(this.#writes)) {
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

const timeoutError = () => Object.assign(new Error('the attempt took too long'), { code: 'ETIMEDOUT' });
