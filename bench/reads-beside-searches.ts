import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { backendsOf, onCoresOfTheirOwn } from './support/cores.ts';
import { connectionsTo, exchange, quantile, type Target } from './support/load.ts';
import { processorMicros, serverMicros } from './support/processor-time.ts';
import { steadyLoad } from './support/steady-load.ts';
import type { Subject } from './support/subject.ts';

const BUSY_WORK = fileURLToPath(new URL('support/busy-work.ts', import.meta.url));

/** A search that begins late, because the one before is slow, counts from the time at which it was to begin. */
export const SEARCHES_PER_SECOND = 20;
/** A light load: what the searches cost the session reads is to be seen, not a queue. */
export const READS_PER_SECOND = 200;
export const SECONDS = 8;

/** What takes part in the measurement. */
export interface Parts {
  readonly identity: Subject;
  readonly talent: Subject;
  readonly reads: Target;
  readonly searches: Target;
  readonly ownerUrl: string;
  /** PostgreSQL's first process. */
  readonly postmaster: number;
}

/** Of one round; latencies in milliseconds. */
export interface Round {
  /** Of each search, sorted. */
  readonly searches: readonly number[];
  /** Processor time of a search in the service and in PostgreSQL, in milliseconds. */
  readonly searchMillis: number;
  /** p99 of session reads. */
  readonly alone: number;
  readonly beside: number;
  /** Beside a process that uses the processor time of the searches. */
  readonly besideBusyWork: number;
  /** On cores of their own. */
  readonly apart: number;
  readonly apartBeside: number;
}

/** Session reads alone, beside searches, and beside as much work of another process; and the first two on cores of their own. */
export async function measureRound(parts: Parts): Promise<Round> {
  const { talent, postmaster, ownerUrl, identity } = parts;
  const micros = () => processorMicros(talent.pid) + serverMicros(postmaster);
  const p99 = async () =>
    quantile(
      (await steadyLoad(parts.reads, { perSecond: READS_PER_SECOND, seconds: SECONDS })).latencies,
      0.99,
    );
  const besideSearches = () => Promise.all([p99(), searchOneByOne(parts.searches)]);

  const start = micros();
  const alone = await p99();
  const between = micros();
  const [beside, searches] = await besideSearches();
  const searchMillis = (micros() - between - (between - start)) / searches.length / 1000;
  const [besideBusyWork] = await Promise.all([p99(), workAsMuch(searchMillis)]);
  const sides = {
    measured: [process.pid, identity.pid, ...(await backendsOf(ownerUrl, 'identity_service'))],
    beside: [talent.pid, ...(await backendsOf(ownerUrl, 'talent_service'))],
  };
  const [apart, [apartBeside]] = await onCoresOfTheirOwn(sides, async () => {
    // On other cores, the first reads are slower.
    await p99();
    return [await p99(), await besideSearches()];
  });
  return { searches, searchMillis, alone, beside, besideBusyWork, apart, apartBeside };
}

/** @returns the milliseconds from the time at which each search was to begin until its answer, sorted. */
async function searchOneByOne(target: Target): Promise<readonly number[]> {
  const connections = connectionsTo(target, 1);
  const latencies: number[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < SEARCHES_PER_SECOND * SECONDS; n += 1) {
    const due = startedAt + (n * 1000) / SEARCHES_PER_SECOND;
    await delay(Math.max(0, due - performance.now()));
    await exchange(target, connections, n);
    latencies.push(performance.now() - due);
  }
  await connections.close();
  return latencies.toSorted((left, right) => left - right);
}

async function workAsMuch(millis: number): Promise<void> {
  const values = [SEARCHES_PER_SECOND, millis, SECONDS].map(String);
  await once(spawn(process.execPath, [BUSY_WORK, ...values], { stdio: 'inherit' }), 'exit');
}
