import { queryableOf } from '@gatehouse/boundary';
import { createLogger } from '@gatehouse/runtime';
import { createTestDatabase, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { measureQueue } from '#services/identity/src/mail/outbox.ts';
import { OutboxDispatcher } from '#services/identity/src/mail/outbox-dispatcher.ts';
import { createIdentityPool } from '#support/identity-pool.ts';
import { waitFor } from '#support/wait-for.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
beforeEach(async () => {
  await database.query('delete from identity.mail_outbox');
  pool = createIdentityPool(database, { maxConnections: 4 });
});
afterAll(() => database.stop());

const log = createLogger({ service: 'outbox-test', level: 'silent' });
const unsubscribeLinks = () => ({ oneClick: 'https://x.test/a', page: '/b', settings: '/c' });

/** A mail server: each recipient's mail hangs until it is released, fails, or is accepted. */
class MailServer {
  readonly taken: string[] = [];
  readonly hanging = new Map<string, () => void>();
  most = 0;
  readonly #behave: (to: string) => 'take' | 'hang' | 'fail';

  constructor(behave: (to: string) => 'take' | 'hang' | 'fail' = () => 'take') {
    this.#behave = behave;
  }

  readonly transport = async ({ to }: { to: string }): Promise<void> => {
    const how = this.#behave(to);
    if (how === 'fail') throw Object.assign(new Error('550'), { code: 'EENVELOPE' });
    if (how === 'hang') {
      await new Promise<void>((resolve) => {
        this.hanging.set(to, resolve);
        this.most = Math.max(this.most, this.hanging.size);
      });
      this.hanging.delete(to);
    }
    this.taken.push(to);
  };

  letAllGo(): void {
    for (const go of this.hanging.values()) go();
  }
}

const dispatchers: { server: MailServer; dispatcher: OutboxDispatcher }[] = [];
function start(server: MailServer): OutboxDispatcher {
  const dispatcher = new OutboxDispatcher(queryableOf(pool), server.transport, {
    log,
    unsubscribeLinks,
    pollMillis: 2000,
  });
  dispatchers.push({ server, dispatcher });
  dispatcher.wake();
  return dispatcher;
}
afterEach(async () => {
  for (const { server, dispatcher } of dispatchers.splice(0)) {
    const stopped = dispatcher.stop();
    const timer = setInterval(() => server.letAllGo(), 5);
    await stopped;
    clearInterval(timer);
  }
  await pool.end();
});

const queue = (recipients: readonly string[], priority: 'security' | 'ordinary' = 'ordinary') =>
  database.query(
    `insert into identity.mail_outbox (to_address, subject, text_body, html_body, priority)
     select one, 'Subject', 'Text', 'Html', $2 from unnest($1::text[]) with ordinality as r (one, n) order by n`,
    [recipients, priority === 'security' ? 0 : 1],
  );
const many = (count: number, domainOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `person${index}@${domainOf(index)}`);
const rowOf = async (to: string) =>
  (
    await database.query<{
      attempts: number;
      sent_at: Date | null;
      drop_reason: string | null;
      text_body: string;
    }>('select attempts, sent_at, drop_reason, text_body from identity.mail_outbox where to_address = $1', [
      to,
    ])
  )[0];
const until = (condition: () => boolean) => waitFor(() => (condition() ? true : undefined));

describe('the outbox', () => {
  test('F9: sends several at a time, and security mail first', async () => {
    const server = new MailServer(() => 'hang');
    await queue(many(20, (index) => `ordinary${index}.test`));
    await queue(
      many(3, (index) => `security${index}.test`),
      'security',
    );
    start(server);
    await until(() => server.hanging.size === 9);
    expect([...server.hanging.keys()].filter((to) => to.includes('security'))).toHaveLength(3);
    const { size } =
      (await measureQueue(queryableOf(pool))).find(({ priority }) => priority === 'ordinary') ?? {};
    expect(size).toBe(20);
  });

  test('F9: security mail goes out while every attempt at ordinary mail hangs', async () => {
    const server = new MailServer((to) => (to.includes('ordinary') ? 'hang' : 'take'));
    await queue(many(20, (index) => `ordinary${index}.test`));
    const dispatcher = start(server);
    await until(() => server.hanging.size === 6);
    await queue(
      many(12, (index) => `security${index}.test`),
      'security',
    );
    dispatcher.wake();
    await until(() => server.taken.length === 12);
    expect(server.most).toBe(6);
  });

  test('F9: an instance that is woken while all its attempts run goes on when they end', async () => {
    const server = new MailServer(() => 'hang');
    await queue(
      many(30, (index) => `security${index}.test`),
      'security',
    );
    const dispatcher = start(server);
    await until(() => server.hanging.size === 10);
    // The dispatcher has ended its round of claims by now: this wake finds no attempt free.
    await new Promise((resolve) => setImmediate(resolve));
    dispatcher.wake();
    await until(() => {
      server.letAllGo();
      return server.taken.length === 30;
    });
    expect(server.most).toBe(10);
  });

  test('F9: one slow recipient domain does not hold up the others', async () => {
    const server = new MailServer((to) => (to.endsWith('@slow.test') ? 'hang' : 'take'));
    await queue(
      many(40, () => 'slow.test'),
      'security',
    );
    await queue(
      many(40, (index) => `quick${index % 3}.test`),
      'security',
    );
    start(server);
    await until(() => server.taken.length === 40);
    expect(server.most).toBe(4);
  });

  test('F9: mail that no server takes is tried again, ever more rarely, and blocks no other', async () => {
    const server = new MailServer((to) => (to.includes('poison') ? 'fail' : 'take'));
    await queue(many(30, (index) => `poison${index}.test`));
    await queue(many(10, (index) => `sound${index}.test`));
    const dispatcher = start(server);
    await until(() => server.taken.length === 10);
    // Postponed by seconds: a claim that is not settled ends after two minutes.
    await waitFor(async () => {
      const [unsettled] = await database.query(
        `select from identity.mail_outbox
          where sent_at is null and (attempts = 0 or next_attempt_at > now() + interval '60 seconds') limit 1`,
      );
      return unsettled === undefined ? true : undefined;
    });
    await database.query('update identity.mail_outbox set next_attempt_at = now() where sent_at is null');
    await queue(['late@sound.test']);
    dispatcher.wake();
    await until(() => server.taken.includes('late@sound.test'));
    await waitFor(async () => ((await rowOf('person0@poison0.test'))?.attempts === 2 ? true : undefined));
    const delay = async () =>
      (
        await database.query<{ seconds: number }>(
          `select extract(epoch from next_attempt_at - now())::float8 as seconds from identity.mail_outbox
            where to_address = 'person0@poison0.test'`,
        )
      )[0]?.seconds ?? 0;
    await waitFor(async () => ((await delay()) < 11 ? true : undefined));
    expect(await delay()).toBeGreaterThan(5);
  });

  test('a mail that no server has taken for three days is dropped, and its text with it', async () => {
    const server = new MailServer(() => 'fail');
    await queue(['unknown@poison.test']);
    await database.query("update identity.mail_outbox set send_after = now() - interval '73 hours'");
    start(server);
    await waitFor(async () => ((await rowOf('unknown@poison.test'))?.drop_reason != null ? true : undefined));
    expect(await rowOf('unknown@poison.test')).toMatchObject({
      drop_reason: 'too_old',
      sent_at: null,
      text_body: '',
    });
  });

  test('F9: two instances send each mail once', async () => {
    const [one, other] = [new MailServer(() => 'hang'), new MailServer(() => 'hang')];
    const recipients = many(200, (index) => `domain${index % 40}.test`);
    await queue(recipients);
    start(one);
    start(other);
    await until(() => one.hanging.size > 0 && other.hanging.size > 0);
    const releasing = setInterval(() => {
      one.letAllGo();
      other.letAllGo();
    }, 1);
    await waitFor(async () => {
      const [left] = await database.query('select 1 from identity.mail_outbox where sent_at is null');
      return left === undefined ? true : undefined;
    }).finally(() => clearInterval(releasing));
    expect([...one.taken, ...other.taken].toSorted()).toEqual(recipients.toSorted());
  });

  test('a mail whose instance died is sent by another, when its claim has ended', async () => {
    const [dead, alive] = [new MailServer(() => 'hang'), new MailServer()];
    await queue(['claimed@made.test']);
    const died = start(dead);
    await until(() => dead.hanging.size === 1);
    // It claims nothing more, and its attempt never ends.
    void died.stop();
    await until(() => pool.idleCount === pool.totalCount);
    await queue(['other@made.test']);
    const dispatcher = start(alive);
    await until(() => alive.taken.length === 1);
    expect(alive.taken).toEqual(['other@made.test']);
    await database.query(
      "update identity.mail_outbox set next_attempt_at = now() where to_address = 'claimed@made.test'",
    );
    dispatcher.wake();
    await until(() => alive.taken.length === 2);
    expect(alive.taken).toEqual(['other@made.test', 'claimed@made.test']);
  });

  test('a mail that is held back is not sent before its time, and one that was dropped is not sent at all', async () => {
    const server = new MailServer();
    await queue(['later@made.test', 'dropped@made.test', 'now@made.test']);
    await database.query(
      "update identity.mail_outbox set next_attempt_at = now() + interval '1 minute' where to_address like 'later@%'",
    );
    await database.query(
      "update identity.mail_outbox set dropped_at = now(), drop_reason = 'undone' where to_address like 'dropped@%'",
    );
    start(server);
    await until(() => server.taken.length === 1);
    expect(server.taken).toEqual(['now@made.test']);
    const sent = await waitFor(async () => {
      const row = await rowOf('now@made.test');
      return row?.sent_at == null ? undefined : row;
    });
    expect(sent).toMatchObject({ attempts: 1, text_body: '' });
  });
});
