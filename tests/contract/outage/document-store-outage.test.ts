import { rmSync, writeFileSync } from 'node:fs';
import { RETENTION_ROLE } from '@gatehouse/database/roles';
import { findFreePort, startLocalSystem } from '@gatehouse/local-system';
import {
  createApiClient,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sweepDocuments } from '#packages/database/src/retention/sweep-documents.ts';
import { runRetentionJob } from '#support/account-deletions.ts';
import { type Collector, startCollector } from '#support/collector.ts';
import { hasObjectStore, startObjectStore, type TestObjectStore } from '#support/object-store.ts';
import { type ObjectStoreProxy, startObjectStoreProxy } from '#support/object-store-proxy.ts';
import { pdfOf } from '#support/pdf.ts';
import { waitFor } from '#support/wait-for.ts';

/** What the store has for each CV of these tests. */
const SIZE = 600_000;

const UNAVAILABLE = {
  status: 503,
  headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  body: { code: 'dependency_unavailable', detail: expect.stringContaining('Files are not available') },
};

let store: TestObjectStore;
let proxy: ObjectStoreProxy;
let collector: Collector;
let system: TestSystem;
let talent: TestPerson;
const lines: string[] = [];

const send = (method: string, path: string, who: { cookie: string }) =>
  system.publicHost.request(`/api${path}`, { method, cookie: who.cookie });
const upload = (file = pdfOf('cv', SIZE), at: Pick<TestSystem, 'publicHost'> = system, who = talent) =>
  at.publicHost.request('/api/talent/cvs/current?name=cv.pdf', {
    method: 'PUT',
    cookie: who.cookie,
    rawBody: file,
    headers: { 'content-type': 'application/pdf' },
  });
const download = () => send('GET', '/talent/cvs/current/document', talent);
const folders = async () =>
  (
    await system.database.query<{ folder: string }>(
      'select store_folder as folder from talent.cvs where user_id = $1 and store_folder is not null',
      [talent.userId],
    )
  ).map(({ folder }) => folder);

async function openTransactions(): Promise<number> {
  const rows = await system.database.query(
    "select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  );
  return rows.length;
}

/** After failures the service does not ask the store for a while. */
async function storeIsAskedAgain(): Promise<void> {
  proxy.mode = 'forward';
  await waitFor(async () => ((await upload()).status === 200 ? true : undefined));
}

(hasObjectStore() ? describe : describe.skip)('the store of documents', () => {
  beforeAll(async () => {
    store = await startObjectStore();
    proxy = await startObjectStoreProxy(store.host);
    collector = await startCollector();
    system = await startTestSystem({
      seed: 'none',
      environment: { ...collector.environment, DOCUMENTS_URL: store.url({ host: proxy.host }) },
      onOutput: (line) => lines.push(line),
    });
  });
  beforeEach(async () => {
    talent = await makePerson(system.database, { talent: 'active' });
    await storeIsAskedAgain();
  });
  afterAll(async () => {
    await system.stop();
    await collector.stop();
    proxy.stop();
    await store.stop();
  });

  test.each(['refuse', 'fail', 'hold'] as const)(
    'E4 G6: that does not work (%s) makes files unavailable and nothing else, until it works again',
    async (mode) => {
      proxy.mode = mode;
      const begunAt = performance.now();
      expect(await download()).toMatchObject(UNAVAILABLE);
      const uploading = upload(pdfOf('newer', SIZE));
      if (mode === 'hold') {
        await waitFor(() => (proxy.held() > 0 ? true : undefined));
        // No transaction is open for as long as the store is asked; those of other parts end meanwhile.
        await waitFor(async () => ((await openTransactions()) === 0 ? true : undefined));
        expect(proxy.held()).toBeGreaterThan(0);
      }
      expect((await send('GET', '/talent/cvs/current', talent)).body.file.size).toBe(SIZE);
      expect((await send('GET', '/talent/applications', talent)).status).toBe(200);
      for (const { url } of system.local.services.talent)
        expect((await fetch(`${url}/readyz`)).status).toBe(200);
      expect(await uploading).toMatchObject(UNAVAILABLE);
      expect(performance.now() - begunAt).toBeLessThan(20_000);
      expect((await send('GET', '/identities/user_sessions/current', talent)).status).toBe(200);
      await storeIsAskedAgain();
      expect((await download()).text).toContain('cv');
    },
  );

  test('reports how long its calls take and why they fail, by operation', async () => {
    const point = (operation: string, error: RegExp | undefined) =>
      waitFor(() =>
        collector.points.find(({ service, metric, attributes }) => {
          const failure = attributes['error.type'];
          return (
            service === 'gatehouse-talent' &&
            metric === 'gatehouse.document_store.duration' &&
            attributes['gatehouse.document_store.operation'] === operation &&
            (error === undefined ? failure === undefined : error.test(String(failure)))
          );
        }),
      );
    await download();
    expect((await point('put', undefined)).value).toBeGreaterThanOrEqual(1);
    await point('find', undefined);
    proxy.mode = 'refuse';
    expect(await download()).toMatchObject(UNAVAILABLE);
    await point('find', /^\w+$/);
  });

  test('E4: after failures it is not asked for a while, and a try then does not count among those of the day', async () => {
    proxy.mode = 'refuse';
    for (let failure = 0; failure < 5; failure++) expect(await download()).toMatchObject(UNAVAILABLE);
    proxy.mode = 'hold';
    const uploads = () =>
      system.database.query('select count from talent.cv_uploads where user_id = $1', [talent.userId]);
    const before = await uploads();
    expect(await upload()).toMatchObject(UNAVAILABLE);
    expect(await uploads()).toEqual(before);
    expect(proxy.held()).toBe(0);
  });

  test('G1: what the store answers after a revocation is not sent', async () => {
    const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const [application] = await system.database.query<{ id: string }>(
      `with post as (insert into employer.job_posts (company_id, title, kind, state, published_at)
                     values ($1, 'Bell founder', 'full_time', 'published', now()) returning id)
       insert into talent.applications (job_post_id, company_id, user_id, message, cv_id)
       select post.id, $1, $2, '', c.id from post, talent.cvs c where c.user_id = $2 and c.is_current returning id`,
      [owner.companyId, talent.userId],
    );
    for (const revoke of [
      () =>
        system.database.query("update employer.companies set condition = 'disabled' where id = $1", [
          owner.companyId,
        ]),
      () => send('DELETE', `/talent/applications/${application?.id}`, talent),
    ]) {
      await system.database.query("update employer.companies set condition = 'active' where id = $1", [
        owner.companyId,
      ]);
      proxy.mode = 'hold';
      const answering = send('GET', `/employer/applications/${application?.id}/cv`, owner);
      await waitFor(() => (proxy.held() > 0 ? true : undefined));
      await revoke();
      proxy.mode = 'forward';
      const answer = await answering;
      expect(['org_company_disabled', 'not_found']).toContain(answer.body.code);
      expect(answer.text).not.toContain('%PDF');
    }
  });

  test('that has lost an object, or has another one, says so in the log, and the client learns that the file is gone', async () => {
    const [folder] = await folders();
    const file = store.fileOf(`${folder}/0`);
    writeFileSync(file, 'something else');
    expect(await download()).toMatchObject({ status: 404, body: { code: 'not_found' } });
    rmSync(file);
    expect(await download()).toMatchObject({ status: 404, body: { code: 'not_found' } });
    await waitFor(() =>
      lines.filter((line) => line.includes('has lost a chunk')).length === 2 ? true : undefined,
    );
    expect((await send('GET', '/identities/user_sessions/current', talent)).status).toBe(200);
  });

  test('G11: that is down keeps nothing for ever: what was deleted meanwhile goes when it works again', async () => {
    const [folder = ''] = await folders();
    await send('DELETE', '/talent/cvs/current', talent);
    proxy.mode = 'refuse';
    const down = store.clientOf(proxy.host);
    const failed = await runRetentionJob(system.database, down);
    down.close();
    expect(failed.find(({ kind }) => kind === 'deleted_documents')).toMatchObject({
      removed: 0,
      oldest_due_at: expect.any(Date),
    });
    const isThere = async () => (await store.keys()).some((key) => key.startsWith(folder));
    expect(await isThere()).toBe(true);
    // Without a store, too: the rows wait until one is configured.
    await runRetentionJob(system.database, null);
    await runRetentionJob(system.database, store.client);
    expect(await isThere()).toBe(false);
    const waiting = await system.database.query(
      'select folder from talent.deleted_documents where folder = $1',
      [folder],
    );
    expect(waiting).toEqual([]);
  });

  test('G11: has under random names what no restored database knows, until it is swept', async () => {
    const unknown = '0b0b0b0b-1111-4222-8333-444444444444';
    await store.client.put({ folder: unknown, position: 0 }, Buffer.from('newer than the backup'));
    const [known = ''] = await folders();
    expect(await sweepDocuments(system.database.roleUrl(RETENTION_ROLE), store.client)).toBeGreaterThan(0);
    const keys = await store.keys();
    expect(keys.filter((key) => key.startsWith(unknown))).toEqual([]);
    expect(keys.filter((key) => key.startsWith(known))).toHaveLength(3);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/\d+$/);
  });

  test('K1: its access key is rotated: a service with the second key goes on after the first is deleted', async () => {
    await store.createKey('first', 'first-secret');
    await store.createKey('second', 'second-secret');
    const withKey = async (key: string) => {
      const local = await startLocalSystem({
        port: await findFreePort(),
        roleUrl: system.database.roleUrl,
        withWeb: false,
        apis: ['talent'],
        environment: { DOCUMENTS_URL: store.url({ key, secret: `${key}-secret` }) },
      });
      const publicHost = createApiClient({ port: local.port, host: local.publicHost });
      const read = () =>
        publicHost.request('/api/talent/cvs/current/document', { method: 'GET', cookie: talent.cookie });
      return { publicHost, read, stop: () => local.stop().finally(() => publicHost.close()) };
    };
    const [before, after] = await Promise.all([withKey('first'), withKey('second')]);
    try {
      expect((await upload(pdfOf('of the first key', SIZE), before)).status).toBe(200);
      expect((await after.read()).text).toContain('of the first key');
      await store.deleteKey('first');
      expect(await before.read()).toMatchObject(UNAVAILABLE);
      expect((await after.read()).text).toContain('of the first key');
      expect((await upload(pdfOf('of the second key', SIZE), after)).status).toBe(200);
      expect((await after.read()).text).toContain('of the second key');
    } finally {
      await Promise.all([before.stop(), after.stop()]);
    }
  });

  test('a CV from before the store was configured is read from PostgreSQL', async () => {
    await system.database.query(
      `with cv as (update talent.cvs set store_folder = null, size = 5 where user_id = $1 returning id)
       insert into talent.cv_chunks (cv_id, position, bytes) select id, 0, '%PDF-' from cv`,
      [talent.userId],
    );
    expect((await download()).text).toBe('%PDF-');
  });

  test('G7: neither logs nor keys have the name of a file or a secret', () => {
    expect(lines.join('\n')).not.toMatch(/cv\.pdf|a\/secret|a%2Fsecret/);
  });

  test.each([
    ['a wrong secret', { secret: 'wrong' }, 'refuses the credentials'],
    ['a bucket that is missing', { bucket: 'nowhere' }, 'the bucket does not exist'],
    ['an address where nothing listens', { host: '127.0.0.1:9' }, 'the store does not answer'],
  ] as const)(
    'E4: with %s the service starts, says what is wrong, and refuses files alone',
    async (_name, changes, reason) => {
      const output: string[] = [];
      const other = await startTestSystem({
        seed: 'none',
        apis: ['talent'],
        environment: { DOCUMENTS_URL: store.url(changes) },
        onOutput: (line) => output.push(line),
      });
      try {
        const who = await makePerson(other.database, { talent: 'active' });
        await waitFor(() => (output.some((line) => line.includes(reason)) ? true : undefined));
        expect(await upload(pdfOf('x'), other, who)).toMatchObject(UNAVAILABLE);
        expect((await other.publicHost.request('/api/talent/job_posts')).status).toBe(200);
      } finally {
        await other.stop();
      }
    },
  );
});
