import { randomBytes, randomUUID } from 'node:crypto';
import {
  addressOf,
  createTestDatabase,
  makeApplication,
  makeColleague,
  makePerson,
  type TestDatabase,
  type TestPerson,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type pg from 'pg';
import { changeRow, insertRow, makeParties, resultOf } from './function-rows.ts';

/** What each mail has that a deletion queues. */
export const MAIL = { subject: '', text_body: 'x', html_body: 'x', priority: 1 };
/** The mails of a deletion, as the retention job passes them. */
export const MAILS = JSON.stringify({
  deleted: { ...MAIL, kind: 'account_deleted', audience: 'unverified' },
  postponed: { ...MAIL, kind: 'account_deletion_postponed' },
  company_closed: { ...MAIL, kind: 'company_closed' },
});

/** Why a company is disabled that its last owner has closed. */
export const REASON = 'Its last owner closed the company.';

export const CLOSED_INVITATIONS = [
  { withdrawn_at: '2026-01-01T00:00:00Z' },
  { expires_at: '2026-01-01T00:00:00Z' },
] as const;
export const accepted = ({ userId }: TestPerson) => ({ accepted_at: new Date(), accepted_by: userId });

export const holdAccess = (holder: pg.Client, kind: string, id: string | null, isExclusive: boolean) =>
  holder.query('select identity.lock_access(array[$1], array[$2::uuid], array[$3::boolean])', [
    kind,
    id,
    isExclusive,
  ]);
export const holdRow = (holder: pg.Client, relation: string, id: string | undefined) =>
  holder.query(`select from ${relation} where id = $1 for update nowait`, [id]);

/** Two owners of different companies, and a user without one. */
interface DeletionParties {
  readonly database: TestDatabase;
  readonly owner: TestPerson;
  readonly elsewhere: TestPerson;
  readonly user: TestPerson;
}

/**
 * Registers the hooks of a file whose tests delete accounts and close companies: one database for all of them, and new parties
 * before each.
 * @param onMade stores the parties.
 * @returns what the tests do with rows of that database.
 */
export function beforeDeletions(onMade: (made: DeletionParties) => void) {
  let database: TestDatabase;
  let stranger: TestPerson;
  beforeAll(async () => {
    database = await createTestDatabase({ seed: 'none' });
    // What none of the functions may find, before the rows of every test.
    stranger = await makeOwner();
    await disable(await makeOwner());
  });
  beforeEach(async () => {
    await letBeDue(stranger);
    const [owner, elsewhere, user] = await makeParties(database);
    onMade({ database, owner, elsewhere, user });
  });
  afterAll(() => database.stop());

  const change = (relation: string, set: string, id: string | null) => changeRow(database, relation, set, id);
  const idsOf = async (from: string, values: readonly unknown[]) =>
    (await database.query<{ id: string }>(`select id from ${from} order by id`, values)).map(({ id }) => id);
  const countOf = async (from: string, values: readonly unknown[]) =>
    (await database.query(`select from ${from}`, values)).length;
  const columnOf = async (relation: string, column: string, id: string | null) =>
    (
      await database.query<{ value: unknown }>(`select ${column} as value from ${relation} where id = $1`, [
        id,
      ])
    )[0]?.value;
  const makeOwner = () => makePerson(database, { membership: { role: 'owner', status: 'active' } });
  const letBeDue = ({ userId }: TestPerson, closes: string | null = null) =>
    database.query(
      `update identity.users
          set deletion_requested_at = now() - interval '7 days', deletion_due_at = now() - interval '1 second',
              deletion_closes_company_id = $2
        where id = $1`,
      [userId, closes],
    );
  const disable = ({ companyId }: TestPerson) =>
    change(
      'employer.companies',
      "condition = 'disabled', disabled_at = now(), disabled_reason = 'By staff.'",
      companyId,
    );
  /** Whether a user is the last owner of the company: ways to be one, and not. */
  const OWNERSHIPS: readonly (readonly [string, boolean, (last: TestPerson) => Promise<unknown>])[] = [
    ['alone', true, async () => {}],
    ['beside a member', true, (last) => makeColleague(database, last, 'member')],
    [
      'beside an owner whose access was revoked',
      true,
      async (last) =>
        change(
          'employer.org_memberships',
          "status = 'revoked', revoked_by = 'owner'",
          (await makeColleague(database, last)).membershipId,
        ),
    ],
    ['beside another owner', false, (last) => makeColleague(database, last)],
    [
      'as a member',
      false,
      (last) => change('employer.org_memberships', "role = 'member'", last.membershipId),
    ],
    [
      'with a revoked access',
      false,
      (last) =>
        change('employer.org_memberships', "status = 'revoked', revoked_by = 'staff'", last.membershipId),
    ],
  ];

  return {
    change,
    idsOf,
    countOf,
    columnOf,
    makeOwner,
    letBeDue,
    disable,
    OWNERSHIPS,
    resultOf: (call: string, values?: readonly unknown[]) => resultOf(database, call, values),
    letBeLater: ({ userId }: TestPerson) =>
      change('identity.users', "deletion_due_at = now() + interval '1 hour'", userId),
    isClosed: async ({ companyId }: TestPerson) =>
      (await columnOf('employer.companies', 'disabled_reason', companyId)) === REASON,
    exists: ({ userId }: TestPerson) => countOf('identity.users where id = $1', [userId]),
    eventsOf: async (id: string | null) =>
      (
        await database.query<{ event: string }>(
          "select action || ': ' || change as event from identity.audit_events where subject_id = $1 order by id",
          [id],
        )
      ).map(({ event }) => event),
    mailsTo: async (...people: readonly TestPerson[]) =>
      (
        await database.query<{ mail: string }>(
          `select kind as mail from identity.mail_outbox where to_address = any ($1) order by id`,
          [people.map(addressOf)],
        )
      ).map(({ mail }) => mail),
    apply: ({ userId }: TestPerson, { companyId }: TestPerson) =>
      makeApplication(database, { companyId, userId }),
    /** To the company of the inviter. */
    invite: ({ userId, companyId }: TestPerson, values: Readonly<Record<string, unknown>> = {}) =>
      insertRow(database, 'employer.invitations', {
        company_id: companyId,
        email: `${randomUUID()}@new.test`,
        role: 'member',
        token_hash: `\\x${randomBytes(32).toString('hex')}`,
        invited_by: userId,
        created_at: new Date(),
        expires_at: new Date(Date.now() + 3_600_000),
        ...values,
      }),
    /** Of each invitation: whether it has been withdrawn within the minute. */
    withdrawn: async (ids: readonly string[]) => {
      const found = await idsOf(
        "employer.invitations where id = any ($1) and withdrawn_at > now() - interval '1 minute'",
        [ids],
      );
      return ids.map((id) => found.includes(id));
    },
    makeExport: ({ userId }: TestPerson) =>
      insertRow(database, 'identity.data_exports', {
        user_id: userId,
        requested_at: new Date(),
        attempts: 0,
        next_attempt_at: new Date(),
        expires_at: new Date(Date.now() + 3_600_000),
      }),
  };
}
