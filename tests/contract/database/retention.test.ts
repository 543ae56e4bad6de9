import { randomBytes } from 'node:crypto';
import { RETENTION_ROLE } from '@gatehouse/database/roles';
import type { DocumentStore, Logger } from '@gatehouse/runtime';
import { createTestDatabase, makeAdmin, makePerson, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { RETENTION_KINDS, runRetention } from '#packages/database/src/retention/run-retention.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
afterAll(() => database.stop());

interface Line {
  readonly kind: string;
  readonly removed?: number;
  readonly oldest_due_at?: Date | null;
  readonly err?: unknown;
}

/** A store that deletes what it is asked to; `document-store-outage.test.ts` has a real one. */
const documents = { deleteFolder: async () => {} } as unknown as DocumentStore;

/** One run, with its log lines by kind. */
async function run(batchSize?: number) {
  const lines: Line[] = [];
  const add = (line: Line) => lines.push(line);
  const log = { info: add, error: add } as unknown as Logger;
  const isComplete = await runRetention(
    database.roleUrl(RETENTION_ROLE),
    log,
    batchSize === undefined ? { documents } : { documents, batchSize },
  );
  return { isComplete, lines, lineOf: (kind: string) => lines.find((line) => line.kind === kind) };
}

const count = async (sql: string) => {
  const [row] = await database.query<{ count: number }>(`select count(*)::int as count from ${sql}`);
  return row?.count;
};

/** For each kind: SQL that adds a row which is due since `$1` (an interval; negative: not yet), and the rows to count. */
const ROWS: Readonly<Record<string, { readonly add: string; readonly table: string }>> = {
  account_deletions: {
    add: `insert into identity.users (email, name, deletion_requested_at, deletion_due_at)
          select u, u, now(), now() - $1::interval from cast(uuidv7() as text) u`,
    table: 'identity.users where deletion_due_at is not null',
  },
  user_sessions: {
    add: `insert into identity.user_sessions (token_hash, user_id, expires_at, idle_expires_at)
          select sha256(uuidv7()::text::bytea), id, now() - interval '90 days' - $1::interval, now() from identity.users limit 1`,
    table: 'identity.user_sessions',
  },
  admin_sessions: {
    add: `insert into identity.admin_sessions (token_hash, admin_id, expires_at, idle_expires_at)
          select sha256(uuidv7()::text::bytea), id, now() - interval '90 days' - $1::interval, now() from identity.admins limit 1`,
    table: 'identity.admin_sessions',
  },
  sign_ups: {
    add: `insert into identity.sign_ups (email, name, password_hash, token_hash, expires_at)
          select u, u, '', sha256(u::bytea), now() - $1::interval from cast(uuidv7() as text) u`,
    table: 'identity.sign_ups',
  },
  data_exports: {
    add: `insert into identity.data_exports (user_id, completed_at, document, expires_at)
          select id, now(), '{}', now() - $1::interval from identity.users limit 1`,
    table: 'identity.data_exports',
  },
  passkey_challenges: {
    add: `insert into identity.passkey_challenges (challenge_hash, purpose, bound_to, expires_at)
          select sha256(u::bytea), 'sign_in', sha256(u::bytea), now() - $1::interval from cast(uuidv7() as text) u`,
    table: 'identity.passkey_challenges',
  },
  user_browsers: {
    add: `insert into identity.user_browsers (browser_hash, user_id, first_session_id, last_used_at)
          select sha256(uuidv7()::text::bytea), id, uuidv7(), now() - interval '400 days' - $1::interval
            from identity.users limit 1`,
    table: 'identity.user_browsers',
  },
  mail_tokens: {
    add: `insert into identity.mail_tokens (purpose, token_hash, user_id, expires_at)
          select 'password_reset', sha256(uuidv7()::text::bytea), id, now() - interval '7 days' - $1::interval
            from identity.users limit 1`,
    table: 'identity.mail_tokens',
  },
  email_changes: {
    add: `insert into identity.email_changes (user_id, new_email, token_hash, expires_at, ended_at)
          select id, uuidv7()::text, sha256(uuidv7()::text::bytea), now() - interval '30 days' - $1::interval, now()
            from identity.users limit 1`,
    table: 'identity.email_changes',
  },
  admin_enrolments: {
    add: `insert into identity.admin_enrolments (token_hash, admin_id, expires_at)
          select sha256(uuidv7()::text::bytea), id, now() - interval '30 days' - $1::interval from identity.admins limit 1`,
    table: 'identity.admin_enrolments',
  },
  staff_requests: {
    add: `insert into identity.staff_requests (admin_id, kind, reason, requested_by, expires_at, decided_at, outcome)
          select id, 'promote', '', id, now() - interval '30 days' - $1::interval, now(), 'expired'
            from identity.admins limit 1`,
    table: 'identity.staff_requests',
  },
  invitations: {
    add: `insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at)
          select m.company_id, uuidv7()::text, 'member', sha256(uuidv7()::text::bytea), m.user_id,
                 now() - interval '90 days' - $1::interval from employer.org_memberships m limit 1`,
    table: 'employer.invitations',
  },
  mail_outbox: {
    add: `insert into identity.mail_outbox (id, to_address, subject, text_body, html_body, created_at, sent_at)
          select retention.first_id(at), 'x@x.test', '', '', '', at, at
            from (select now() - interval '30 days' - $1::interval as at) t`,
    table: 'identity.mail_outbox',
  },
  notifications: {
    add: `insert into identity.notifications (id, user_id, kind, subject_id, value, at)
          select retention.first_id(at), u.id, 'role_changed', uuidv7(), '', at
            from (select now() - interval '90 days' - $1::interval as at) t, (select id from identity.users limit 1) u`,
    table: 'identity.notifications',
  },
  abuse_reports: {
    add: `insert into identity.abuse_reports
            (subject_kind, subject_id, company_id, reason, text, address_hash, closed_at, outcome)
          select 'company', c.id, c.id, 'other', '', sha256(uuidv7()::text::bytea), now() - interval '90 days' - $1::interval,
                 'dismissed' from employer.companies c limit 1`,
    table: 'identity.abuse_reports',
  },
  cvs: {
    add: `insert into talent.cvs (user_id, name, begun_at)
          select id, 'cv.pdf', now() - interval '1 day' - $1::interval from identity.users limit 1`,
    table: 'talent.cvs',
  },
  deleted_documents: {
    add: 'insert into talent.deleted_documents (folder, due_at) select gen_random_uuid(), now() - $1::interval',
    table: 'talent.deleted_documents',
  },
  access_decision_counts: {
    add: `insert into identity.access_decision_counts
          values (now() - interval '400 days' - $1::interval, uuidv7()::text, 1)`,
    table: 'identity.access_decision_counts',
  },
  audit_events: {
    add: `insert into identity.audit_events (id, at, actor_kind, action, subject_kind)
          select retention.first_id(at), at, 'system', 'x.y', 'retention-test'
            from (select retention.first_audit_month(now()) - $1::interval as at) t`,
    table: "identity.audit_events where subject_kind = 'retention-test'",
  },
};

beforeAll(async () => {
  await makePerson(database, { membership: { role: 'owner', status: 'active' } });
  await makeAdmin(database, 'viewer');
  await database.query('delete from identity.audit_events');
});

describe('G11: the retention job removes what is no longer needed', () => {
  test('G11: it knows every kind that the database knows', async () => {
    const rows = await database.query<{ kind: string }>('select kind from retention.progress order by kind');
    expect(rows.map(({ kind }) => kind)).toEqual([...RETENTION_KINDS].sort());
    expect([...Object.keys(ROWS), 'search_words'].sort()).toEqual([...RETENTION_KINDS].sort());
  });

  test.each(Object.entries(ROWS))(
    'G11: %s that are due go, and others stay',
    async (kind, { add, table }) => {
      const before = (await count(table)) ?? 0;
      await database.query(add, ['1 second']);
      await database.query(add, ['40 days']);
      await database.query(add, ['-1 day']);
      const { isComplete, lineOf } = await run();
      expect(await count(table)).toBe(before + 1);
      expect(lineOf(kind)).toMatchObject({ removed: 2, oldest_due_at: null });
      expect(isComplete).toBe(true);
      // Again: nothing is left to do.
      expect((await run()).lineOf(kind)).toMatchObject({ removed: 0 });
      expect(await count(table)).toBe(before + 1);
      const [progress] = await database.query(
        `select removed::int, last_success_at > now() - interval '1 minute' as is_fresh from retention.progress where kind = $1`,
        [kind],
      );
      expect(progress).toEqual({ removed: 2, is_fresh: true });
    },
  );

  test('G11: what the store has of a deleted CV is deleted before its row', async () => {
    const [row] = await database.query<{ folder: string }>(
      'insert into talent.deleted_documents (folder, due_at) select gen_random_uuid(), now() returning folder',
    );
    const deleted: (readonly [folder: string, rows: number | undefined])[] = [];
    documents.deleteFolder = async (folder) => {
      deleted.push([folder, await count('talent.deleted_documents where due_at < now()')]);
    };
    await run();
    expect(deleted).toEqual([[row?.folder, 1]]);
    expect(await count('talent.deleted_documents where due_at < now()')).toBe(0);
  });

  describe('of a store that fails', () => {
    const dueFolders = async () =>
      (
        await database.query<{ folder: string }>(
          'select folder from talent.deleted_documents where due_at < now() order by due_at',
        )
      ).map(({ folder }) => folder);
    beforeEach(() =>
      database.query(
        `insert into talent.deleted_documents (folder, due_at)
         select gen_random_uuid(), now() - make_interval(days => n) from generate_series(1, 10) n`,
      ),
    );
    afterEach(async () => {
      documents.deleteFolder = async () => {};
      await database.query('delete from talent.deleted_documents');
    });

    test('G11: a folder that cannot be deleted keeps no other one, and all other kinds are done before', async () => {
      const [oldest] = await dueFolders();
      documents.deleteFolder = async (folder) => {
        if (folder === oldest) throw new Error('locked');
      };
      const { isComplete, lines, lineOf } = await run();
      expect(isComplete).toBe(false);
      expect(await dueFolders()).toEqual([oldest]);
      expect(lines.filter(({ err }) => err !== undefined)).toEqual([{ err: new Error('locked') }]);
      expect(lineOf('deleted_documents')).toMatchObject({ removed: 9, oldest_due_at: expect.any(Date) });
      expect(lines.at(-1)?.kind).toBe('deleted_documents');
    });

    test('G11: it asks a store that is down five times in a run', async () => {
      const asked: string[] = [];
      documents.deleteFolder = async (folder) => {
        asked.push(folder);
        throw new Error('down');
      };
      const due = await dueFolders();
      const { isComplete } = await run();
      expect(isComplete).toBe(false);
      expect(asked).toEqual(due.slice(0, 5));
      expect(await dueFolders()).toEqual(due);
    });
  });

  test('G11: mail that waits stays, however old it is', async () => {
    await database.query(
      `insert into identity.mail_outbox (id, to_address, subject, text_body, html_body, created_at)
       select retention.first_id(at), 'waits@x.test', '', '', '', at from (select now() - interval '90 days' as at) t`,
    );
    await run();
    expect(await count("identity.mail_outbox where to_address = 'waits@x.test'")).toBe(1);
  });

  test('G11: it works in batches, and two runs at once remove each row once', async () => {
    for (let i = 0; i < 25; i++) await database.query(ROWS['sign_ups']?.add ?? '', ['1 day']);
    const runs = await Promise.all([run(3), run(3), run(3)]);
    const removed = runs.map(({ lineOf }) => lineOf('sign_ups')?.removed ?? 0);
    expect(removed.reduce((sum, one) => sum + one)).toBe(25);
    expect(runs.flatMap(({ lines }) => lines.filter(({ err }) => err !== undefined))).toEqual([]);
  });

  test('G11: a row that a request has locked waits for the next run, which says since when it has been due', async () => {
    const id = (
      await database.query<{ id: string }>(`${ROWS['mail_tokens']?.add} returning id`, ['1 day'])
    )[0]?.id;
    const client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select 1 from identity.mail_tokens where id = $1 for update', [id]);
      const { isComplete, lineOf } = await run();
      expect(isComplete).toBe(false);
      expect(lineOf('mail_tokens')).toMatchObject({ removed: 0, oldest_due_at: expect.any(Date) });
    } finally {
      await client.end();
    }
    expect((await run()).lineOf('mail_tokens')).toMatchObject({ removed: 1, oldest_due_at: null });
  });

  test('a kind that fails is logged, and the others are done', async () => {
    await database.query('alter table identity.mail_tokens rename to away');
    try {
      const { isComplete, lines } = await run();
      expect(isComplete).toBe(false);
      // The view follows its table's new name; the deletion does not.
      expect(lines.filter(({ err }) => err !== undefined).map(({ kind }) => kind)).toEqual(['mail_tokens']);
      expect(lines.map(({ kind }) => kind).sort()).toEqual([...RETENTION_KINDS].sort());
    } finally {
      await database.query('alter table identity.away rename to mail_tokens');
    }
  });
});

describe('G11: words of the search', () => {
  const WORD = 'quixotically';
  const publish = async (client: { query(sql: string, values: unknown[]): Promise<unknown> }) => {
    const id = randomBytes(16).toString('hex');
    await client.query(
      `insert into employer.job_posts (id, company_id, title, description, location, kind, state, published_at)
       select $1::uuid, id, 'Nurse', 'Works ' || $2, 'Here', 'full_time', 'published', now() from employer.companies limit 1`,
      [id, WORD],
    );
    return id;
  };
  const close = (id: string) =>
    database.query("update employer.job_posts set state = 'closed' where id = $1", [id]);
  const hasWord = async () => (await count(`employer.search_words where word = '${WORD}'`)) === 1;

  test('G11: a word goes with the last published job post that has it', async () => {
    const id = await publish(database);
    await run();
    expect(await hasWord()).toBe(true);
    await close(id);
    await run();
    expect(await hasWord()).toBe(false);
  });

  test('G6: a batch looks at few words, wherever the due ones are', async () => {
    const id = await publish(database);
    await database.query(
      "insert into employer.search_words values ('aaaa'), ('nurse'), ('zzzz') on conflict do nothing",
    );
    const step = (after: string) =>
      database.query('select * from retention.remove_due_words($1, 2)', [after]);
    expect(await step('')).toEqual([{ last_word: 'company', removed: 1 }]);
    expect(await step('company')).toEqual([{ last_word: 'nurse', removed: 0 }]);
    expect((await run(1)).lineOf('search_words')).toMatchObject({ removed: 1, oldest_due_at: null });
    await close(id);
    await run(2);
    expect(await count('employer.search_words')).toBe(0);
  });

  test('G6: a company adds no words without end, and takes none from others', async () => {
    const { companyId } = await makePerson(database, { membership: { role: 'owner', status: 'active' } });
    const words = (first: number, last: number) => `(
      select string_agg('w' || translate(lpad(n::text, 6, '0'), '0123456789', 'abcdefghij'), ' ')
        from generate_series(${first}, ${last}) as n)`;
    const ofCompany = () => count(`employer.search_words where company_id = '${companyId}'`);
    await database.query(
      `insert into employer.job_posts (company_id, title, description, location, kind, state, published_at)
       values ($1, 'Nurse', ${words(1, 4000)}, 'Here', 'full_time', 'published', now())`,
      [companyId],
    );
    for (const first of [4001, 8001, 12_001])
      await database.query(
        `update employer.job_posts set description = ${words(first, first + 3999)} where company_id = $1`,
        [companyId],
      );
    expect(await ofCompany()).toBe(10_000);
    const id = await publish(database);
    expect(await hasWord()).toBe(true);
    await close(id);
    await run();
    expect(await ofCompany()).toBeLessThan(10);
    await database.query(
      `update employer.job_posts set description = ${words(20_001, 20_010)} where company_id = $1`,
      [companyId],
    );
    expect(await ofCompany()).toBeGreaterThanOrEqual(10);
  });

  test('G11: a job post that is being published at the same time keeps its words', async () => {
    await database.query('insert into employer.search_words values ($1) on conflict do nothing', [WORD]);
    const { running } = await inHeldTransaction(database.ownerUrl, async (holder) => {
      await publish(holder);
      const running = run();
      await isWaitedFor(holder);
      return { running };
    });
    expect((await running).lineOf('search_words')).toMatchObject({ removed: 0 });
    expect(await hasWord()).toBe(true);
  });

  test('G11: a word that is being removed at the same time is added again', async () => {
    await database.query("update employer.job_posts set state = 'closed'");
    await database.query('insert into employer.search_words values ($1) on conflict do nothing', [WORD]);
    const { publishing } = await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query("select retention.remove_due_words('', 1000)");
      const publishing = publish(database);
      await isWaitedFor(holder);
      return { publishing };
    });
    await publishing;
    expect(await hasWord()).toBe(true);
  });
});
