import {
  makeColleague,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { letDeletionBeDue, runRetentionJob } from '#support/account-deletions.ts';
import { apiSender } from '#support/api-sender.ts';
import { afterWait, inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { nextMail } from '#support/next-mail.ts';
import { waitFor } from '#support/wait-for.ts';

/** Rounds of each race; `make assurance` runs a thousand. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 4);

let system: TestSystem;
let owner: TestPerson;
let member: TestPerson;
let ids: readonly string[];
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', instances: 2 });
});
beforeEach(async () => {
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  member = await makeColleague(system.database, owner, 'member');
  ids = await apply(owner, 3);
});
afterAll(() => system.stop());

/** Applications at a company, in the order of their ids: of new users, or of one user for several posts. */
async function apply(
  { companyId }: TestPerson,
  count: number,
  applicantId: string | null = null,
): Promise<readonly string[]> {
  const rows = await system.database.query<{ id: string }>(
    `with posts as (
       insert into employer.job_posts (company_id, title, kind, state, published_at)
       select $1, 'Bell founder', 'full_time', 'published', now() from generate_series(1, $2::int) returning id
     ), numbered as (select id, row_number() over () as n from posts),
     people as (
       insert into identity.users (email, name, email_verified_at)
       select translate(gen_random_uuid()::text, 'abcdef', 'uvwxyz') || '@moves.test', 'Ada Applies', now() from generate_series(1, $2::int) returning id
     ), applicants as (select id, row_number() over () as n from people)
     insert into talent.applications (job_post_id, company_id, user_id, message)
     select p.id, $1, coalesce($3::uuid, a.id), 'Hello.' from numbered p join applicants a on a.n = p.n
     returning id`,
    [companyId, count, applicantId],
  );
  return rows.map(({ id }) => id).toSorted();
}

const send = apiSender(() => system);
const seen = (some: readonly string[], etag = '"1"') => some.map((id) => ({ id, etag }));
const move = (stage: string, items: readonly object[], who: { cookie: string } = member) =>
  send('POST', '/employer/application_moves', who, { stage, items });
const undo = (items: readonly object[], who: { cookie: string } = member) =>
  send('POST', '/employer/application_move_undos', who, { items });
const outcomesOf = ({ body }: { body: { items: { outcome: string }[] } }) =>
  body.items.map(({ outcome }) => outcome);
const rowsOf = (some: readonly string[]) =>
  system.database.query<{ id: string; stage: string; version: number }>(
    'select id, stage, version from talent.applications where id = any ($1::uuid[]) order by id',
    [some],
  );
const stagesOf = async (some: readonly string[]) => (await rowsOf(some)).map(({ stage }) => stage);
const waitingMails = async (some: readonly string[]) =>
  (
    await system.database.query<{ topic: string }>(
      `select topic from identity.mail_outbox
        where topic = any ($1::uuid[]) and kind = 'application_stage' and sent_at is null and dropped_at is null
        order by topic`,
      [some],
    )
  ).map(({ topic }) => topic);

describe('a move of several applications', () => {
  test('is one request and one transaction: stages, audit events, delayed mails and notifications as for single moves', async () => {
    const moved = await move('interview', seen([...ids].toReversed()));
    expect(moved).toMatchObject({
      status: 200,
      body: {
        items: ids.map((id) => ({
          id,
          outcome: 'moved',
          applicant_name: 'Ada Applies',
          stage: 'interview',
          etag: '"2"',
          is_undoable: true,
        })),
      },
    });
    expect(await stagesOf(ids)).toEqual(['interview', 'interview', 'interview']);
    expect(await waitingMails(ids)).toEqual(ids);
    const events = await system.database.query<{ subject_id: string; change: string }>(
      `select subject_id, change, action, actor_id, count(*) over (partition by trace_id)::int as of_request
         from identity.audit_events where subject_id = any ($1::uuid[]) order by subject_id`,
      [ids],
    );
    expect(events).toEqual(
      ids.map((id) => ({
        subject_id: id,
        change: 'submitted → interview',
        action: 'application.stage_changed',
        actor_id: member.userId,
        of_request: 3,
      })),
    );
    const news = await system.database.query(
      "select from identity.notifications where subject_id = any ($1::uuid[]) and value = 'interview' and at > now()",
      [ids],
    );
    expect(news).toHaveLength(3);
  });

  test('G6: is carried out when an applicant confirms another address meanwhile, to which the mail goes', async () => {
    const address = `confirmed-${ids[1]}@moves.test`;
    const moved = await afterWait(
      system.database.ownerUrl,
      (holder) => holder.query('select from talent.applications where id = $1 for update', [ids[0]]),
      () => move('interview', seen(ids)),
      // A transaction of its own: it commits while the move waits.
      () =>
        system.database.query(
          'select identity.change_address(user_id, $2) from talent.applications where id = $1',
          [ids[1], address],
        ),
    );
    expect([moved.status, outcomesOf(moved)]).toEqual([200, ['moved', 'moved', 'moved']]);
    const mails = await system.database.query(
      "select to_address from identity.mail_outbox where topic = $1 and kind = 'application_stage'",
      [ids[1]],
    );
    expect(mails).toEqual([{ to_address: address }]);
  });

  test('is undone by one request, with its mails and notifications; what is final stays', async () => {
    const { body } = await move('rejected', seen(ids));
    await system.database.query(
      'update identity.mail_outbox set attempts = 1, sent_at = now() where topic = $1',
      [ids[1]],
    );
    const undone = await undo(body.items.map(({ id, etag }: { id: string; etag: string }) => ({ id, etag })));
    expect(outcomesOf(undone)).toEqual(['moved', 'stage_change_final', 'moved']);
    expect(undone.body.items).toMatchObject(Array(3).fill({ is_undoable: false }));
    expect(await stagesOf(ids)).toEqual(['submitted', 'rejected', 'submitted']);
    expect(await waitingMails(ids)).toEqual([]);
    const news = await system.database.query(
      'select subject_id from identity.notifications where subject_id = any ($1::uuid[])',
      [ids],
    );
    expect(news).toEqual([{ subject_id: ids[1] }]);
    expect(outcomesOf(await undo(seen([ids[0] ?? ''], '"3"')))).toEqual(['stage_change_final']);
  });

  test('G9: moves what the caller has seen, and says which ones it has not moved, and why', async () => {
    const [changed, kept, answered, withdrawn, free] = await apply(owner, 5);
    const others = [changed, kept, answered, withdrawn, free].map(String);
    await send('PATCH', `/employer/applications/${changed}`, owner, { stage: 'offer', message: '' });
    await system.database.query("update talent.applications set stage = 'in_review' where id = $1", [kept]);
    // A change of the stage empties the answer.
    await system.database.query("update talent.applications set stage = 'offer' where id = $1", [answered]);
    await system.database.query("update talent.applications set offer_answer = 'accepted' where id = $1", [
      answered,
    ]);
    await system.database.query('update talent.applications set withdrawn_at = now() where id = $1', [
      withdrawn,
    ]);
    const versions = new Map((await rowsOf(others)).map(({ id, version }) => [id, `"${version}"`]));
    const strange = '00000000-0000-7000-8000-000000000000';
    const answer = await move('in_review', [
      ...others.map((id) => ({ id, etag: id === changed ? '"1"' : (versions.get(id) ?? '') })),
      { id: strange, etag: '"1"' },
    ]);
    expect(answer.status).toBe(200);
    const byId = new Map(
      answer.body.items.map((one: { id: string; outcome: string; applicant_name: string }) => [one.id, one]),
    );
    expect([...others, strange].map((id) => (byId.get(id) as { outcome: string }).outcome)).toEqual([
      'edit_conflict',
      'unchanged',
      'offer_answered',
      'application_withdrawn',
      'moved',
      'not_found',
    ]);
    expect(byId.get(changed)).toMatchObject({ stage: 'offer', etag: '"2"' });
    expect(byId.get(withdrawn)).toEqual({
      id: withdrawn,
      outcome: 'application_withdrawn',
      applicant_name: '',
      etag: '',
      is_undoable: false,
    });
    expect(await stagesOf(others)).toEqual(['offer', 'in_review', 'offer', 'submitted', 'in_review']);
  });

  test('G9: is undone as far as the caller has seen it: a newer change, and a withdrawal, stay', async () => {
    const [seenOnce, changed, withdrawn] = ids.map(String);
    await move('interview', seen(ids));
    await move('offer', seen([String(changed)], '"2"'), owner);
    await system.database.query('update talent.applications set withdrawn_at = now() where id = $1', [
      withdrawn,
    ]);
    expect(outcomesOf(await undo(seen(ids, '"2"')))).toEqual([
      'moved',
      'edit_conflict',
      'application_withdrawn',
    ]);
    expect(await stagesOf([String(seenOnce), String(changed)])).toEqual(['submitted', 'offer']);
    expect(await waitingMails(ids)).toContain(changed);
  });

  test('keeps the limit of mails about one application', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [row] = await rowsOf(ids.slice(0, 1));
      await move(round % 2 === 0 ? 'interview' : 'offer', seen(ids.slice(0, 1), `"${row?.version}"`));
      await system.database.query(
        'update identity.mail_outbox set attempts = 1, sent_at = now() where topic = $1 and dropped_at is null',
        [ids[0]],
      );
    }
    const [sent] = await system.database.query<{ count: number }>(
      'select count(*)::int as count from identity.mail_outbox where topic = $1 and dropped_at is null',
      [ids[0]],
    );
    expect(sent?.count).toBeLessThanOrEqual(5);
  });

  test('has 1 to 50 applications and a stage of the company', async () => {
    const many = await apply(owner, 51);
    for (const [stage, items] of [
      ['interview', []],
      ['interview', seen(many)],
      ['submitted', seen(ids)],
      ['interview', [{ id: 'x', etag: '"1"' }]],
      ['interview', [{ id: ids[0], etag: '' }]],
    ] as const) {
      expect(await move(stage, items)).toMatchObject({ status: 400, body: { code: 'input_invalid' } });
    }
    expect(new Set(outcomesOf(await move('interview', seen(many.slice(0, 50)))))).toEqual(new Set(['moved']));
    expect(outcomesOf(await move('offer', seen([ids[0] ?? '', ids[0] ?? ''])))).toEqual(['moved']);
  });

  test('D5: finds nothing of another company', async () => {
    const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const own = await apply(other, 1);
    expect(await move('rejected', seen(ids), other)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect((await undo(seen(ids), other)).status).toBe(404);
    const mixed = await move('rejected', seen([...own, ...ids]), other);
    expect(outcomesOf(mixed).toSorted()).toEqual(['moved', 'not_found', 'not_found', 'not_found']);
    expect(mixed.text).not.toContain('submitted');
    expect(await stagesOf(ids)).toEqual(['submitted', 'submitted', 'submitted']);
  });
});

describe('U7: own words with a move of several applications', () => {
  const historyOf = async (id: string | undefined) =>
    (await send('GET', `/employer/applications/${id}`, member)).body.history;
  const moveWith = (message: string, stage = 'offer') =>
    send('POST', '/employer/application_moves', member, { stage, items: seen(ids), message });
  const rename = (id: string | undefined, name: string) =>
    system.database.query(
      `update identity.users u set name = $2 from talent.applications a where a.id = $1 and u.id = a.user_id`,
      [id, name],
    );

  test('U7: each applicant gets them with the own names, by mail and in the history, also after an undo', async () => {
    await rename(ids[1], 'Bea {member_name}');
    await rename(ids[2], 'Cleo');
    await system.database.query("update identity.users set name = 'Mika' where id = $1", [member.userId]);
    await system.database.query("update employer.companies set name = 'Foundry' where id = $1", [
      owner.companyId,
    ]);
    const text = '  Dear {applicant_name},\r\n{company_name} needs a {job_title}.\n{member_name}  ';
    expect(outcomesOf(await moveWith(text))).toEqual(['moved', 'moved', 'moved']);
    for (const [index, name] of ['Ada Applies', 'Bea {member_name}', 'Cleo'].entries()) {
      expect(await historyOf(ids[index])).toMatchObject([
        { stage: 'offer', message: `Dear ${name},\nFoundry needs a Bell founder.\nMika` },
      ]);
    }
    const mails = await system.database.query<{ email: string }>(
      `update identity.mail_outbox m set next_attempt_at = now()
         from talent.applications a join identity.users u on u.id = a.user_id
        where m.topic = a.id and a.id = $1 and m.attempts = 0 and m.dropped_at is null returning u.email`,
      [ids[1]],
    );
    const mail = await nextMail(system, mails[0]?.email ?? '');
    expect(mail.text).toContain(
      'Foundry writes:\nDear Bea {member_name},\nFoundry needs a Bell founder.\nMika\n',
    );

    const notMailed = [ids[0] ?? '', ids[2] ?? ''];
    await move('rejected', seen(notMailed, '"2"'));
    expect(outcomesOf(await undo(seen(notMailed, '"3"')))).toEqual(['moved', 'moved']);
    for (const [index, name] of ['Ada Applies', 'Cleo'].entries()) {
      const [waiting] = await system.database.query<{ text_body: string }>(
        `select text_body from identity.mail_outbox
          where topic = $1 and kind = 'application_stage' and sent_at is null and dropped_at is null`,
        [notMailed[index]],
      );
      expect(waiting?.text_body).toContain(`Foundry writes:\nDear ${name},`);
    }
  });

  test('U7: another word in braces, and words that are too long with the names in them, are refused, and nothing is moved', async () => {
    await rename(ids[2], 'A'.repeat(60));
    for (const [message, code] of [
      ['Dear {aplicant_name}', 'placeholder.unknown'],
      [`${'x'.repeat(980)}{applicant_name}`, 'placeholder.too_long'],
      ['x'.repeat(1001), 'string.max_len'],
      ['a\u0007b', expect.any(String)],
    ]) {
      expect(await moveWith(String(message))).toMatchObject({
        status: 400,
        body: { code: 'input_invalid', errors: [{ field: 'message', code }] },
      });
    }
    expect(await stagesOf(ids)).toEqual(['submitted', 'submitted', 'submitted']);
    expect(await waitingMails(ids)).toEqual([]);
    await rename(ids[2], 'A'.repeat(20));
    expect(outcomesOf(await moveWith(`${'😀'.repeat(980)}{applicant_name}`))).toEqual([
      'moved',
      'moved',
      'moved',
    ]);
    const [mail] = await system.database.query<{ text_body: string }>(
      `select text_body from identity.mail_outbox
        where topic = $1 and kind = 'application_stage' and sent_at is null and dropped_at is null`,
      [ids[2]],
    );
    expect(mail?.text_body).toContain(`${'😀'.repeat(980)}${'A'.repeat(20)}\n`);
  });

  test('U7: without them an application has no message, and the ones that are not moved get none', async () => {
    await move('in_review', seen(ids.slice(0, 1)));
    expect(outcomesOf(await moveWith('Welcome.'))).toEqual(['edit_conflict', 'moved', 'moved']);
    expect(await historyOf(ids[0])).toMatchObject([{ stage: 'in_review', message: '' }]);
    expect(await historyOf(ids[1])).toMatchObject([{ stage: 'offer', message: 'Welcome.' }]);
  });
});

describe('races', () => {
  test.each([
    ['moves', (some: readonly string[], who: TestPerson) => move('interview', seen(some), who)],
    ['undos', (some: readonly string[], who: TestPerson) => undo(seen(some), who)],
  ])('G1: of a company, %s wait for each other outside the database', async (_name, change) => {
    const members = [owner, member];
    while (members.length < 6) members.push(await makeColleague(system.database, owner, 'member'));
    const some = await apply(owner, members.length);
    const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const client = new pg.Client({ connectionString: system.database.ownerUrl });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select from talent.applications where id = any ($1::uuid[]) for update', [some]);
      const waiting = async () => {
        const { rows } = await client.query<{ count: number }>(
          `select count(distinct pid)::int as count from pg_locks
            where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`,
        );
        return rows[0]?.count ?? 0;
      };
      const answers = members.map((who, index) => change(some.slice(index, index + 1), who));
      // One in each instance of the service.
      await waitFor(async () => ((await waiting()) >= 2 ? true : undefined));
      for (const id of await apply(other, 4)) expect((await change([id], other)).status).toBe(200);
      expect(await waiting()).toBe(2);
      await client.query('rollback');
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(6).fill(200));
    } finally {
      await client.end();
    }
  });

  test('G1: a move by a member who is revoked at that moment commits before the revocation, or not at all', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const racer = await makeColleague(system.database, owner, 'member');
      const some = await apply(owner, 10);
      const [moved, revoked] = await Promise.all([
        move('interview', seen(some), racer),
        send('PATCH', `/employer/org_memberships/${racer.membershipId}`, owner, { status: 'revoked' }),
      ]);
      expect([[200, 403].includes(moved.status), revoked.status]).toEqual([true, 200]);
      expect(new Set(await stagesOf(some))).toEqual(
        new Set([moved.status === 200 ? 'interview' : 'submitted']),
      );
      expect(await move('rejected', seen(some, '"2"'), racer)).toMatchObject({
        status: 403,
        body: { code: 'org_membership_inactive' },
      });
      expect((await undo(seen(some, '"2"'), racer)).status).toBe(403);
    }
  });

  test('G9: of two moves of the same applications in another order each one is moved once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const some = await apply(owner, 20);
      const answers = await Promise.all([
        move('interview', seen(some), member),
        move('rejected', seen(some.toReversed()), owner),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const [one, two] = answers.map(outcomesOf);
      for (const [index] of some.entries()) {
        expect([one?.[index], two?.[index]].toSorted()).toEqual(['edit_conflict', 'moved']);
      }
    }
  });

  test('a move locks its applications in the order of their ids, as the deletion of an account does', async () => {
    const { ownerUrl } = system.database;
    const { unlocked, answers } = await inHeldTransaction(ownerUrl, async (holder) => {
      await holder.query('select from talent.applications where id = $1 for update', [ids[1]]);
      const moving = move('interview', seen(ids.toReversed()));
      await isWaitedFor(holder);
      const { rows } = await holder.query<{ id: string }>(
        'select id from talent.applications where id = any ($1::uuid[]) order by id for update skip locked',
        [ids],
      );
      return { unlocked: rows.map(({ id }) => id), answers: [moving] };
    });
    expect(unlocked).toEqual(ids.slice(1));
    expect(outcomesOf(await (answers[0] as ReturnType<typeof move>))).toEqual(['moved', 'moved', 'moved']);
  });

  test('companies that move applications of the same applicants at the same moment do not end each other’s', async () => {
    const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    for (let round = 0; round < ROUNDS; round += 1) {
      const people = [await makePerson(system.database), await makePerson(system.database)];
      const [here, there] = [[] as string[], [] as string[]];
      for (const { userId } of people) here.push(...(await apply(owner, 3, userId)));
      for (const { userId } of people.toReversed()) there.push(...(await apply(other, 3, userId)));
      const answers = await Promise.all([
        move('interview', seen(here)),
        move('interview', seen(there), other),
        move('offer', seen(here, '"2"'), owner),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(outcomesOf(answers[0]).concat(outcomesOf(answers[1]))).toEqual(Array(12).fill('moved'));
    }
  });

  test('G11: members who keep moving several applications do not keep their applicant’s account from being deleted', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const applicant = await makePerson(system.database, { talent: 'active' });
      const some = [...(await apply(owner, 6, applicant.userId)), ...(await apply(owner, 6))];
      await system.database.query(
        'update identity.users set deletion_requested_at = now(), deletion_due_at = now() where id = $1',
        [applicant.userId],
      );
      await letDeletionBeDue(system.database, applicant.userId);
      const moving = async (stage: string, who: TestPerson) => {
        const statuses: number[] = [];
        for (let turn = 0; turn < 4; turn += 1) {
          statuses.push((await move(stage, seen(some.toReversed(), '*'), who)).status);
        }
        return statuses;
      };
      const [one, two, lines] = await Promise.all([
        moving('interview', member),
        moving('rejected', owner),
        runRetentionJob(system.database),
      ]);
      expect(new Set([...one, ...two])).toEqual(new Set([200]));
      expect(lines.filter(({ err }) => err !== undefined)).toEqual([]);
      const left = await system.database.query('select from identity.users where id = $1', [
        applicant.userId,
      ]);
      expect(left).toEqual([]);
      expect(await rowsOf(some)).toHaveLength(6);
    }
  });
});

test('B1: a member moves no application of their own, alone or among others, and undoes no change of it', async () => {
  const [own = ''] = await apply(owner, 1, member.userId);
  const path = `/employer/applications/${own}`;
  const etag = async (who: { cookie: string }) => (await send('GET', path, who)).body.etag;
  const change = async (method: string, who: TestPerson, at = path, body?: object) =>
    send(method, at, { ...who, ifMatch: await etag(who) }, body);
  const offer = { stage: 'offer', message: '' };
  expect(await change('PATCH', member, path, offer)).toMatchObject({
    status: 403,
    body: {
      code: 'own_application',
      detail: 'You applied yourself: other members decide about your application.',
    },
  });
  const [other = ''] = ids;
  const together = await move('rejected', [
    { id: own, etag: await etag(member) },
    { id: other, etag: '"1"' },
  ]);
  expect(together.body.items).toContainEqual(
    expect.objectContaining({ id: own, outcome: 'own_application' }),
  );
  expect(together.body.items).toContainEqual(expect.objectContaining({ id: other, outcome: 'moved' }));

  expect((await change('PATCH', owner, path, { stage: 'rejected', message: '' })).status).toBe(200);
  const seenByOwner = (await send('GET', path, owner)).body;
  expect([typeof seenByOwner.mail_at, seenByOwner.undo_stage]).toEqual(['string', 'submitted']);
  const seenBySelf = (await send('GET', path, member)).body;
  expect([seenBySelf.mail_at, seenBySelf.undo_stage]).toEqual([undefined, undefined]);
  const undone = await change('DELETE', member, `${path}/stage_change`);
  expect([undone.status, undone.body.code]).toEqual([403, 'own_application']);
  const several = await undo([{ id: own, etag: seenByOwner.etag }]);
  expect(several.body.items).toMatchObject([{ id: own, outcome: 'own_application', is_undoable: false }]);
  expect((await send('GET', path, owner)).body.stage).toBe('rejected');
  expect((await change('DELETE', owner, `${path}/stage_change`)).status).toBe(200);
});

test('B1: a member who has applied reads in the history no stage that was not mailed or was undone, nor what colleagues wrote with it', async () => {
  const [own = ''] = await apply(owner, 1, member.userId);
  const path = `/employer/applications/${own}`;
  const patch = (stage: string, message: string) =>
    send('PATCH', path, { ...owner, ifMatch: '*' }, { stage, message });
  expect((await patch('in_review', 'Between us: too expensive.')).status).toBe(200);
  expect((await patch('rejected', 'We took another one.')).status).toBe(200);
  expect((await send('DELETE', `${path}/stage_change`, { ...owner, ifMatch: '*' })).status).toBe(200);
  const ofOwner = await send('GET', path, owner);
  expect(ofOwner.body.history).toHaveLength(3);
  expect(ofOwner.text).toContain('Between us');
  const ofSelf = await send('GET', path, member);
  expect([ofSelf.status, ofSelf.body.history, ofSelf.body.timeline]).toEqual([200, [], []]);
  expect(ofSelf.text).not.toMatch(/Between us|another one/);
});
