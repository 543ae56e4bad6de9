import { addressOf, makePerson, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { nextMailedToken } from '#support/mail-links.ts';
import { nextMail } from '#support/next-mail.ts';
import { timeInMail } from '#support/time-in-mail.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['identity', 'employer'] });
});
afterAll(() => system.stop());

const post = (path: string, body: object | undefined, cookie?: string) =>
  system.publicHost.request(`/api${path}`, {
    method: 'POST',
    body,
    ...(cookie === undefined ? {} : { cookie }),
  });
const makeUser = () => makePerson(system.database);
const newAddress = (word: string) => `${word}@late.test`;

/** A mail with a link, or a file, that expires: what queues it, and the query of its expiry. */
const CASES = {
  'a sign-up': {
    queue: async () => {
      const email = newAddress('sign-up');
      await post('/identities/users', { name: 'Ada', email, password: 'a lantern in the fog' });
      return email;
    },
    expiry: 'select expires_at as at from identity.sign_ups where email = $1',
  },
  'a reset': {
    queue: async () => {
      const email = addressOf(await makeUser());
      await post('/identities/password_resets', { email });
      return email;
    },
    expiry: `select t.expires_at as at from identity.mail_tokens t join identity.users u on u.id = t.user_id
              where u.email = $1 and t.purpose = 'password_reset'`,
  },
  'a new address': {
    queue: async () => {
      const email = newAddress('change');
      await post('/identities/users/current/email_changes', { email }, (await makeUser()).cookie);
      return email;
    },
    expiry: 'select expires_at as at from identity.email_changes where new_email = $1',
  },
  'a changed address': {
    queue: async () => {
      const [person, email] = [await makeUser(), newAddress('changed')];
      await post('/identities/users/current/email_changes', { email }, person.cookie);
      const token = await nextMailedToken(system, email, 'confirm-email-change');
      await post('/identities/users/current/email_changes/confirm', { token }, person.cookie);
      return addressOf(person);
    },
    expiry: 'select expires_at as at from identity.email_changes where old_email = $1',
  },
  'an invitation': {
    queue: async () => {
      const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
      const email = newAddress('invited');
      await post('/employer/invitations', { email, role: 'member' }, owner.cookie);
      return email;
    },
    expiry: 'select expires_at as at from employer.invitations where email = $1',
  },
  'a data export': {
    queue: async () => {
      const person = await makeUser();
      await post('/identities/users/current/data_export', undefined, person.cookie);
      return addressOf(person);
    },
    expiry: `select e.expires_at as at from identity.data_exports e join identity.users u on u.id = e.user_id
              where u.email = $1`,
  },
} as const;

test.each(Object.entries(CASES))(
  'the mail of %s says until when, in time of day and date',
  async (_what, { queue, expiry }) => {
    const email = await queue();
    const { text } = await nextMail(system, email, { text: ' until ' });
    const [row] = await system.database.query<{ at: Date }>(expiry, [email]);
    const seconds = ((row?.at.getTime() ?? 0) - timeInMail(text, 'until')) / 1000;
    // The mail has the minute, by the clock of the service; the link ends by the one of PostgreSQL.
    expect(seconds).toBeGreaterThan(-5);
    expect(seconds).toBeLessThan(65);
  },
);
