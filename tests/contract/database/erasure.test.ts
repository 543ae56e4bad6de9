import { DATA_REGISTRY } from '@gatehouse/database';
import { createTestDatabase, makeColleague, makePerson, type TestDatabase } from '@gatehouse/testkit';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { TableEntry } from '#packages/database/src/data-registry/entry.ts';
import { erasureFunctionSql } from '#packages/database/src/data-registry/erasure-function.ts';
import { makeConfirmedChange } from '#support/email-changes.ts';
import { findText } from '#support/find-text.ts';
import { addressOf } from '#support/invitations.ts';
import { makeUserWithRows } from '#support/user-with-rows.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
afterEach(() => database.stop());

const erase = (userId: string) => database.query('select identity.erase_user($1)', [userId]);

describe('G11: what the deletion of an account does to each column', () => {
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
    expect(found.map((one) => one.split(':')[0])).toEqual(['employer.invitations', 'identity.audit_events']);
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
