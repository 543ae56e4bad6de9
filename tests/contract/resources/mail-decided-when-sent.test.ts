import {
  addressOf,
  makeAdmin,
  makeColleague,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let owner: TestPerson;
let talent: TestPerson;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
});
beforeEach(async () => {
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  talent = await makePerson(system.database, { talent: 'active' });
});
afterAll(() => system.stop());

const send = ({ cookie }: { cookie: string }, method: string, path: string, body?: object) =>
  system.publicHost.request(`/api${path}`, { method, cookie, body });

async function publish(title: string, { companyId } = owner): Promise<string> {
  const [row] = await system.database.query<{ id: string }>(
    `insert into employer.job_posts (company_id, title, kind, state, published_at)
     values ($1, $2, 'full_time', 'published', now() - interval '10 minutes') returning id`,
    [companyId, title],
  );
  return row?.id ?? '';
}

/** A post of another company. */
async function publishElsewhere(title: string): Promise<string> {
  const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  return publish(title, other);
}

async function apply(post: string, { userId }: TestPerson, stage = 'submitted'): Promise<string> {
  const [row] = await system.database.query<{ id: string }>(
    `insert into talent.applications (job_post_id, company_id, user_id, stage)
     select id, company_id, $2, $3 from employer.job_posts where id = $1 returning id`,
    [post, userId, stage],
  );
  return row?.id ?? '';
}

const close = (post: string) =>
  system.database.query("update employer.job_posts set state = 'closed' where id = $1", [post]);

/** As staff do it. */
const disable = ({ companyId } = owner) =>
  system.database.query(
    "update employer.companies set condition = 'disabled', disabled_at = now() where id = $1",
    [companyId],
  );
const hide = (id: string) =>
  system.database.query('update employer.job_posts set hidden_at = now() where id = $1', [id]);

const mailsTo = (address: string) =>
  system.database.query<{ kind: string; is_sent: boolean; drop_reason: string | null; text_body: string }>(
    'select kind, sent_at is not null as is_sent, drop_reason, text_body from identity.mail_outbox where to_address = $1 order by id',
    [address],
  );
/** As if the time for which the mail waits were over. */
const retry = (address: string) =>
  system.database.query(
    "update identity.mail_outbox set next_attempt_at = now() where to_address = $1 and next_attempt_at < 'infinity'",
    [address],
  );
/** @returns once each mail is sent or dropped. */
async function passDelay(address: string) {
  await retry(address);
  return settled(address);
}
const settled = (address: string) =>
  waitFor(async () => {
    const mails = await mailsTo(address);
    return mails.every(({ is_sent, drop_reason }) => is_sent || drop_reason !== null) ? mails : undefined;
  });
/** A mail that counts towards the limit of its kind. @returns once it is sent. */
async function sendEarlier(person: TestPerson, mail: { kind: string; topic?: string }) {
  const full = { ...mail, to_address: addressOf(person), audience: 'verified', priority: 1 };
  const words = { subject: 'Earlier', text_body: 'Earlier.', html_body: 'Earlier.' };
  await system.database.query("select identity.queue_mail($1, '[]')", [
    JSON.stringify({ ...full, ...words }),
  ]);
  await settled(addressOf(person));
}
const received = async (person: TestPerson) =>
  (await system.local.mails()).filter(({ to }) => to === addressOf(person)).map(({ text }) => text);

const WITHDRAWN = { is_sent: false, drop_reason: 'withdrawn', text_body: '' };

describe('a mail is decided again when it is sent', () => {
  test.each([
    ['without words of the company', ''],
    ['with words of the company', 'Call me at home.'],
  ])(
    'G2: a stage %s is not mailed once staff have disabled the company, and is once they have enabled it',
    async (_what, message) => {
      const path = `/talent/job_posts/${await publish('Rigger')}/applications`;
      const { body: application } = await send(talent, 'POST', path, { message: 'Hello.' });
      const stage = { stage: 'interview', message };
      expect((await send(owner, 'PATCH', `/employer/applications/${application.id}`, stage)).status).toBe(
        200,
      );
      await disable();
      await retry(addressOf(talent));
      const waiting = await waitFor(async () => {
        const mails = await system.database.query<{ waits: boolean }>(
          "select next_attempt_at > now() + interval '50 minutes' as waits from identity.mail_outbox where to_address = $1",
          [addressOf(talent)],
        );
        return mails.every(({ waits }) => waits) ? mails : undefined;
      });
      expect(waiting).toHaveLength(1);
      expect(await mailsTo(addressOf(talent))).toMatchObject([{ is_sent: false, drop_reason: null }]);
      expect(await received(talent)).toEqual([]);
      await system.database.query(
        "update employer.companies set condition = 'active', disabled_at = null where id = $1",
        [owner.companyId],
      );
      expect(await passDelay(addressOf(talent))).toMatchObject([
        { kind: 'application_stage', is_sent: true },
      ]);
      expect(await received(talent)).toEqual([expect.stringContaining(message)]);
    },
  );

  test('a stage of an active company is mailed', async () => {
    const path = `/talent/job_posts/${await publish('Rigger')}/applications`;
    const { body: application } = await send(talent, 'POST', path, { message: 'Hello.' });
    await send(owner, 'PATCH', `/employer/applications/${application.id}`, { stage: 'interview' });
    expect(await passDelay(addressOf(talent))).toMatchObject([{ kind: 'application_stage', is_sent: true }]);
  });

  test.each([
    ['of a disabled company', disable],
    [
      'that was withdrawn',
      () =>
        system.database.query('update employer.invitations set withdrawn_at = now() where company_id = $1', [
          owner.companyId,
        ]),
    ],
  ])('G2, G4: an invitation %s is not mailed', async (_what, take) => {
    const invite = (address: string) =>
      system.database.query(
        `with invited as (
           insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at)
           values ($1, $2, 'member', sha256(convert_to($2, 'UTF8')), $3, now() + interval '7 days'))
         select identity.queue_mail(jsonb_build_object('to_address', $2::text, 'kind', 'invitation_to_new_address', 'topic', $1::uuid,
           'audience', 'unverified', 'priority', 1, 'delay_seconds', 3600, 'subject', 'Join', 'text_body', 'Join.', 'html_body', 'Join.'), '[]')`,
        [owner.companyId, address, owner.userId],
      );
    const [open, taken] = [`open-${owner.userId}@made.test`, `taken-${owner.userId}@made.test`];
    await invite(open);
    expect(await passDelay(open)).toMatchObject([{ is_sent: true }]);
    await invite(taken);
    await take();
    expect(await passDelay(taken)).toMatchObject([WITHDRAWN]);
  });

  test.each([
    ['an operator who is disabled', 'update identity.admins set disabled_at = now() where id = $1'],
    ['one who is none any more', "update identity.admins set role = 'viewer' where id = $1"],
    [
      'one who has declined it',
      "update identity.staff_requests set decided_at = now(), decided_by = $1, outcome = 'declined'",
    ],
    [
      'one when it has expired',
      'update identity.staff_requests set expires_at = now() where requested_by <> $1',
    ],
  ])('G2: a request for approval is not mailed to %s', async (_what, take) => {
    const account = await makeAdmin(system.database, 'viewer');
    const [asker, operator] = [
      await makeAdmin(system.database, 'operator'),
      await makeAdmin(system.database, 'operator'),
    ];
    const ask = async () => {
      await system.database.query('delete from identity.staff_requests');
      await system.database.query(
        `with asked as (
           insert into identity.staff_requests (admin_id, kind, reason, requested_by) values ($1, 'promote', 'Grows.', $2)
           returning id)
         select identity.queue_mail(jsonb_build_object('to_address', $3::text, 'kind', 'staff_approval_requested', 'topic', id,
           'audience', 'verified', 'priority', 1, 'delay_seconds', 3600, 'subject', 'Approve', 'text_body', 'Approve.',
           'html_body', 'Approve.'), '[]') from asked`,
        [account.adminId, asker.adminId, addressOf(operator)],
      );
    };
    await ask();
    expect(await passDelay(addressOf(operator))).toMatchObject([{ is_sent: true }]);
    await ask();
    await system.database.query(take, [operator.adminId]);
    expect(await passDelay(addressOf(operator))).toMatchObject([{ is_sent: true }, WITHDRAWN]);
  });

  test.each(['application_stage', 'talent_access_decided'])(
    'G2: %s whose first attempt has failed is not sent after a later one, which says something else',
    async (kind) => {
      const post = await publish('Rigger');
      const topic = kind === 'application_stage' ? await apply(post, talent, 'offer') : talent.userId;
      const queue = (subject: string) =>
        system.database.query("select identity.queue_mail($1, '[]')", [
          JSON.stringify({
            ...{ to_address: addressOf(talent), kind, topic, audience: 'verified', priority: 1, subject },
            ...{ delay_seconds: 3600, text_body: subject, html_body: subject },
          }),
        ]);
      await queue('Active');
      await system.database.query('update identity.mail_outbox set attempts = 1 where to_address = $1', [
        addressOf(talent),
      ]);
      await queue('Suspended');
      expect(await passDelay(addressOf(talent))).toMatchObject([WITHDRAWN, { is_sent: true }]);
      expect((await received(talent)).map((text) => text.trim())).toEqual(['Suspended']);
    },
  );

  test('one that is always sent is replaced by none that the recipient can stop: it has words of the company', async () => {
    const topic = await apply(await publish('Rigger'), talent, 'offer');
    await system.database.query(
      `insert into identity.mail_outbox
         (to_address, kind, topic, notification_kind, subject, text_body, html_body, attempts, next_attempt_at)
       values ($1, 'application_stage', $2, null, 'Letter', 'Letter', 'Letter', 1, now() + interval '1 hour'),
              ($1, 'application_stage', $2, 'application_moved', 'Moved', 'Moved', 'Moved', 0, now() + interval '1 hour')`,
      [addressOf(talent), topic],
    );
    expect(await passDelay(addressOf(talent))).toMatchObject([{ is_sent: true }, { is_sent: true }]);
  });

  test('one whose first attempt has failed is sent when the later one was undone', async () => {
    const topic = await apply(await publish('Rigger'), talent, 'offer');
    await system.database.query(
      `insert into identity.mail_outbox
         (to_address, kind, topic, subject, text_body, html_body, attempts, next_attempt_at, dropped_at, drop_reason)
       values ($1, 'application_stage', $2, 'First', 'First', 'First', 1, now() + interval '1 hour', null, null),
              ($1, 'application_stage', $2, 'Undone', '', '', 0, 'infinity', now(), 'undone')`,
      [addressOf(talent), topic],
    );
    expect(await passDelay(addressOf(talent))).toMatchObject([{ is_sent: true }, { drop_reason: 'undone' }]);
  });

  describe.each([
    ['company_condition_changed', () => owner.companyId],
    ['company_reviewed', () => owner.companyId],
    ['job_post_visibility_changed', () => publish('Rigger')],
  ])('G2: a mail of the kind %s, decided when it is sent', (kind, topicOf) => {
    const queue = async ({ email }: { email: string }) =>
      system.database.query("select identity.queue_mail($1, '[]')", [
        JSON.stringify({
          ...{
            to_address: email,
            kind,
            topic: await topicOf(),
            audience: 'verified',
            priority: 1,
            delay_seconds: 3600,
          },
          ...{ subject: 'News', text_body: 'News.', html_body: 'News.' },
        }),
      ]);

    test.each([
      ['revoked', "status = 'revoked'"],
      ['made a member', "role = 'member'"],
    ])('G2: is not mailed to an owner who was %s meanwhile', async (_how, change) => {
      const other = await makeColleague(system.database, owner);
      const role = "update employer.org_memberships set role = 'owner' where user_id = $1";
      await system.database.query(role, [other.userId]);
      for (const person of [owner, other]) await queue({ email: addressOf(person) });
      await system.database.query(`update employer.org_memberships set ${change} where user_id = $1`, [
        other.userId,
      ]);
      expect(await passDelay(addressOf(other))).toMatchObject([{ kind, ...WITHDRAWN }]);
      expect(await passDelay(addressOf(owner))).toMatchObject([{ kind, is_sent: true }]);
    });
  });

  /** Queues a mail that waits for an hour. */
  const queueFor = (address: string, kind: string, topic: string) =>
    system.database.query("select identity.queue_mail($1, '[]')", [
      JSON.stringify({
        ...{ to_address: address, kind, topic, audience: 'unverified', priority: 1, delay_seconds: 3600 },
        ...{ subject: 'News', text_body: 'News.', html_body: 'News.' },
      }),
    ]);

  test.each([
    ['company_reviewed', 'is not', WITHDRAWN],
    ['job_post_visibility_changed', 'is not', WITHDRAWN],
    ['company_condition_changed', 'is', { is_sent: true }],
  ])('G2 S3: %s %s mailed to the owner of a company that staff have disabled', async (kind, _is, outcome) => {
    const topic = kind === 'job_post_visibility_changed' ? await publish('Rigger') : owner.companyId;
    await queueFor(addressOf(owner), kind, topic ?? '');
    await disable();
    expect(await passDelay(addressOf(owner))).toMatchObject([{ kind, ...outcome }]);
  });

  test('G2: a stage that the company has changed back is not mailed', async () => {
    const application = await apply(await publish('Rigger'), talent, 'offer');
    await queueFor(addressOf(talent), 'application_stage', application);
    await system.database.query("update talent.applications set stage = 'in_review' where id = $1", [
      application,
    ]);
    expect(await passDelay(addressOf(talent))).toMatchObject([WITHDRAWN]);
  });

  test.each([
    ['account_deletion_requested', 'requested', { is_sent: true }],
    ['account_deletion_requested', 'cancelled', WITHDRAWN],
    ['account_deletion_cancelled', 'requested', WITHDRAWN],
    ['account_deletion_cancelled', 'cancelled', { is_sent: true }],
  ])('G11: of %s, while the deletion is %s, no mail says the opposite', async (kind, state, outcome) => {
    await queueFor(addressOf(talent), kind, talent.userId);
    await system.database.query(
      `update identity.users set deletion_requested_at = case when $2 then now() end,
              deletion_due_at = case when $2 then now() + interval '7 days' end where id = $1`,
      [talent.userId, state === 'requested'],
    );
    expect(await passDelay(addressOf(talent))).toMatchObject([{ kind, ...outcome }]);
  });

  test('G2: a link of staff is not mailed once it has ended', async () => {
    const [lasting, ended] = [
      await makeAdmin(system.database, 'viewer'),
      await makeAdmin(system.database, 'viewer'),
    ];
    for (const { adminId } of [lasting, ended]) {
      await system.database.query(
        `insert into identity.admin_enrolments (token_hash, admin_id, expires_at)
         values (sha256(convert_to($1::text, 'UTF8')), $1::uuid, now() + interval '1 day')`,
        [adminId],
      );
      await queueFor(addressOf({ adminId }), 'staff_link', adminId);
    }
    await system.database.query('update identity.admin_enrolments set used_at = now() where admin_id = $1', [
      ended.adminId,
    ]);
    expect(await passDelay(addressOf(ended))).toMatchObject([WITHDRAWN]);
    expect(await passDelay(addressOf(lasting))).toMatchObject([{ is_sent: true }]);
  });

  test('G7: an invitation to an account is not mailed to an address that its user has given up', async () => {
    const address = addressOf(talent);
    await system.database.query(
      `insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at)
       values ($1, $2, 'member', sha256(convert_to($2, 'UTF8')), $3, now() + interval '7 days')`,
      [owner.companyId, address, owner.userId],
    );
    await queueFor(address, 'invitation_to_account', owner.companyId ?? '');
    await system.database.query('update identity.users set email = $2 where id = $1', [
      talent.userId,
      `new-${address}`,
    ]);
    expect(await passDelay(address)).toMatchObject([WITHDRAWN]);
  });

  describe('news of an application that wait for a digest', () => {
    interface Made {
      readonly owner: TestPerson;
      readonly talent: TestPerson;
    }
    const keep = async () => [];
    const disableCompany = (made: Made) => disable(made.owner);
    const reopen = (made: Made) =>
      system.database.query("update employer.job_posts set state = 'published' where company_id = $1", [
        made.owner.companyId,
      ]);
    const wantNone = (made: Made) =>
      system.database.query(
        "update identity.notification_settings set message_received = 'never' where user_id = $1",
        [made.talent.userId],
      );

    const cases = [
      ['are mailed while they are true', 'application_moved', 'offer', keep, 1],
      [
        'are not mailed when staff have disabled the company',
        'application_moved',
        'offer',
        disableCompany,
        0,
      ],
      ['are mailed while the company may write', 'message_received', 'company', keep, 1],
      ['are not mailed when it may not any more', 'message_received', 'company', disableCompany, 0],
      ['are not mailed when the user wants none', 'message_received', 'company', wantNone, 0],
      ['are mailed while the company may propose', 'interview_changed', 'proposed', keep, 1],
      ['are not mailed when it may not any more', 'interview_changed', 'proposed', disableCompany, 0],
      ['are mailed when it cancels, disabled or not', 'interview_changed', 'cancelled', disableCompany, 1],
      ['are mailed while the post is closed', 'job_post_closed', '', keep, 1],
      ['are not mailed when the post was opened again', 'job_post_closed', '', reopen, 0],
    ] as const;

    /** @returns how many mails have the news. */
    async function countMails([, kind, value, change]: (typeof cases)[number]): Promise<number> {
      const made = {
        owner: await makePerson(system.database, { membership: { role: 'owner', status: 'active' } }),
        talent: await makePerson(system.database, { talent: 'active' }),
      };
      const { userId } = made.talent;
      const address = addressOf(made.talent);
      const [rigger, caulker] = [await publish('Rigger', made.owner), await publishElsewhere('Caulker')];
      const application = await apply(rigger, made.talent, 'offer');
      const other = await apply(caulker, made.talent);
      await close(caulker);
      if (kind === 'job_post_closed') await close(rigger);
      await system.database.query(
        `insert into identity.notification_settings (user_id, application_moved, message_received, interview_changed)
         values ($1, 'daily', 'daily', 'daily')`,
        [userId],
      );
      await sendEarlier(made.talent, { kind: 'notification_digest' });
      await system.database.query(
        `select identity.notify(array[$1::uuid], $3, $2, $4, 0),
                identity.notify(array[$1::uuid], 'job_post_closed', $5, '', 0)`,
        [userId, application, kind, value, other],
      );
      await system.database.query('update identity.notifications set mail_at = now() where user_id = $1', [
        userId,
      ]);
      await waitFor(async () =>
        (await mailsTo(address)).find(
          ({ text_body }) => text_body.includes('“Rigger”') && text_body.includes('“Caulker”'),
        ),
      );
      await change(made);
      await system.database.query(
        "update identity.mail_outbox set send_after = send_after - interval '3 days' where to_address = $1",
        [address],
      );
      await passDelay(address);
      const texts = await waitFor(async () => {
        const all = await received(made.talent);
        return all.some((text) => text.includes('“Caulker”')) ? all : undefined;
      });
      return texts.filter((text) => text.includes('“Rigger”')).length;
    }

    // All at once: each waits for the dispatcher and the reporter, several times.
    let counts: PromiseSettledResult<number>[];
    beforeAll(async () => {
      counts = await Promise.allSettled(cases.map(countMails));
    });

    test.each(cases.map(([what, kind, value, , times], index) => ({ what, kind, value, times, index })))(
      'G2: the news $what ($kind $value)',
      ({ times, index }) => {
        expect(counts[index]).toEqual({ status: 'fulfilled', value: times });
      },
    );
  });

  describe('a digest that waits because of the limit of its kind', () => {
    let reader: TestPerson;
    beforeEach(async () => {
      reader = await makeColleague(system.database, owner);
    });

    /** A digest that tells of new applications for one post, and of another post that is closed. */
    async function makeWaitingDigest() {
      await sendEarlier(reader, { kind: 'notification_digest' });
      const [received, closed] = [await publish('Rigger'), await publishElsewhere('Caulker')];
      const applied = await apply(closed, reader);
      await close(closed);
      await apply(received, talent);
      await system.database.query(
        `select identity.notify(array[$1::uuid], 'application_received', $2, '', 0),
                identity.notify(array[$1::uuid], 'job_post_closed', $3, '', 0)`,
        [reader.userId, received, applied],
      );
      await system.database.query('update identity.notifications set mail_at = now() where user_id = $1', [
        reader.userId,
      ]);
      await waitFor(async () =>
        (await mailsTo(addressOf(reader))).find(
          ({ text_body }) => text_body.includes('“Rigger”') && text_body.includes('“Caulker”'),
        ),
      );
    }

    /** As if the time of the limit were over. @returns the texts of all digests once one has the rest of the news. */
    async function passLimit() {
      await system.database.query(
        "update identity.mail_outbox set send_after = send_after - interval '3 days' where to_address = $1",
        [addressOf(reader)],
      );
      await passDelay(addressOf(reader));
      return waitFor(async () => {
        const texts = await received(reader);
        return texts.some((text) => text.includes('“Caulker”')) ? texts : undefined;
      });
    }

    test('is sent as it is while all of it is true', async () => {
      await makeWaitingDigest();
      expect((await passLimit()).filter((text) => text.includes('“Rigger”'))).toHaveLength(1);
    });

    test.each([
      [
        'the membership was revoked',
        () =>
          system.database.query(
            "update employer.org_memberships set status = 'revoked' where user_id = $1 and company_id = $2",
            [reader.userId, owner.companyId],
          ),
      ],
      ['staff have disabled the company', disable],
      [
        'the only application was withdrawn',
        () =>
          system.database.query('update talent.applications set withdrawn_at = now() where user_id = $1', [
            talent.userId,
          ]),
      ],
      [
        'the user has read of it',
        () =>
          system.database.query(
            "update identity.notifications set read_at = now(), mail_at = null where user_id = $1 and kind = 'application_received'",
            [reader.userId],
          ),
      ],
    ])('G2: tells nothing of a company once %s: the other news are in the next one', async (_what, take) => {
      await makeWaitingDigest();
      await take();
      expect((await passLimit()).filter((text) => text.includes('“Rigger”'))).toEqual([]);
      expect(
        (await mailsTo(addressOf(reader))).filter(({ drop_reason }) => drop_reason !== null),
      ).toMatchObject([WITHDRAWN]);
    });

    test('is not sent once its user wants every kind at once: a mail of each kind has its news', async () => {
      await makeWaitingDigest();
      await system.database.query('insert into identity.notification_settings (user_id) values ($1)', [
        reader.userId,
      ]);
      const daily = ['application_received', 'application_assigned', 'role_changed', 'job_post_closed'];
      await system.database.query(
        `update identity.notification_settings set ${daily.map((kind) => `${kind} = 'at_once'`).join()} where user_id = $1`,
        [reader.userId],
      );
      await passLimit();
      const mails = await waitFor(async () => {
        const all = await settled(addressOf(reader));
        return all.length < 4 ? undefined : all;
      });
      expect(mails.map(({ kind, drop_reason }) => `${kind} ${drop_reason}`).sort()).toEqual([
        'application_received null',
        'job_post_closed null',
        'notification_digest null',
        'notification_digest unwanted',
      ]);
      expect((await received(reader)).filter((text) => text.includes('“Rigger”'))).toHaveLength(1);
    });
  });

  test('a mail about a saved search names no post that staff have hidden since: the others are in the next one', async () => {
    const word = `chandler${owner.userId.replaceAll('-', '')}`;
    await publish(`Kept ${word}`);
    const hidden = await publish(`Hidden ${word}`);
    const saved = { search: { query: word, location: '' }, frequency: 'daily' };
    const { body: search } = await send(talent, 'POST', '/talent/saved_searches', saved);
    // The limit of the outbox holds the mail up.
    for (const _mail of ['one', 'two']) await sendEarlier(talent, { kind: 'saved_search', topic: search.id });
    await system.database.query(
      "update talent.saved_searches set mailed_until = now() - interval '2 days', next_mail_at = now() where id = $1",
      [search.id],
    );
    await waitFor(async () =>
      (await mailsTo(addressOf(talent))).find(({ text_body }) => text_body.includes(`Hidden ${word}`)),
    );
    await hide(hidden);
    // As if the time of the limit were over.
    await system.database.query(
      "update identity.mail_outbox set send_after = send_after - interval '3 days' where to_address = $1",
      [addressOf(talent)],
    );
    await passDelay(addressOf(talent));
    const texts = await waitFor(async () => {
      const mails = await received(talent);
      return mails.some((text) => text.includes(`Kept ${word}`)) ? mails : undefined;
    });
    expect(texts.filter((text) => text.includes('Hidden'))).toEqual([]);
    // A mail arrives before the outbox knows of it.
    expect(
      (await settled(addressOf(talent))).map(({ is_sent, drop_reason }) => [is_sent, drop_reason]),
    ).toEqual([
      [true, null],
      [true, null],
      [false, 'withdrawn'],
      [true, null],
    ]);
  });
});
