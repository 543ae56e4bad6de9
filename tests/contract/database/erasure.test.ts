import { DATA_REGISTRY } from '@gatehouse/database';
import {
  addressOf,
  createTestDatabase,
  makeColleague,
  makePerson,
  type TestDatabase,
} from '@gatehouse/testkit';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { TableEntry } from '#packages/database/src/data-registry/entry.ts';
import { erasureFunctionSql } from '#packages/database/src/data-registry/erasure-function.ts';
import { makeConfirmedChange } from '#support/email-changes.ts';
import { findText } from '#support/find-text.ts';
import { makeUserWithRows } from '#support/user-with-rows.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
afterEach(() => database.stop());

/** Tables that keep the id of a user who has left. */
const TABLES_WITH_PSEUDONYMS = Object.entries(DATA_REGISTRY)
  .filter(([, { columns }]) => Object.values(columns).some(({ deletion }) => deletion === 'pseudonym'))
  .map(([name]) => name)
  // The row of the account goes; a folder of the store is an id of its own.
  .filter((name) => name !== 'identity.users' && name !== 'talent.deleted_documents')
  .toSorted();

/** Texts of users' rows that hold words of the code, and that no constraint of the database lists. */
const WORDS_OF_THE_CODE: readonly string[] = [
  'identity.audit_events.action',
  'identity.audit_events.change',
  'identity.audit_events.subject_kind',
  'identity.audit_events.trace_id',
  'identity.mail_outbox.kind',
  'identity.mail_outbox.notification_kind',
  'identity.mail_outbox.state',
  'identity.mail_outbox.state_before',
  'identity.notifications.kind',
  'identity.user_sessions.end_reason',
  'talent.interviews.time_zone',
];

interface TextColumn {
  readonly table: string;
  readonly column: string;
}

/** Each column that can hold a text that a user has typed or sent: not hashes, not what a constraint lists. */
async function textColumns(): Promise<readonly TextColumn[]> {
  return database.query<TextColumn>(
    `select format('%s.%s', n.nspname, c.relname) as table, a.attname as column
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       join pg_type t on t.oid = a.atttypid
      where c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
        and t.typname in ('text', '_text', 'varchar', '_varchar', 'json', 'jsonb', 'bytea', '_bytea', 'inet', 'citext')
        and not (t.typname = 'bytea' and a.attname like '%\\_hash')
        and not exists (select from pg_constraint k
                         where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
                           and pg_get_constraintdef(k.oid) ~ '= (ANY \\(ARRAY\\[)?''')
      order by 1, 2`,
  );
}

const erase = (userId: string) => database.query('select identity.erase_user($1)', [userId]);

describe('G11: what the deletion of an account does to each column', () => {
  test('G11: is tried with a row in each table of users, and a text of the user in each column that can hold one', async () => {
    const ada = await makeUserWithRows(database, 'Lovelace');
    const texts = ['lovelace', addressOf(ada)];
    const columns = await textColumns();
    const missing: string[] = [];
    for (const [name, { rowsOfUser, rowsToErase }] of Object.entries(DATA_REGISTRY)) {
      const condition = rowsToErase ?? rowsOfUser;
      if (condition === null) continue;
      const rows = await database.query(`select from ${name} t where ${condition}`, [ada.userId]);
      if (rows.length === 0) missing.push(name);
      for (const { column } of columns.filter(({ table }) => table === name)) {
        const found = await database.query(
          `select from ${name} t
            where (${condition}) and (lower(t."${column}"::text) like any ($2::text[]) or t."${column}"::text like $3)`,
          [ada.userId, texts.map((text) => `%${text}%`), `%${Buffer.from('Lovelace').toString('hex')}%`],
        );
        if (found.length === 0) missing.push(`${name}.${column}`);
      }
    }
    // Add rows and texts to tests/support/user-with-rows.ts.
    expect(missing.filter((one) => !WORDS_OF_THE_CODE.includes(one))).toEqual([]);
    expect(WORDS_OF_THE_CODE.filter((one) => !missing.includes(one))).toEqual([]);
  });

  test('G11: reaches each table that refers to what is deleted, and knows each id of a user that stays', async () => {
    const references = await database.query<{ name: string; column: string; target: string }>(
      `select format('%s.%s', n.nspname, c.relname) as name, a.attname as column, format('%s.%s', m.nspname, d.relname) as target
         from pg_constraint k
         join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
         join pg_class d on d.oid = k.confrelid join pg_namespace m on m.oid = d.relnamespace
         join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
        where k.contype = 'f'`,
    );
    const deletes = ({ rowsOfUser, rowsToErase, columns }: TableEntry) =>
      (rowsToErase ?? rowsOfUser) !== null &&
      Object.values(columns).some(({ deletion }) => deletion === 'row');
    const missed = references.filter(({ name, target }) => {
      const [entry, referredTo] = [DATA_REGISTRY[name], DATA_REGISTRY[target]];
      return referredTo !== undefined && deletes(referredTo) && (entry === undefined || !deletes(entry));
    });
    expect(missed).toEqual([]);
    const ids = await database.query<{ table: string; column: string }>(
      `select format('%s.%s', table_schema, table_name) as table, column_name as column
         from information_schema.columns where data_type = 'uuid'`,
    );
    // An id that names no person is the row's own one, or of a company, a job post or an application; a person's says `pseudonym`.
    const unclear = ids.filter(
      ({ table, column }) =>
        DATA_REGISTRY[table]?.columns[column]?.deletion === 'stays' &&
        !['id', 'company_id', 'job_post_id', 'application_id'].includes(column),
    );
    expect(unclear).toEqual([]);
  });

  test('G11: is what the registry says: no text of the user is left in any column, and other users keep theirs', async () => {
    const [ada, bea] = [
      await makeUserWithRows(database, 'Lovelace'),
      await makeUserWithRows(database, 'Babbage'),
    ];
    const textsOfBea = ['Babbage', addressOf(bea)];
    const before = await findText(database, textsOfBea);
    expect((await findText(database, ['Lovelace'])).length).toBeGreaterThan(9);
    await erase(ada.userId);
    expect(await findText(database, ['Lovelace', addressOf(ada)])).toEqual([]);
    expect(await findText(database, textsOfBea)).toEqual(before);
  });

  test('G11: is all that is left: the id, in the audit trail and in what the company keeps', async () => {
    const ada = await makeUserWithRows(database, 'Lovelace');
    const bea = await makeColleague(database, ada);
    await erase(ada.userId);
    const found = await findText(database, [ada.userId]);
    // A table that keeps ids of users, and in which the user has none before, would prove nothing.
    expect(found.map((one) => one.split(':')[0])).toEqual(TABLES_WITH_PSEUDONYMS);
    expect(await database.query('select user_id from employer.org_memberships')).toEqual([
      { user_id: bea.userId },
    ]);
  });

  test('G11: leaves what a former address has got since another user has it, and the mail of a staff account', async () => {
    const [ada, bea] = [await makePerson(database), await makePerson(database)];
    const [former, current] = [addressOf(bea), addressOf(ada)];
    await makeConfirmedChange(database, ada.userId, former);
    await database.query(
      "update identity.email_changes set confirmed_at = now() - interval '8 days', expires_at = now() - interval '1 day'",
    );
    const owner = await makePerson(database, { membership: { role: 'owner', status: 'active' } });
    await database.query(
      `insert into identity.mail_outbox (to_address, subject, text_body, html_body, kind)
       values ($1, 'Reset', '', '', 'password_reset'), ($2, 'Staff', '', '', 'staff_link'), ($2, 'Own', '', '', 'password_reset')`,
      [former, current],
    );
    await database.query(
      `insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at, accepted_at, accepted_by)
       values ($1, $2, 'member', sha256('a'), $3, now() + interval '1 day', null, null),
              ($1, $2, 'member', sha256('b'), $3, now(), now(), $4),
              ($1, $5, 'member', sha256('c'), $3, now() + interval '1 day', null, null)`,
      [owner.companyId, former, owner.userId, bea.userId, current],
    );
    const [exported] = await database.query<{ data: Record<string, { rows: object[] }> }>(
      'select identity.data_export_of($1) as data',
      [ada.userId],
    );
    expect(exported?.data['identity.mail_outbox']?.rows).toMatchObject([{ subject: 'Own' }]);
    expect(exported?.data['employer.invitations']?.rows).toMatchObject([{ email: current }]);
    await erase(ada.userId);
    expect(await database.query('select subject from identity.mail_outbox order by subject')).toEqual([
      { subject: 'Reset' },
      { subject: 'Staff' },
    ]);
    expect(await database.query('select email from employer.invitations')).toEqual([
      { email: former },
      { email: former },
    ]);
  });

  test('G11: leaves what an address got before it was the user’s, also one that the user has given up', async () => {
    const ada = await makePerson(database);
    const passedOn = 'passed-on@made.test';
    await database.query("update identity.users set created_at = now() - interval '40 days' where id = $1", [
      ada.userId,
    ]);
    for (const [from, to, days] of [
      ['first@made.test', passedOn, 20],
      [passedOn, addressOf(ada), 10],
    ]) {
      await database.query(
        `insert into identity.email_changes
           (user_id, new_email, token_hash, confirmed_at, old_email, undo_token_hash, expires_at)
         values ($1, $3, sha256(convert_to($2, 'UTF8')), now() - make_interval(days => $4), $2,
                 sha256(convert_to('undo ' || $2, 'UTF8')), now() - make_interval(days => $4 - 7))`,
        [ada.userId, from, to, days],
      );
    }
    await database.query(
      `insert into identity.mail_outbox (to_address, subject, text_body, html_body, kind, created_at)
       values ($1, 'To the holder before', '', '', 'password_reset', now() - interval '25 days'),
              ($1, 'To the user', '', '', 'password_reset', now() - interval '15 days'),
              ($1, 'To the holder after', '', '', 'password_reset', now() - interval '1 day')`,
      [passedOn],
    );
    const [exported] = await database.query<{ data: Record<string, { rows: object[] }> }>(
      'select identity.data_export_of($1) as data',
      [ada.userId],
    );
    expect(exported?.data['identity.mail_outbox']?.rows).toMatchObject([{ subject: 'To the user' }]);
    await erase(ada.userId);
    expect(await database.query('select subject from identity.mail_outbox order by created_at')).toEqual([
      { subject: 'To the holder before' },
      { subject: 'To the holder after' },
    ]);
  });

  test('G11: takes the mail to an address that the user has not proved', async () => {
    const ada = await makePerson(database);
    await database.query(
      `insert into identity.mail_outbox (to_address, subject, text_body, html_body, kind, topic)
       values ('typed@new.test', 'Confirm', '', '', 'confirm_new_address', $1)`,
      [ada.userId],
    );
    await erase(ada.userId);
    expect(await findText(database, ['typed@new.test', ada.userId])).toEqual([]);
  });

  test('G11: takes no invitation that another member has sent to a guest whom the user had invited before', async () => {
    const ada = await makePerson(database, { membership: { role: 'owner', status: 'active' } });
    const bea = await makeColleague(database, ada);
    await database.query(
      `insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at, withdrawn_at)
       values ($1, 'guest@elsewhere.test', 'member', sha256('a'), $2, now(), now() - interval '1 hour'),
              ($1, 'guest@elsewhere.test', 'member', sha256('b'), $3, now() + interval '1 day', null)`,
      [ada.companyId, ada.userId, bea.userId],
    );
    await database.query(
      `insert into identity.mail_outbox (to_address, subject, text_body, html_body, kind, topic)
       values ('guest@elsewhere.test', 'Join', '', '', 'invitation_to_new_address', $1)`,
      [ada.companyId],
    );
    await erase(ada.userId);
    expect(await database.query('select subject from identity.mail_outbox')).toEqual([{ subject: 'Join' }]);
  });

  test.each([
    ['identity.mail_outbox', 'to_address'],
    ['identity.sign_ups', 'email'],
    ['identity.audit_events', 'reason'],
  ])('G11: would be missed for %s.%s if the registry left it out', async (name, column) => {
    const ada = await makeUserWithRows(database, 'Lovelace');
    const { [name]: table, ...others } = DATA_REGISTRY;
    const columns = Object.entries(table?.columns ?? {}).map(([key, entry]) => [
      key,
      // A row is deleted with all of its columns.
      key === column || entry.deletion === 'row' ? { ...entry, deletion: 'stays' } : entry,
    ]);
    const without = { ...others, [name]: { ...table, columns: Object.fromEntries(columns) } };
    await database.query(erasureFunctionSql(without as Record<string, TableEntry>));
    await erase(ada.userId);
    const found = await findText(database, ['Lovelace', addressOf(ada)]);
    expect(new Set(found.map((one) => one.split(':')[0]))).toEqual(new Set([name]));
  });

  test('G11: is one thing for a table: its rows of the user are deleted, or texts of them are emptied', async () => {
    const types = await database.query<{ column: string; type: string }>(
      `select format('%s.%s.%s', table_schema, table_name, column_name) as column, data_type as type
         from information_schema.columns`,
    );
    for (const [name, { whose, columns, rowsOfUser, rowsToErase }] of Object.entries(DATA_REGISTRY)) {
      const deletions = new Set(Object.values(columns).map(({ deletion }) => deletion));
      const deletesRows = deletions.has('row');
      expect({ name, mixed: deletesRows && (deletions.has('erased') || deletions.has('stays')) }).toEqual({
        name,
        mixed: false,
      });
      const isOfUsers = whose === 'user' || whose === 'invited person';
      const hasCondition = (rowsToErase ?? rowsOfUser) !== null;
      expect({ name, hasCondition }).toEqual({ name, hasCondition: isOfUsers });
      // The accounts of staff go with the operator's own means.
      if (!isOfUsers && whose !== 'admin')
        expect({ name, deletesRows }).toEqual({ name, deletesRows: false });
      for (const [column, { deletion }] of Object.entries(columns)) {
        if (deletion !== 'erased') continue;
        expect(types).toContainEqual({ column: `${name}.${column}`, type: 'text' });
      }
    }
  });
});
