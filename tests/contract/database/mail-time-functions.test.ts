import { randomUUID } from 'node:crypto';
import { makeJobPost, type TestDatabase, type TestPerson } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import { beforeMailDecisions, fromNow, HOUR, IN_DIGEST } from '#support/mail-parties.ts';

let database: TestDatabase;
let owner: TestPerson;
let talent: TestPerson;
let application: string;
const { apply, resultOf, insert, setChoice, makeNews, mailMinutes, makeMail } = beforeMailDecisions(
  (made) => {
    ({ database, owner, talent, application } = made);
  },
);

describe('when a notification is mailed', () => {
  const timeOf = async (kind: string, choice: string, at: Date) =>
    (await resultOf('identity.mail_time($1, $2, $3, $4)', [talent.userId, kind, choice, at])) as Date | null;
  const DAY = 24 * HOUR * 1000;
  const midnight = new Date('2030-01-01T00:00:00Z');
  const later = (time: Date | null, millis: number) => new Date((time?.getTime() ?? 0) + millis);

  test.each(IN_DIGEST)('%s, daily: at the next time of its recipient', async (kind) => {
    const today = await timeOf(kind, 'daily', midnight);
    expect(later(today, 0).getUTCHours()).toBeGreaterThanOrEqual(5);
    expect(later(today, 0).getUTCHours()).toBeLessThan(9);
    expect(await timeOf(kind, 'daily', later(today, -1))).toEqual(today);
    expect(await timeOf(kind, 'daily', later(today, 0))).toEqual(later(today, DAY));
    expect(await timeOf(kind, 'daily', later(today, 1))).toEqual(later(today, DAY));
  });

  test('at once: a minute later, unless its change queues a mail', async () => {
    for (const kind of IN_DIGEST) {
      const queuesMail = kind === 'application_moved';
      expect(await timeOf(kind, 'at_once', midnight)).toEqual(queuesMail ? null : later(midnight, 60_000));
    }
  });

  test('never, and not in the digest: at no time', async () => {
    expect(await timeOf('role_changed', 'never', midnight)).toBeNull();
    for (const choice of ['at_once', 'daily'])
      expect(await timeOf('invitation_received', choice, midnight)).toBeNull();
  });

  const planned = async (kind: string, values: Readonly<Record<string, unknown>> = {}) => {
    const id = await insert('identity.notifications', {
      user_id: talent.userId,
      kind,
      subject_id: application,
      value: randomUUID(),
      at: fromNow(0),
      ...values,
    });
    return (await mailMinutes([id]))[0];
  };

  test('of a message, with those of its conversation that are not read', async () => {
    expect(await planned('message_received')).toBe(1);
    await makeNews('message_received', application, { at: fromNow(-HOUR / 2) });
    expect(await planned('message_received')).toBe(30);
    await makeNews('message_received', application, { mail_at: fromNow(HOUR) });
    expect(await planned('message_received')).toBe(60);
    await makeNews('message_received', application, { at: fromNow(-2 * HOUR) });
    expect(await planned('message_received')).toBe(60);
  });

  test('of a message alone if the others are read, of another user, kind or conversation', async () => {
    const late = { mail_at: fromNow(2 * HOUR) };
    await makeNews('message_received', application, { ...late, read_at: fromNow(0) });
    await makeNews('message_received', application, late, owner);
    await makeNews('interview_changed', application, late);
    await makeNews('message_received', randomUUID(), late);
    expect(await planned('message_received')).toBe(1);
    expect(await planned('interview_changed')).toBe(1);
  });

  test('of a message never, if its recipient wants none', async () => {
    await makeNews('message_received', application, { mail_at: fromNow(HOUR) });
    await setChoice('message_received', 'never');
    expect(await planned('message_received')).toBeNull();
  });

  test('again when its recipient chooses otherwise', async () => {
    await setChoice('role_changed', 'daily');
    const at = { mail_at: fromNow(2 * 24 * HOUR) };
    const subject = randomUUID();
    const past = await makeNews('role_changed', subject, at);
    const future = await makeNews('role_changed', subject, { ...at, at: fromNow(HOUR) });
    const unplanned = await makeNews('role_changed', subject, { at: fromNow(HOUR) });
    const kept = [
      await makeNews('role_changed', subject, { ...at, read_at: fromNow(0) }),
      await makeNews('role_changed', subject, at, owner),
      await makeNews('job_post_closed', subject, at),
      // No kind, but a column of the settings.
      await makeNews('version', subject, at),
    ];
    await setChoice('role_changed', 'at_once');
    expect(await mailMinutes([past, future, unplanned])).toEqual([1, 61, 61]);
    expect(await mailMinutes(kept)).toEqual(kept.map(() => 2880));
    await setChoice('role_changed', 'daily');
    const [first, ...later] = await mailMinutes([past, future, unplanned]);
    expect(first).toBeGreaterThan(1);
    for (const minutes of later) expect(minutes).toBeGreaterThanOrEqual(60);
    expect(await mailMinutes(kept)).toEqual(kept.map(() => 2880));
  });

  test.each(['at_once', 'daily'])(
    'again, with what was due before its recipient chose never, if it is %s again by then',
    async (choice) => {
      await setChoice('role_changed', 'daily');
      const due = await makeNews('role_changed', randomUUID(), { mail_at: fromNow(2 * 24 * HOUR) });
      await setChoice('role_changed', 'never');
      expect(await mailMinutes([due])).toEqual([2880]);
      const meanwhile = await insert('identity.notifications', {
        ...{ user_id: talent.userId, kind: 'role_changed', subject_id: randomUUID() },
        ...{ value: randomUUID(), at: fromNow(-HOUR) },
      });
      await setChoice('role_changed', choice);
      const [minutes, none] = await mailMinutes([due, meanwhile]);
      expect(minutes).toBeGreaterThanOrEqual(1);
      expect(minutes).toBeLessThanOrEqual(choice === 'at_once' ? 1 : 24 * 60);
      expect(none).toBeNull();
    },
  );

  test('again, the newest thousand', async () => {
    await setChoice('role_changed', 'daily');
    const rows = await database.query<{ id: string }>(
      `insert into identity.notifications (id, user_id, kind, subject_id, value, at)
       select uuidv7(), $1, 'role_changed', $2, n::text, now() from generate_series(1, 1001) n returning id`,
      [talent.userId, randomUUID()],
    );
    const [oldest, ...newest] = rows.map(({ id }) => id).toSorted();
    await database.query(
      "update identity.notifications set mail_at = now() + interval '2 days' where id = any ($1)",
      [rows.map(({ id }) => id)],
    );
    await setChoice('role_changed', 'at_once');
    expect([...new Set(await mailMinutes(newest))]).toEqual([1]);
    expect(await mailMinutes([`${oldest}`])).toEqual([2880]);
  });

  describe('of a stage whose own mail waits', () => {
    const MOVED = { value: 'interview' };
    let kept: string[];
    const stageMail = (topic: string, values: Readonly<Record<string, unknown>> = {}) =>
      makeMail({
        kind: 'application_stage',
        topic,
        state: 'interview',
        notification_kind: 'application_moved',
        ...values,
      });

    test('daily then, and no other', async () => {
      await setChoice('application_moved', 'at_once');
      await stageMail(application);
      kept = [];
      const without = async (values: Readonly<Record<string, unknown>>) => {
        const subject = randomUUID();
        await stageMail(subject, values);
        kept.push(await makeNews('application_moved', subject, MOVED));
      };
      await without({ kind: 'else' });
      await without({ topic: randomUUID() });
      await without({ notification_kind: null });
      await without({ state: 'offer' });
      await without({ sent_at: fromNow(0) });
      await without({ dropped_at: fromNow(0), drop_reason: 'withdrawn' });
      const other = await makeNews('role_changed', application, MOVED);
      const moved = await makeNews('application_moved', application, MOVED);
      await setChoice('application_moved', 'daily');
      expect(await mailMinutes([moved])).not.toEqual([null]);
      expect(await mailMinutes(kept)).toEqual(kept.map(() => null));
      await setChoice('role_changed', 'at_once');
      await setChoice('role_changed', 'daily');
      expect(await mailMinutes([other])).toEqual([null]);
    });

    test('and not if it is chosen at once', async () => {
      await setChoice('application_moved', 'never');
      await stageMail(application);
      const moved = await makeNews('application_moved', application, MOVED);
      await setChoice('application_moved', 'at_once');
      expect(await mailMinutes([moved])).toEqual([null]);
    });

    test('in no digest once its mail reports it', async () => {
      const [at, mail_at] = [fromNow(HOUR), fromNow(2 * HOUR)];
      const moved = await makeNews('application_moved', application, { at, mail_at });
      const others = [
        await makeNews('application_moved', application, { at, mail_at, read_at: fromNow(0) }),
        await makeNews('application_moved', application, { mail_at }),
        await makeNews('interview_changed', application, { at, mail_at }),
        await makeNews('application_moved', randomUUID(), { at, mail_at }),
        await makeNews('application_moved', await apply(talent, await makeJobPost(database, owner)), {
          at,
          mail_at,
        }),
        await makeNews('application_moved', application, { at, mail_at }, owner),
      ];
      await database.query('select identity.keep_stage_out_of_digest($1)', [application]);
      expect(await mailMinutes([moved, ...others])).toEqual([null, ...others.map(() => 120)]);
    });
  });
});
