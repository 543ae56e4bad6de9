import { readFileSync } from 'node:fs';
import { openDocumentStore } from '@gatehouse/documents';
import { findFreePort, startLocalSystem } from '@gatehouse/local-system';
import type { DocumentStore, Logger } from '@gatehouse/runtime';
import { createApiClient, createTestDatabase, makePerson, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseDocumentsUrl } from '#packages/documents/src/documents-url.ts';
import { runRetentionJob } from '#support/account-deletions.ts';
import {
  BUCKET,
  hasObjectStore,
  type PolicyStatement,
  startObjectStore,
  type TestObjectStore,
} from '#support/object-store.ts';
import { pdfOf } from '#support/pdf.ts';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';

const WORKLOADS = ['talent', 'employer', 'retention'] as const;
type Workload = (typeof WORKLOADS)[number];

const FOLDER = 'of-gatehouse';
const SIZE = 600_000;

/** What the documentation for operators allows to the access keys of the workloads, in their order there. */
function documentedPolicies(): Record<Workload, readonly PolicyStatement[]> {
  const text = readFileSync(new URL('docs/operations.md', REPOSITORY_ROOT), 'utf8');
  const [, section = ''] = text.split('### Access keys of the store\n');
  const [own = ''] = section.split('\n## ');
  const [talent, employer, retention] = [...own.matchAll(/```json\n(.*?)```/gs)].map(
    ([, json = '']) => JSON.parse(json.replaceAll('BUCKET', BUCKET).replaceAll('FOLDER', FOLDER)).Statement,
  );
  return { talent, employer, retention };
}

let store: TestObjectStore;
let database: TestDatabase;
const urlFor = (workload: Workload) => store.url({ key: workload, secret: workload, folder: FOLDER });

/** The project's own client with the access key of a workload, and what it reports as wrong. */
function clientOf(workload: Workload): { client: DocumentStore; errors: unknown[] } {
  const location = parseDocumentsUrl(urlFor(workload));
  if (location === undefined) throw new Error('no store');
  const errors: unknown[] = [];
  const log = { info: () => {}, warn: () => {}, error: (fields: unknown) => errors.push(fields) };
  return { client: openDocumentStore(location, log as unknown as Logger), errors };
}

/** A service with its own access key. */
async function startService(workload: 'talent' | 'employer') {
  const output: string[] = [];
  const local = await startLocalSystem({
    port: await findFreePort(),
    roleUrl: database.roleUrl,
    withWeb: false,
    apis: [workload],
    environment: { DOCUMENTS_URL: urlFor(workload) },
    onOutput: (line) => output.push(line),
  });
  const publicHost = createApiClient({ port: local.port, host: local.publicHost });
  return { publicHost, output, stop: () => local.stop().finally(() => publicHost.close()) };
}

(hasObjectStore() ? describe : describe.skip)(
  'the access key of each workload at the store of documents',
  () => {
    beforeAll(async () => {
      [store, database] = await Promise.all([startObjectStore(), createTestDatabase({ seed: 'none' })]);
      await store.createKeys(documentedPolicies());
    });
    afterAll(async () => {
      await database.stop();
      await store.stop();
    });

    test('allows what the workload does', async () => {
      const [talent, employer, retention] = await Promise.all([
        startService('talent'),
        startService('employer'),
        clientOf('retention'),
      ]);
      try {
        const applicant = await makePerson(database, { talent: 'active' });
        const owner = await makePerson(database, { membership: { role: 'owner', status: 'active' } });
        const uploaded = await talent.publicHost.request('/api/talent/cvs/current?name=cv.pdf', {
          method: 'PUT',
          cookie: applicant.cookie,
          rawBody: pdfOf('with its own key', SIZE),
          headers: { 'content-type': 'application/pdf' },
        });
        expect(uploaded.status).toBe(200);
        const keys = await store.keys();
        expect(keys).toHaveLength(3);
        for (const key of keys) expect(key).toMatch(new RegExp(`^${FOLDER}/[0-9a-f-]{36}/\\d$`));
        const own = await talent.publicHost.request('/api/talent/cvs/current/document', {
          cookie: applicant.cookie,
        });
        expect(own.text).toContain('with its own key');
        const [application] = await database.query<{ id: string }>(
          `with post as (insert into employer.job_posts (company_id, title, kind, state, published_at)
                       values ($1, 'Bell founder', 'full_time', 'published', now()) returning id)
         insert into talent.applications (job_post_id, company_id, user_id, message, cv_id)
         select post.id, $1, $2, '', c.id from post, talent.cvs c where c.user_id = $2 and c.is_current returning id`,
          [owner.companyId, applicant.userId],
        );
        const sent = await employer.publicHost.request(`/api/employer/applications/${application?.id}/cv`, {
          cookie: owner.cookie,
        });
        expect(sent.text).toContain('with its own key');
        for (const path of [`applications/${application?.id}`, 'cvs/current'])
          await talent.publicHost.request(`/api/talent/${path}`, {
            method: 'DELETE',
            cookie: applicant.cookie,
          });
        await runRetentionJob(database, retention.client);
        expect(await store.keys()).toEqual([]);
        // Nor is anything reported at their start.
        expect(
          [...talent.output, ...employer.output].filter((line) => line.includes('DOCUMENTS_URL')),
        ).toEqual([]);
        expect(retention.errors).toEqual([]);
      } finally {
        retention.client.close();
        await Promise.all([talent.stop(), employer.stop()]);
      }
    });

    const CHUNK = Buffer.from('chunk');
    const OPERATIONS = {
      put: (client: DocumentStore, folder: string) => client.put({ folder, position: 1 }, CHUNK),
      find: (client: DocumentStore, folder: string) => client.find({ folder, position: 0 }, CHUNK.length),
      listFolders: async (client: DocumentStore) => {
        for await (const _ of client.listFolders()) return;
      },
      deleteFolder: (client: DocumentStore, folder: string) => client.deleteFolder(folder),
    };
    const ALLOWED = {
      talent: ['put', 'find'],
      employer: ['find'],
      retention: ['listFolders', 'deleteFolder'],
    };

    test.each(WORKLOADS)(
      'allows %s nothing else: no service finds or deletes what PostgreSQL does not name',
      async (workload) => {
        const { client: talent } = clientOf('talent');
        const { client } = clientOf(workload);
        try {
          const allowed: string[] = [];
          for (const [name, operation] of Object.entries(OPERATIONS)) {
            const folder = crypto.randomUUID();
            await talent.put({ folder, position: 0 }, CHUNK);
            await operation(client, folder).then(
              () => allowed.push(name),
              (error) =>
                expect(error).toMatchObject({
                  name: 'DocumentStoreUnavailable',
                  cause: { name: 'AccessDenied' },
                }),
            );
          }
          expect(allowed).toEqual(ALLOWED[workload]);
        } finally {
          talent.close();
          client.close();
        }
      },
    );

    test.each(WORKLOADS)('allows %s nothing outside of the folder', async (workload) => {
      const location = parseDocumentsUrl(store.url({ key: workload, secret: workload, folder: 'of-others' }));
      if (location === undefined) throw new Error('no store');
      const log = { info: () => {}, warn: () => {}, error: () => {} } as unknown as Logger;
      const client = openDocumentStore(location, log);
      try {
        for (const operation of Object.values(OPERATIONS))
          await expect(operation(client, crypto.randomUUID())).rejects.toMatchObject({
            cause: { name: 'AccessDenied' },
          });
      } finally {
        client.close();
      }
    });
  },
);
