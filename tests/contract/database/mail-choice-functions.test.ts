import { randomUUID } from 'node:crypto';
import type { TestDatabase, TestPerson } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import { DEFAULT_MAIL_CHOICES } from '#support/mail-choices.ts';
import { beforeMailDecisions, fromNow, IN_DIGEST, KINDS } from '#support/mail-parties.ts';

let database: TestDatabase;
let owner: TestPerson;
let talent: TestPerson;
const { change, resultOf, insert, setChoice } = beforeMailDecisions((made) => {
  ({ database, owner, talent } = made);
});

describe('what a user has chosen', () => {
  const choiceOf = (kind: string, { userId } = talent) =>
    resultOf('identity.mail_choice($1, $2)', [userId, kind]);
  const neverAll = () =>
    database.query(
      `insert into identity.notification_settings (user_id, ${KINDS.join(', ')}) values ($1, ${KINDS.map(() => "'never'").join(', ')})`,
      [talent.userId],
    );

  test.each(KINDS)('of %s: as set by the user alone', async (kind) => {
    expect(await choiceOf(kind)).toBe(DEFAULT_MAIL_CHOICES[kind]);
    await neverAll();
    expect(await choiceOf(kind)).toBe('never');
    expect(await choiceOf(kind, owner)).toBe(DEFAULT_MAIL_CHOICES[kind]);
  });

  test('of other kinds: always at once', async () => {
    await neverAll();
    expect(await choiceOf('company_reviewed')).toBe('at_once');
  });

  test.each(IN_DIGEST)('of the digest: daily while %s is', async (kind) => {
    expect(await choiceOf('digest')).toBe('daily');
    await neverAll();
    expect(await choiceOf('digest')).toBe('never');
    await setChoice(kind, 'daily');
    expect(await choiceOf('digest')).toBe('daily');
  });

  test('of a saved search: by its own frequency', async () => {
    const search = await insert('talent.saved_searches', {
      user_id: talent.userId,
      search: {},
      frequency: 'daily',
      created_at: fromNow(0),
      mailed_until: fromNow(0),
      next_mail_at: fromNow(0),
      attempts: 0,
    });
    const of = (kind: string, topic: string | null, { userId } = talent) =>
      resultOf('identity.mail_choice($1, $2, $3)', [userId, kind, topic]);
    expect(await of('saved_search', search)).toBe('at_once');
    expect(await of('saved_search', search, owner)).toBe('never');
    expect(await of('saved_search', randomUUID())).toBe('never');
    expect(await of('saved_search', null)).toBe('at_once');
    expect(await of('role_changed', search)).toBe('daily');
    expect(await of('role_changed', null)).toBe('daily');
    await change('talent.saved_searches', "frequency = 'none'", search);
    expect(await of('saved_search', search)).toBe('never');
  });
});
