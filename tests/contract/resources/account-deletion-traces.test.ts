import { addressOf, makeColleague, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DELETION_PATH, letDeletionBeDue, runRetentionJob } from '#support/account-deletions.ts';
import { type Collector, startCollector } from '#support/collector.ts';
import { findText } from '#support/find-text.ts';
import { nextMail } from '#support/next-mail.ts';
import { makeUserWithRows } from '#support/user-with-rows.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let collector: Collector;
const output: string[] = [];
beforeAll(async () => {
  collector = await startCollector();
  system = await startTestSystem({
    seed: 'none',
    environment: { ...collector.environment, LOG_LEVEL: 'debug' },
    onOutput: (line) => output.push(line),
  });
});
afterAll(async () => {
  await system.stop();
  await collector.stop();
});

test('G11: leaves no text of the user in tables, mails, logs and spans, and ends every session', async () => {
  const ada = await makeUserWithRows(system.database, 'Lovelace');
  const bea = await makeColleague(system.database, ada);
  const address = addressOf(ada);
  await system.publicHost.request(DELETION_PATH, { method: 'POST', cookie: ada.cookie, body: {} });
  await nextMail(system, address, { subject: 'Your account will be deleted' });
  const spans = await waitFor(async () =>
    collector.spans.some(({ name }) => name.includes('/users/current/deletion')) ? true : undefined,
  );
  expect(spans).toBe(true);
  await letDeletionBeDue(system.database, ada.userId);
  const lines = await runRetentionJob(system.database);
  expect(lines.find(({ kind }) => kind === 'account_deletions')).toMatchObject({
    removed: 1,
    oldest_due_at: null,
  });
  const session = await system.publicHost.request('/api/identities/user_sessions/current', {
    cookie: ada.cookie,
  });
  expect(session.status).toBe(401);
  const mail = await nextMail(system, address, { subject: 'Your account was deleted' });
  expect(mail.text).not.toContain('Lovelace');
  // The mail that says so was the last row with the address.
  const isGone = async () => ((await findText(system.database, [address])).length === 0 ? true : undefined);
  await waitFor(isGone);
  expect(await findText(system.database, ['Lovelace', address])).toEqual([]);
  const written = [...output, ...collector.texts, JSON.stringify(lines)].join('\n');
  expect(written).toContain(ada.userId);
  for (const text of ['Lovelace', address]) expect(written).not.toContain(text);
  expect(await system.database.query('select from identity.users where id = $1', [bea.userId])).toHaveLength(
    1,
  );
  const events = await system.database.query<{ action: string; reason: string }>(
    'select action, reason from identity.audit_events where subject_id = $1 or actor_id = $1',
    [ada.userId],
  );
  expect(events.map(({ action }) => action)).toContain('user.deleted');
  expect(events.filter(({ reason }) => reason !== '')).toEqual([]);
});
