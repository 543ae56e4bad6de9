import {
  addressOf,
  makeColleague,
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { nextMail } from '#support/next-mail.ts';

let system: TestSystem;
let owner: TestPerson;
let posts: readonly string[];
beforeAll(async () => {
  // A search of 20,000 applications takes longer on a busy machine than its limit allows.
  system = await startTestSystem({ seed: 'none', environment: { SEARCH_MILLIS: '20000' } });
});
beforeEach(async () => {
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  posts = [await makePost('Rigger'), await makePost('Caulker')];
});
afterAll(() => system.stop());

const makePost = (title: string, companyId = owner.companyId) =>
  makeJobPost(system.database, { companyId, title });

const send = (method: string, path: string, body?: object, { cookie }: { cookie: string } = owner) =>
  system.publicHost.request(`/api${path}`, { method, cookie, body });

/** A new talent applies for one of the posts. */
async function apply(post: string | undefined, name = 'Test Person') {
  const talent = await makePerson(system.database, { talent: 'active' });
  await system.database.query('update identity.users set name = $2 where id = $1', [talent.userId, name]);
  const { body } = await send(
    'POST',
    `/talent/job_posts/${post}/applications`,
    { message: 'Hello.' },
    talent,
  );
  return { id: String(body.id), talent, address: addressOf(talent) };
}
const move = (id: string, stage: string, message = '', who = owner) =>
  send('PATCH', `/employer/applications/${id}`, { stage, message }, who);
const withdraw = ({ id, talent }: { id: string; talent: TestPerson }) =>
  send('DELETE', `/talent/applications/${id}`, undefined, talent);
const listed = async (query: string) => {
  const { body } = await send('GET', `/employer/applications?${query}`);
  return body.items.map(({ id }: { id: string }) => id);
};
/** Applications for the first post. */
const makeMany = async (count: number) => {
  await system.database.query(
    `with people as (
       insert into identity.users (email, name, email_verified_at)
       select gen_random_uuid() || '@many.test', 'Many Person', now() from generate_series(1, $3::int) returning id
     )
     insert into talent.applications (job_post_id, company_id, user_id, message) select $1, $2, id, '' from people`,
    [posts[0], owner.companyId, count],
  );
  // As autovacuum does after so many rows: the statements were planned for a few.
  await system.database.query('analyze');
};
/** How many applications an export has, and whether they are all. */
const exported = async (query: string, filter: { job_post_id?: string | undefined } = {}) => {
  const { body } = await send('POST', '/employer/application_exports', { query, ...filter });
  return [body.application_count, body.is_complete];
};

describe('U11: the applications of a company', () => {
  test('U11: each count of the overview leads to exactly that many rows, and the stages add up to all', async () => {
    const all = [];
    for (const post of [posts[0], posts[0], posts[0], posts[1]]) all.push(await apply(post));
    const [first, second, third, fourth] = all;
    if (first === undefined || second === undefined || third === undefined || fourth === undefined)
      throw new Error('no applications');
    await move(second.id, 'in_review');
    await move(fourth.id, 'offer');
    await withdraw(third);
    const overview = (await send('GET', '/employer/companies/current/overview')).body;
    let sum = 0;
    for (const { stage, count } of overview.applications) {
      expect(await listed(`stage=${stage}&limit=100`)).toHaveLength(count);
      sum += count;
    }
    expect(await listed('limit=100')).toHaveLength(sum);
    expect(sum).toBe(3);
    for (const { job_post_id, count } of overview.waiting) {
      expect(await listed(`stage=submitted&job_post_id=${job_post_id}`)).toHaveLength(count);
    }
    for (const { state, count } of overview.job_posts) {
      const { items } = (await send('GET', `/employer/job_posts?state=${state}&limit=100`)).body;
      expect(items).toHaveLength(count);
    }
  });

  test('U11: the overview counts expired and hidden posts apart, each as often as the list has it, and all add up', async () => {
    const put = async (title: string, fields: string) =>
      system.database.query(`update employer.job_posts set ${fields} where id = $1`, [await makePost(title)]);
    const EXPIRED = "expires_on = now() - interval '3 days'";
    const HIDDEN = "hidden_at = now(), hidden_reason = 'It asks for money.'";
    await put('Expired', EXPIRED);
    await put('Expired, too', EXPIRED);
    await put('Hidden', HIDDEN);
    await put('Hidden and expired', `${HIDDEN}, ${EXPIRED}`);
    await put('Hidden, without a last day', HIDDEN);
    await put('Closed', `state = 'closed', ${EXPIRED}`);
    await put('Closed and hidden', `state = 'closed', ${HIDDEN}`);
    const overviewOf = async (who: TestPerson) =>
      (await send('GET', '/employer/companies/current/overview', undefined, who)).body;
    const body = await overviewOf(owner);
    expect(body).toMatchObject({ expired_job_posts: 2, hidden_job_posts: 3 });
    const founder = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    expect(await overviewOf(founder)).toMatchObject({ expired_job_posts: 0, hidden_job_posts: 0 });
    const [published] = body.job_posts.filter(({ state }: { state: string }) => state === 'published');
    expect(published.count).toBe(2 + 2 + 3);
    for (const order of ['newest', 'title', 'applications']) {
      const titles = async (query: string) => {
        const { items } = (await send('GET', `/employer/job_posts?order=${order}&${query}`)).body;
        return items.map(({ title }: { title: string }) => title).toSorted();
      };
      expect(await titles('published_as=visible')).toEqual(['Caulker', 'Rigger']);
      expect(await titles('published_as=expired')).toEqual(['Expired', 'Expired, too']);
      expect(await titles('published_as=hidden')).toEqual([
        'Hidden',
        'Hidden and expired',
        'Hidden, without a last day',
      ]);
      expect(await titles('published_as=hidden&state=closed')).toEqual([]);
    }
    expect(await send('GET', '/employer/job_posts?published_as=lost')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'published_as' }] },
    });
  });

  test('U11: the overview lists the posts with most waiting applications first, the newest of equal ones first', async () => {
    posts = [...posts, await makePost('Sailmaker')];
    const [oldest, ...newer] = posts;
    const withdrawn = await apply(oldest);
    await withdraw(withdrawn);
    for (const post of [oldest, oldest, oldest, ...newer]) await apply(post);
    const { waiting } = (await send('GET', '/employer/companies/current/overview')).body;
    expect(waiting).toEqual([
      { job_post_id: oldest, title: 'Rigger', count: 3 },
      { job_post_id: newer[1], title: 'Sailmaker', count: 1 },
      { job_post_id: newer[0], title: 'Caulker', count: 1 },
    ]);
  });

  test('U11: the overview’s first week holds what was made in its first moment, and nothing before', async () => {
    const [first, before] = [await apply(posts[0]), await apply(posts[0])];
    for (const [{ id }, distance] of [
      [first, '0'],
      [before, '1 microsecond'],
    ] as const)
      await system.database.query(
        `update talent.applications set created_at = date_trunc('week', now(), 'UTC') - interval '11 weeks' - $2::interval
          where id = $1`,
        [id, distance],
      );
    const { weeks } = (await send('GET', '/employer/companies/current/overview')).body;
    expect(weeks.map(({ count }: { count: number }) => count)).toEqual([1, ...Array(11).fill(0)]);
  });

  test('U11: are filtered by stage and job post, searched by name, and sorted', async () => {
    const zoe = await apply(posts[0], 'Zoë Ångström');
    const max = await apply(posts[0], 'Max Mast');
    const ann = await apply(posts[1], 'Ann Masters');
    await move(max.id, 'interview');
    expect(await listed('')).toEqual([ann.id, max.id, zoe.id]);
    expect(await listed('order=oldest')).toEqual([zoe.id, max.id, ann.id]);
    expect(await listed(`job_post_id=${posts[0]}`)).toEqual([max.id, zoe.id]);
    expect(await listed(`job_post_id=${posts[0]}&stage=submitted`)).toEqual([zoe.id]);
    expect(await listed('stage=interview')).toEqual([max.id]);
    expect(await listed('query=%20ZOE%20angstrom%20')).toEqual([zoe.id]);
    expect(await listed('query=mast&order=oldest')).toEqual([max.id, ann.id]);
    expect(await listed(`query=mast&job_post_id=${posts[1]}`)).toEqual([ann.id]);
  });

  test('U11 U3: are found by name, email, headline, skills and job post, without accents and with a typing error', async () => {
    const makeSent = async (post: string | undefined, name: string, profile: [string, string[]]) => {
      const talent = await makePerson(system.database, { talent: 'active' });
      await system.database.query('update identity.users set name = $2 where id = $1', [talent.userId, name]);
      await send(
        'PUT',
        '/talent/profiles/current',
        { headline: profile[0], summary: '', skills: profile[1], location: '', links: [] },
        talent,
      );
      const { body } = await send(
        'POST',
        `/talent/job_posts/${post}/applications`,
        { message: 'Hi.' },
        talent,
      );
      return { id: String(body.id), talent };
    };
    const zoe = await makeSent(posts[0], 'Zoë Ångström', ['Naval architect', ['TypeScript', 'C++']]);
    const max = await makeSent(posts[1], 'Max Mast', ['Carpenter', ['Épissure']]);
    // By what was sent, also when the profile is another one now.
    await send(
      'PUT',
      '/talent/profiles/current',
      { headline: 'Poet', summary: '', skills: [], location: '', links: [] },
      zoe.talent,
    );
    for (const [query, found] of [
      ['angstrom', [zoe.id]],
      ['architect', [zoe.id]],
      ['typescript ZOE', [zoe.id]],
      ['c++', [zoe.id]],
      ['rigger', [zoe.id]],
      ['mast caulk', [max.id]],
      ['epissure', [max.id]],
      [addressOf(max.talent), [max.id]],
      ['zoe caulker', []],
      ['poet', []],
      // Typing errors: a swapped, a missing, a wrong letter; one word right, the other one wrong.
      ['capenter', [max.id]],
      ['typscript', [zoe.id]],
      ['zoe arhcitect', [zoe.id]],
      ['rigegr', [zoe.id]],
      ['zoes', [zoe.id]],
      ['max', [max.id]],
      ['mxa', []],
      ['%', [max.id, zoe.id]],
    ] as const) {
      expect({ query, found: await listed(`query=${encodeURIComponent(query)}`) }).toEqual({ query, found });
    }
    expect(await listed(`query=rigger&job_post_id=${posts[1]}`)).toEqual([]);
    await system.database.query("update employer.job_posts set title = 'Topman' where id = $1", [posts[0]]);
    await system.database.query("update identity.users set name = 'Zoe Newname' where id = $1", [
      zoe.talent.userId,
    ]);
    expect(await listed('query=topman')).toEqual([zoe.id]);
    expect(await listed('query=newname')).toEqual([zoe.id]);
    expect(await listed('query=angstrom')).toEqual([]);
    await withdraw(zoe);
    expect(await listed('query=newname')).toEqual([]);
    const kept = await system.database.query(
      'select application_id from talent.application_search where application_id = any ($1)',
      [[zoe.id, max.id]],
    );
    expect(kept).toEqual([{ application_id: max.id }]);
  });

  test('F8: a search reads at most 1,000 applications for words that are like the asked ones, the newest, and for four words at most', async () => {
    await system.database.query(
      `with people as (
         insert into identity.users (email, name, email_verified_at)
         select gen_random_uuid() || '@many.test', 'Many Person', now() from generate_series(1, 1001) returning id
       )
       insert into talent.applications (job_post_id, company_id, user_id, message) select $1, $2, id, '' from people`,
      [posts[0], owner.companyId],
    );
    const [oldest] = await system.database.query<{ id: string; user_id: string }>(
      'select id, user_id from talent.applications where company_id = $1 order by id limit 1',
      [owner.companyId],
    );
    await system.database.query("update identity.users set name = 'Ottilie Oldest' where id = $1", [
      oldest?.user_id,
    ]);
    expect(await listed('query=ottilie')).toEqual([oldest?.id]);
    expect(await listed('query=otillie')).toEqual([]);
    await system.database.query(
      'delete from talent.applications where id = (select max(id::text)::uuid from talent.applications where company_id = $1)',
      [owner.companyId],
    );
    expect(await listed('query=otillie')).toEqual([oldest?.id]);
    // Each word counts once.
    expect(await listed(`query=${'otillie%20'.repeat(16)}`)).toEqual([oldest?.id]);
    expect(await listed('query=otillie%20rigger%20many%20test')).toEqual([oldest?.id]);
    expect(await listed('query=otillie%20rigger%20many%20test%20oldest')).toEqual([]);
  });

  test('an export of a search that read only the newest 1,000, for words like the asked ones, says that it is not complete', async () => {
    await apply(posts[0], 'Ottilie Oldest');
    await makeMany(999);
    expect([await exported('ottilie'), await exported('otillie')]).toEqual([
      [1, true],
      [1, true],
    ]);
    await makeMany(1);
    expect([await exported('ottilie'), await exported('otillie')]).toEqual([
      [1, true],
      [0, false],
    ]);
  });

  test('F8: a search finds the newest 10,001 among the newest 20,000, and an export that it has cut says so', async () => {
    const counted = async (query: string) => {
      const { body } = await send('GET', `/employer/application_board?query=${query}`);
      return body.columns[0].count;
    };
    const { id } = await apply(posts[0], 'Ottilie Oldest');
    await makeMany(9999);
    expect(await exported('many')).toEqual([9999, true]);
    await makeMany(2);
    expect([await counted('many'), await exported('many')]).toEqual([10_001, [10_000, false]]);
    // Those of the other post may be among what the search has left out.
    expect(await exported('many', { job_post_id: posts[1] })).toEqual([0, false]);
    expect([await counted(''), await counted('%20')]).toEqual([10_002, 10_002]);
    expect(await listed('query=ottilie')).toEqual([id]);
    expect(await exported('ottilie')).toEqual([1, true]);
    await makeMany(9999);
    expect([await counted('many'), await listed('query=ottilie')]).toEqual([10_001, []]);
    expect(await exported('ottilie')).toEqual([0, false]);
  });

  test('D5: hold none of another company, whatever the filter', async () => {
    const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const theirs = await makePost('Theirs', other.companyId);
    const { id } = await apply(theirs);
    for (const query of ['', `job_post_id=${theirs}`, 'stage=submitted', 'query=test']) {
      expect(await listed(query)).toEqual([]);
    }
    await apply(posts[0]);
    expect((await send('GET', `/employer/applications/${id}/adjacent`)).status).toBe(404);
  });

  test.each(['applications', 'application_board', 'applications/APPLICATION/adjacent'])(
    'G1: %s: who lost the membership while the search waited reads nothing that it found',
    async (path) => {
      const colleague = await makeColleague(system.database, owner);
      const { id } = await apply(posts[0]);
      const { answer } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
        await holder.query('lock table talent.application_search in access exclusive mode');
        const address = `/employer/${path.replace('APPLICATION', id)}?query=test`;
        const answer = send('GET', address, undefined, colleague);
        await isWaitedFor(holder);
        const membership = `/employer/org_memberships/${colleague.membershipId}`;
        expect((await send('PATCH', membership, { status: 'revoked' })).status).toBe(200);
        return { answer };
      });
      const { status, body } = await answer;
      expect([status, body.code]).toEqual([403, 'org_membership_inactive']);
    },
  );
});

describe('the neighbours of an application', () => {
  test('follow the list that it was opened from, and stay when it has left the list', async () => {
    const [a, b, c] = [
      await apply(posts[0], 'Ada'),
      await apply(posts[1], 'Bea'),
      await apply(posts[0], 'Cy'),
    ];
    const adjacent = async (id: string, query = '') => {
      const { body } = await send('GET', `/employer/applications/${id}/adjacent?${query}`);
      return [body.previous?.id, body.next?.id];
    };
    expect(await adjacent(b.id)).toEqual([c.id, a.id]);
    expect(await adjacent(b.id, 'order=oldest')).toEqual([a.id, c.id]);
    expect(await adjacent(c.id, `job_post_id=${posts[0]}`)).toEqual([undefined, a.id]);
    expect(await adjacent(a.id, `job_post_id=${posts[0]}&query=cy`)).toEqual([c.id, undefined]);
    await move(b.id, 'interview');
    expect(await adjacent(b.id, 'stage=submitted')).toEqual([c.id, a.id]);
    const { body } = await send('GET', `/employer/applications/${b.id}/adjacent`);
    expect(body).toEqual({
      previous: { id: c.id, applicant_name: 'Cy' },
      next: { id: a.id, applicant_name: 'Ada' },
    });
    await withdraw(c);
    expect(await adjacent(b.id)).toEqual([undefined, a.id]);
  });
});

describe('U7: a message with a change of stage', () => {
  const sendWaiting = (address: string) =>
    system.database.query(
      'update identity.mail_outbox set next_attempt_at = now() where to_address = $1 and attempts = 0',
      [address],
    );

  test('U7: is part of the mail that the preview shows, and stays in the history', async () => {
    const { id, address } = await apply(posts[0]);
    const before = (await send('GET', `/employer/applications/${id}`)).body;
    expect(before.history).toEqual([]);
    expect(before.mails.map(({ stage }: { stage: string }) => stage)).toEqual([
      'interview',
      'offer',
      'rejected',
    ]);
    const moved = await move(id, 'interview', '  Come on Monday.\r\n\r\n<b>Ask</b> for Olive.  ');
    expect(moved.body.history).toEqual([
      {
        stage: 'interview',
        changed_by: 'Test Person',
        changed_at: expect.any(String),
        message: 'Come on Monday.\n\n<b>Ask</b> for Olive.',
        is_undo: false,
      },
    ]);
    await sendWaiting(address);
    const mail = await nextMail(system, address);
    const [preview] = before.mails;
    expect(mail.subject).toBe(preview.subject);
    const words = preview.text.split('\n').filter((line: string) => line !== '(link)');
    for (const line of words) expect(mail.text).toContain(line);
    expect(preview.text).toMatch(/Your application:\n\n\(link\)$/);
    expect(mail.text).toMatch(new RegExp(`Your application:\n\nhttp://[^/]+/talent/applications/${id}\n`));
    expect(mail.text).toContain('writes:\nCome on Monday.\n<b>Ask</b> for Olive.\n');
    const { text_before_message, text_after_message } = preview;
    const whole = `${text_before_message}Come on Monday.\n<b>Ask</b> for Olive.${text_after_message}`;
    expect(mail.text.replace(/http\S+/, '(link)')).toContain(whole);
    expect(text_before_message + text_after_message).toContain(preview.text.split('\n\n')[1]);
  });

  test('U7: is bounded, has several lines, and holds no control characters', async () => {
    const { id } = await apply(posts[0]);
    for (const message of ['x'.repeat(1001), 'a\u0007b', 'a\u202eb']) {
      expect(await move(id, 'offer', message)).toMatchObject({
        status: 400,
        body: { code: 'input_invalid', errors: [{ field: 'message' }] },
      });
    }
    expect((await move(id, 'offer', 'x'.repeat(1000))).status).toBe(200);
  });

  test('U7: an undone change is in the history, and what it restores is mailed with its own message', async () => {
    const colleague = await makeColleague(system.database, owner, 'member');
    const { id, address } = await apply(posts[0]);
    await move(id, 'interview', 'Come on Monday.');
    await move(id, 'offer', 'Welcome aboard.', colleague);
    const undone = await send('DELETE', `/employer/applications/${id}/stage_change`);
    expect(
      undone.body.history.map(({ stage, message, is_undo }: Record<string, unknown>) => [
        stage,
        message,
        is_undo,
      ]),
    ).toEqual([
      ['interview', '', true],
      ['offer', 'Welcome aboard.', false],
      ['interview', 'Come on Monday.', false],
    ]);
    await sendWaiting(address);
    const mail = await nextMail(system, address);
    expect(mail.text).toContain('Come on Monday.');
    expect(mail.text).not.toContain('Welcome aboard.');
  });

  test('U7: an undo restores the newest of several messages with the same stage', async () => {
    const { id, address } = await apply(posts[0]);
    await move(id, 'interview', 'Come on Monday.');
    await move(id, 'in_review');
    await move(id, 'interview', 'Come on Friday.');
    await move(id, 'offer', 'Welcome aboard.');
    await send('DELETE', `/employer/applications/${id}/stage_change`);
    await sendWaiting(address);
    const mail = await nextMail(system, address);
    expect(mail.text).toContain('Come on Friday.');
  });

  test('U7: that was written at the same moment to two applicants is in the history of each once', async () => {
    const [first, second] = [await apply(posts[0]), await apply(posts[0])];
    for (const { id } of [first, second]) await move(id, 'interview', `For ${id} alone.`);
    await system.database.query(
      `with moment as (select now() as at),
         events as (update identity.audit_events e set at = m.at from moment m
                     where e.subject_id = any ($1::uuid[]) and e.action = 'application.stage_changed')
       update talent.application_messages a set sent_at = m.at from moment m where a.application_id = any ($1::uuid[])`,
      [[first.id, second.id]],
    );
    for (const { id } of [first, second]) {
      const { body } = await send('GET', `/employer/applications/${id}`);
      expect(body.history).toMatchObject([{ stage: 'interview', message: `For ${id} alone.` }]);
    }
  });

  test('U7: that was mailed is not mailed again by an undo that restores its stage', async () => {
    const { id } = await apply(posts[0]);
    await move(id, 'interview', 'Come on Monday.');
    await system.database.query(
      'update identity.mail_outbox set attempts = 1, sent_at = now() where topic = $1',
      [id],
    );
    await move(id, 'rejected');
    const undone = await send('DELETE', `/employer/applications/${id}/stage_change`);
    expect(undone.body).toMatchObject({ stage: 'interview' });
    expect(undone.body.mail_at).toBeUndefined();
  });
});

describe('U17: a withdrawn application', () => {
  test('U17: names nothing of the applicant, and its messages are deleted', async () => {
    const application = await apply(posts[0], 'Wanda Withdraws');
    const { id } = application;
    await move(id, 'interview', 'Dear Wanda Withdraws');
    await withdraw(application);
    const { status, body } = await send('GET', `/employer/applications/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ job_post_title: 'Rigger', history: [], withdrawn_at: expect.any(String) });
    expect(JSON.stringify(body)).not.toMatch(/Wanda|made\.test|Hello|Dear/);
    expect(
      await system.database.query('select 1 from talent.application_messages where application_id = $1', [
        id,
      ]),
    ).toEqual([]);
    expect(await listed('')).toEqual([]);
    const gone = { status: 410, body: { code: 'application_withdrawn' } };
    expect(await move(id, 'offer')).toMatchObject(gone);
    expect(await send('DELETE', `/employer/applications/${id}/stage_change`)).toMatchObject(gone);
  });

  test('U17: withdrawing while the company moves it: either it was moved before, or the move is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const application = await apply(posts[0]);
      const [moved, withdrawn] = await Promise.all([
        move(application.id, 'interview', 'Come on Monday.'),
        withdraw(application),
      ]);
      expect([200, 410]).toContain(moved.status);
      expect(withdrawn.status).toBe(204);
      const left = await system.database.query(
        'select 1 from talent.application_messages where application_id = $1',
        [application.id],
      );
      expect(left).toEqual([]);
    }
  });
});
