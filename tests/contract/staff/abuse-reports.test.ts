import { lockAccess } from '@gatehouse/boundary';
import type { JobPostState } from '@gatehouse/contract/wire';
import {
  type ApiClient,
  createInstanceClient,
  makeAdmin,
  makeJobPost,
  makePerson,
  type RunningPart,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';

let system: TestSystem;
let operator: string;
let identity: ApiClient;
let owner: TestPerson;
let post: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', environment: { ABUSE_REPORTS: '5' } });
  operator = (await makeAdmin(system.database, 'operator')).cookie;
  identity = createInstanceClient(system.local.services.identity[0] as RunningPart);
});
beforeEach(async () => {
  await system.database.query('delete from identity.abuse_reports');
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  post = await makePost();
});
afterAll(async () => {
  identity.close();
  await system.stop();
});

const makePost = (state: JobPostState = 'published', title = 'Lamplighter') =>
  makeJobPost(system.database, { companyId: owner.companyId, title, state });

let addresses = 0;
/** An address that has reported nothing yet. */
const newAddress = () => {
  addresses += 1;
  return `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`;
};
/** Through a trusted proxy, which names the address. */
const report = (
  body: object,
  { address = newAddress(), cookie }: { address?: string; cookie?: string } = {},
) =>
  identity.request(
    `/api/identities/${cookie === undefined ? 'abuse_reports' : 'users/current/abuse_reports'}`,
    {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
      body: { subject_kind: 'job_post', subject_id: post, reason: 'fee', ...body },
      ...(cookie === undefined ? {} : { cookie }),
    },
  );
const admin = (path: string, options: object = {}, cookie = operator) =>
  system.teamHost.request(`/api/identities/admin${path}`, { cookie, ...options });
const queue = async () => (await admin('/reported_subjects')).body.items;
const reportsOf = async (id: string) => (await admin(`/reported_subjects/${id}/reports`)).body;
const dismiss = (id: string, newest_id: string) =>
  admin(`/reported_subjects/${id}/dismissals`, {
    method: 'POST',
    body: { newest_id, reason: ' Looks fine ' },
  });

describe('a report', () => {
  test('of a visitor needs no account and is stored with a hash of the network alone', async () => {
    const address = newAddress();
    expect((await report({ text: ' They ask for 50 euros. ' }, { address })).status).toBe(204);
    const [row] = await system.database.query<Record<string, unknown>>(
      'select r.*, r::text as whole from identity.abuse_reports r',
    );
    expect(row).toMatchObject({
      ...{ subject_kind: 'job_post', subject_id: post, company_id: owner.companyId, reason: 'fee' },
      ...{ text: 'They ask for 50 euros.', reporter_id: null, closed_at: null },
    });
    expect(String(row?.['whole'])).not.toContain(address);
    expect(await reportsOf(post)).toMatchObject({
      report_count: 1,
      items: [{ reason: 'fee', text: 'They ask for 50 euros.', reporter_id: '', reporter_name: '' }],
    });
  });

  test('is one for each visitor’s network, account and subject, while it is open', async () => {
    const [address, user] = [newAddress(), await makePerson(system.database)];
    for (const _ of [1, 2]) {
      expect((await report({}, { address })).status).toBe(204);
      expect((await report({}, { cookie: user.cookie })).status).toBe(204);
    }
    const both = await reportsOf(post);
    expect(both.report_count).toBe(2);
    expect(both.items.map((item: { reporter_id: string }) => item.reporter_id).toSorted()).toEqual([
      '',
      user.userId,
    ]);
    expect((await dismiss(post, both.items[0].id)).status).toBe(204);
    expect((await report({}, { address })).status).toBe(204);
    expect((await reportsOf(post)).report_count).toBe(1);
  });

  test('of what is not public is not found', async () => {
    const draft = await makePost('draft');
    for (const subject_id of [draft, owner.userId]) expect((await report({ subject_id })).status).toBe(404);
    expect((await report({ subject_kind: 'company', subject_id: owner.companyId })).status).toBe(204);
    await system.database.query("update employer.companies set condition = 'disabled' where id = $1", [
      owner.companyId,
    ]);
    expect((await report({})).status).toBe(404);
    expect((await report({ subject_kind: 'company', subject_id: owner.companyId })).status).toBe(404);
    const [{ count } = { count: 0 }] = await system.database.query<{ count: number }>(
      'select count(*)::int as count from identity.abuse_reports',
    );
    expect(count).toBe(1);
  });

  test('names a job post or a company by its own id, and a company by posts that visitors know', async () => {
    const subject = { subject_kind: 'company', subject_id: owner.companyId };
    expect((await report({ subject_kind: 'company', subject_id: post })).status).toBe(404);
    expect((await report({ subject_kind: 'job_post', subject_id: owner.companyId })).status).toBe(404);
    // Another company has one.
    await makePerson(system.database, { membership: { role: 'owner', status: 'active' } }).then(
      async (other) => {
        const own = owner;
        owner = other;
        await makePost();
        owner = own;
      },
    );
    for (const change of ["state = 'draft', published_at = null", "hidden_at = now(), hidden_reason = 'x'"]) {
      await system.database.query(`update employer.job_posts set ${change} where id = $1`, [post]);
      expect((await report(subject)).status).toBe(404);
      await system.database.query(
        `update employer.job_posts
            set state = 'published', published_at = now(), hidden_at = null, hidden_reason = '' where id = $1`,
        [post],
      );
      expect((await report(subject)).status).toBe(204);
    }
    await system.database.query('delete from employer.job_posts where company_id = $1', [owner.companyId]);
    expect((await report(subject)).status).toBe(404);
  });

  test('G1: of a post that staff hide while the report waits is not found', async () => {
    const { answering } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await lockAccess(holder, [{ kind: 'company', id: `${owner.companyId}`, mode: 'exclusive' }]);
      const sent = report({});
      await isWaitedFor(holder);
      await holder.query(
        "update employer.job_posts set hidden_at = now(), hidden_reason = 'x' where id = $1",
        [post],
      );
      return { answering: sent };
    });
    expect(await answering).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await queue()).toEqual([]);
  });

  test('G6: is limited for each address and account, and 200 wait of one subject', async () => {
    const address = newAddress();
    for (let count = 0; count < 5; count += 1) expect((await report({}, { address })).status).toBe(204);
    const refused = await report({}, { address });
    const { cookie } = await makePerson(system.database);
    for (let count = 0; count < 5; count += 1) expect((await report({}, { cookie })).status).toBe(204);
    for (const { status, body, headers } of [refused, await report({}, { cookie })]) {
      expect({ status, body }).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    await system.database.query(
      `insert into identity.abuse_reports (subject_kind, subject_id, company_id, reason, text, address_hash)
       select 'job_post', $1, $2, 'scam', '', sha256(n::text::bytea) from generate_series(1, 198) n`,
      [post, owner.companyId],
    );
    expect((await reportsOf(post)).report_count).toBe(200);
    expect((await report({})).status).toBe(204);
    expect((await reportsOf(post)).report_count).toBe(200);
    // Those of another subject wait beside them, and closed ones do not count.
    const other = await makePost();
    expect((await report({ subject_id: other })).status).toBe(204);
    expect((await reportsOf(other)).report_count).toBe(1);
    await dismiss(post, (await reportsOf(post)).items[0].id);
    expect((await report({})).status).toBe(204);
    expect((await reportsOf(post)).report_count).toBe(1);
  });
});

describe('the staff’s queue', () => {
  test('has the most reported subject first, then the one that waits longest, and names the next one', async () => {
    const [first, second] = [await makePost('published', 'First'), await makePost('closed', 'Second')];
    await report({ subject_id: first });
    await report({ subject_id: second, reason: 'scam' });
    for (const reason of ['fee', 'scam', 'fee']) await report({ reason });
    await report({ subject_kind: 'company', subject_id: owner.companyId, reason: 'other' });
    const items = await queue();
    expect(items.map(({ title }: { title: string }) => title)).toEqual([
      'Lamplighter',
      'First',
      'Second',
      expect.stringMatching(/^Company /),
    ]);
    expect(items[0]).toMatchObject({
      ...{ id: post, kind: 'job_post', report_count: 3, reasons: ['fee', 'scam'] },
      company_id: owner.companyId,
    });
    expect(items[3]).toMatchObject({ kind: 'company', id: owner.companyId });
    expect((await reportsOf(post)).next).toMatchObject({ id: first });
    expect((await reportsOf(first)).next).toMatchObject({ id: second });
    expect((await admin('/overview')).body.reported_subject_count).toBe(4);
    // As many as the first: the one whose oldest report is older is next, whatever came later.
    for (const subject_id of [second, second, first]) await report({ subject_id, reason: 'other' });
    await report({ subject_id: first });
    expect((await reportsOf(owner.companyId ?? '')).next).toMatchObject({ id: first, report_count: 3 });
    expect((await reportsOf(first)).next).toMatchObject({ id: second, report_count: 3 });
    expect((await reportsOf(post)).next).toMatchObject({ id: owner.companyId });
    const stranger = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    for (let n = 0; n < 5; n += 1) await report({ subject_kind: 'company', subject_id: owner.companyId });
    expect((await reportsOf(post)).next).toMatchObject({ id: owner.companyId });
    await system.database.query("update employer.companies set condition = 'disabled' where id = $1", [
      owner.companyId,
    ]);
    expect(await reportsOf(stranger.companyId ?? '')).not.toHaveProperty('next');
  });

  test('G10: names the next one behind each, so that all are reached, and after the last the first one again', async () => {
    const others = [await makePost('published', 'Second'), await makePost('published', 'Third')];
    const subjects = [post, ...others, await makePost('published', 'Fourth')];
    for (const subject_id of [post, post, post, ...others, ...others, subjects[3]])
      await report({ subject_id });
    const walked = [post];
    for (const _ of subjects) walked.push((await reportsOf(walked.at(-1) ?? '')).next.id);
    expect(walked).toEqual([...subjects, post]);
    // Without open reports it has no place any more.
    await system.database.query(
      "update identity.abuse_reports set closed_at = now(), outcome = 'dismissed' where subject_id = $1",
      [others[0]],
    );
    expect((await reportsOf(others[0] ?? '')).next).toMatchObject({ id: post });
    expect((await reportsOf(post)).next).toMatchObject({ id: others[1] });
  });

  test('dismisses what the operator has seen: a report that arrives meanwhile stays', async () => {
    await report({});
    const seen = await reportsOf(post);
    await report({ reason: 'scam' });
    expect((await dismiss(post, seen.items[0].id)).status).toBe(204);
    expect(await reportsOf(post)).toMatchObject({ report_count: 1, items: [{ reason: 'scam' }] });
    expect((await dismiss(post, seen.items[0].id)).status).toBe(404);
    const events = await admin(`/audit_events?subject_id=${post}&action=job_post.reports_dismissed`);
    expect(events.body.items).toMatchObject([{ reason: 'Looks fine', change: '1 report' }]);
    const viewer = (await makeAdmin(system.database, 'viewer')).cookie;
    expect((await admin('/reported_subjects', {}, viewer)).status).toBe(200);
  });

  test('dismisses all reports of a company, and shows and closes none of its job posts', async () => {
    const subject = { subject_kind: 'company', subject_id: owner.companyId };
    for (const body of [{}, subject, subject]) await report(body);
    const { items } = await reportsOf(owner.companyId ?? '');
    expect(items).toHaveLength(2);
    expect((await dismiss(owner.companyId ?? '', items[0].id)).status).toBe(204);
    const path = `/audit_events?subject_id=${owner.companyId}&action=company.reports_dismissed`;
    expect((await admin(path)).body.items).toMatchObject([{ reason: 'Looks fine', change: '2 reports' }]);
    expect((await queue()).map(({ id }: { id: string }) => id)).toEqual([post]);
  });

  test('is without a post that staff hide, and without all of a company that they disable', async () => {
    const other = await makePost('published', 'Other');
    const own = owner;
    owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const elsewhere = await makePost();
    await report({ subject_id: elsewhere });
    owner = own;
    await report({});
    await dismiss(post, (await reportsOf(post)).items[0].id);
    for (const subject_id of [post, other]) await report({ subject_id });
    await report({ subject_kind: 'company', subject_id: owner.companyId });
    await admin(`/job_posts/${post}/visibility`, {
      method: 'PUT',
      body: { visibility: 'hidden', reason: 'x', owner_reason: 'x' },
    });
    expect((await queue()).map(({ id }: { id: string }) => id)).toEqual([elsewhere, other, owner.companyId]);
    await admin(`/companies/${owner.companyId}/condition`, {
      method: 'PUT',
      body: { condition: 'disabled', reason: 'x' },
    });
    expect((await queue()).map(({ id }: { id: string }) => id)).toEqual([elsewhere]);
    const outcomes = await system.database.query<{ outcome: string }>(
      'select outcome from identity.abuse_reports where closed_at is not null order by outcome',
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'company_disabled',
      'company_disabled',
      'dismissed',
      'hidden',
    ]);
  });

  test('of a disabled company count as closed on the pages of its subjects, too, until they are', async () => {
    const companyId = owner.companyId ?? '';
    await report({});
    await report({ subject_kind: 'company', subject_id: companyId });
    for (const id of [post, companyId]) expect(await reportsOf(id)).toMatchObject({ report_count: 1 });
    // As while the reports beyond the first 1000 of a company that staff have disabled are not closed yet.
    await system.database.query("update employer.companies set condition = 'disabled' where id = $1", [
      companyId,
    ]);
    expect(await queue()).toEqual([]);
    for (const id of [post, companyId]) expect(await reportsOf(id)).toEqual({ items: [], report_count: 0 });
  });
});
