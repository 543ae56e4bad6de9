import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort, startLocalSystem } from '@gatehouse/local-system';
import { createTestDatabase, makePerson, type TestDatabase, type TestPerson } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hasObjectStore, startObjectStore, type TestObjectStore } from '#support/object-store.ts';
import { pdfOf } from '#support/pdf.ts';

/** Nearly as many as send and read at once in a process: with 20, a service that kept whole uploads grew by 49 MiB only. */
const CLIENTS = 60;
const MEBIBYTE = 1024 * 1024;
/** Four chunks: as many as there can be on the way of a file of any size. */
const SMALL = MEBIBYTE;
const LARGE = 5 * MEBIBYTE;

/** The large files weigh 240 MiB more than the small ones: services that kept them whole grew by 205 to 257, one that streams by 28. */
const MAX_GROWTH_MIB = 80;

const ROUNDS = 2;

/** Pieces of an upload, with a pause after each: all uploads are half done at the same time. */
const PIECES = 20;
const PAUSE_MILLIS = 50;

/** Without one the content of files is in PostgreSQL. */
const STORES = [
  ['PostgreSQL', false],
  ['an S3-compatible store', true],
] as const;

let database: TestDatabase;
let store: TestObjectStore | null;
let local: Awaited<ReturnType<typeof startLocalSystem>>;
let talents: readonly TestPerson[];
/** Resident memory of the talent service, in MiB. Linux tells. */
function residentMiB(): number {
  const pid = local.services.talent[0]?.child.pid ?? 0;
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/**
 * The memory that some work needs: the lowest of its peaks. What waits for the garbage collector counts in a peak, too, and
 * differs each time; what is kept is in all of them.
 */
async function neededFor(work: () => Promise<unknown>): Promise<number> {
  const peaks: number[] = [];
  while (peaks.length < ROUNDS) peaks.push(await peakDuring(work));
  return Math.min(...peaks);
}

/** The highest resident memory while some work is under way. */
async function peakDuring(work: () => Promise<unknown>): Promise<number> {
  let peak = residentMiB();
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMiB());
  }, 20);
  try {
    await work();
    return Math.max(peak, residentMiB());
  } finally {
    clearInterval(timer);
  }
}

/** To the service, as the ingress reports a client: each has a network of its own. */
const options = (who: TestPerson, method: string, path: string) => ({
  host: '127.0.0.1',
  port: new URL(local.services.talent[0]?.url ?? '').port,
  method,
  path: `/api/talent/cvs/current${path}`,
  headers: {
    host: local.publicHost,
    cookie: who.cookie,
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': `192.0.2.${talents.indexOf(who) + 1}`,
  },
});

async function uploadSlowly(who: TestPerson, file: Buffer): Promise<number> {
  const { headers, ...rest } = options(who, 'PUT', '?name=slow.pdf');
  const request = httpRequest({
    ...rest,
    headers: { ...headers, 'content-type': 'application/pdf', 'content-length': file.length },
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
  });
  const piece = Math.ceil(file.length / PIECES);
  for (let start = 0; start < file.length; start += piece) {
    request.write(file.subarray(start, start + piece));
    await delay(PAUSE_MILLIS);
  }
  request.end();
  const response = await answer;
  response.resume();
  return response.statusCode ?? 0;
}

/** Reads the headers, then nothing for a while, then the rest. @returns its size in bytes. */
async function downloadSlowly(who: TestPerson): Promise<number> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest(options(who, 'GET', '/document'))
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
  response.pause();
  await delay(PIECES * PAUSE_MILLIS);
  let size = 0;
  for await (const chunk of response) size += chunk.length;
  return size;
}

/** On a busy machine a chunk may wait too long for a connection: 503, after which a client tries again. */
async function upload(who: TestPerson, file: Buffer): Promise<number> {
  let status = 503;
  for (let attempt = 1; status === 503 && attempt <= 3; attempt += 1) status = await uploadSlowly(who, file);
  return status;
}

const uploadAll = (size: number) => Promise.all(talents.map((who) => upload(who, pdfOf('x', size))));
const downloadAll = () => Promise.all(talents.map(downloadSlowly));
const all = (value: number) => Array(CLIENTS).fill(value);

describe.each(STORES.filter(([, isStore]) => !isStore || hasObjectStore()))(
  'with files in %s',
  (_name, isStore) => {
    beforeAll(async () => {
      [database, store] = await Promise.all([
        createTestDatabase({ seed: 'none' }),
        isStore ? startObjectStore() : null,
      ]);
      local = await startLocalSystem({
        port: await findFreePort(),
        roleUrl: database.roleUrl,
        withWeb: false,
        apis: ['talent'],
        ...(store === null ? {} : { environment: { DOCUMENTS_URL: store.url() } }),
      });
      talents = await Promise.all(
        Array.from({ length: CLIENTS }, () => makePerson(database, { talent: 'active' })),
      );
    });
    afterAll(async () => {
      await local.stop();
      await store?.stop();
      await database.stop();
    });

    test('G6: the memory of the service does not grow with the size of the files that slow clients send and read', async () => {
      // What a process needs once, it has after these.
      expect(await uploadAll(SMALL)).toEqual(all(200));
      expect(await downloadAll()).toEqual(all(SMALL));
      const small = {
        up: await neededFor(async () => expect(await uploadAll(SMALL)).toEqual(all(200))),
        down: await neededFor(async () => expect(await downloadAll()).toEqual(all(SMALL))),
      };
      const large = {
        up: await neededFor(async () => expect(await uploadAll(LARGE)).toEqual(all(200))),
        down: await neededFor(async () => expect(await downloadAll()).toEqual(all(LARGE))),
      };
      expect(large.up - small.up).toBeLessThan(MAX_GROWTH_MIB);
      expect(large.down - small.down).toBeLessThan(MAX_GROWTH_MIB);
      // The files were where the test says.
      const folders = await database.query<{ is_stored: boolean }>(
        'select distinct store_folder is not null as is_stored from talent.cvs',
      );
      expect(folders).toEqual([{ is_stored: isStore }]);
    });
  },
);
