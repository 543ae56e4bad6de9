import { randomUUID } from 'node:crypto';
import {
  createTestDatabase,
  makeApplication,
  makeJobPost,
  type TestDatabase,
  type TestPerson,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { changeRow, insertRow, makeParties, resultOf } from './function-rows.ts';
import { DEFAULT_MAIL_CHOICES } from './mail-choices.ts';

export const HOUR = 3600;
export const fromNow = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

export const KINDS = Object.keys(DEFAULT_MAIL_CHOICES) as (keyof typeof DEFAULT_MAIL_CHOICES)[];
export const IN_DIGEST = KINDS.filter((kind) => kind !== 'invitation_received');

/** Two owners of different companies, and a person who has applied to a post of the first. */
interface MailParties {
  readonly database: TestDatabase;
  readonly owner: TestPerson;
  readonly elsewhere: TestPerson;
  readonly talent: TestPerson;
  readonly post: string;
  readonly application: string;
}

/**
 * Registers the hooks of a file whose tests decide about mail: one database for all of them, and new parties before each.
 * @param onMade stores the parties.
 * @returns what the tests do with rows of that database; with those of the owner, the post and the talent, unless given.
 */
export function beforeMailDecisions(onMade: (made: MailParties) => void) {
  let database: TestDatabase;
  let owner: TestPerson;
  let talent: TestPerson;
  let post: string;
  let application: string;
  beforeAll(async () => {
    database = await createTestDatabase({ seed: 'none' });
  });
  beforeEach(async () => {
    const [one, elsewhere, other] = await makeParties(database);
    [owner, talent] = [one, other];
    post = await makeJobPost(database, owner);
    application = await apply(talent);
    onMade({ database, owner, elsewhere, talent, post, application });
  });
  afterAll(() => database.stop());

  const apply = ({ userId }: TestPerson, jobPostId = post, { companyId } = owner) =>
    makeApplication(database, { companyId, userId, jobPostId });
  const change = (relation: string, set: string, id: string | null) => changeRow(database, relation, set, id);
  const insert = (relation: string, values: Readonly<Record<string, unknown>>) =>
    insertRow(database, relation, values);
  const changeApplication = (set: string) => change('talent.applications', set, application);
  const changeCompany = (set: string, { companyId } = owner) => change('employer.companies', set, companyId);
  const MAIL = {
    to_address: 'x@mail.test',
    subject: 'News',
    text_body: 'x',
    html_body: 'x',
    kind: 'news',
    priority: 1,
    created_at: fromNow(0),
    attempts: 0,
    next_attempt_at: fromNow(0),
    send_after: fromNow(0),
  };

  return {
    apply,
    change,
    insert,
    changeApplication,
    changeCompany,
    resultOf: (call: string, values?: readonly unknown[]) => resultOf(database, call, values),
    withdraw: () => changeApplication('withdrawn_at = now()'),
    disable: () => changeCompany("condition = 'disabled', disabled_at = now(), disabled_reason = 'x'"),
    enable: () => changeCompany("condition = 'active', disabled_at = null, disabled_reason = ''"),
    setChoice: (kind: string, choice: string, { userId } = talent) =>
      database.query(
        `insert into identity.notification_settings (user_id, ${kind}) values ($1, $2)
         on conflict (user_id) do update set ${kind} = excluded.${kind}`,
        [userId, choice],
      ),
    /** With no plan of a mail, unless given. */
    makeNews: async (
      kind: string,
      subject_id: string,
      values: Readonly<Record<string, unknown>> = {},
      { userId } = talent,
    ) => {
      const { mail_at = null, ...others } = values;
      const id = await insert('identity.notifications', {
        user_id: userId,
        kind,
        subject_id,
        value: randomUUID(),
        at: fromNow(-HOUR),
        ...others,
      });
      await database.query('update identity.notifications set mail_at = $2 where id = $1', [id, mail_at]);
      return id;
    },
    /** Of each notification: in how many minutes a mail reports it. */
    mailMinutes: async (ids: readonly string[]) => {
      const rows = await database.query<{ id: string; mail_at: Date | null }>(
        'select id, mail_at from identity.notifications where id = any ($1)',
        [ids],
      );
      return ids.map((id) => {
        const at = rows.find((row) => row.id === id)?.mail_at ?? null;
        return at === null ? null : Math.round((at.getTime() - Date.now()) / 60_000) + 0;
      });
    },
    makeMail: (values: Readonly<Record<string, unknown>>) =>
      insert('identity.mail_outbox', { ...MAIL, ...values }),
  };
}
