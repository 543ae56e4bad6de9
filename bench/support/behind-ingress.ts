import type { BenchDatabase } from './bench-database.ts';
import { load, median } from './load.ts';
import { processorMicros, serverMicros } from './processor-time.ts';
import { targetOf } from './session-target.ts';
import { startShipped } from './shipped.ts';
import { type Subject, startSubject } from './subject.ts';

const REQUESTS = 8000;
const CONNECTIONS = 64;

/** Session reads through the local ingress without pauses; CPU time in microseconds per request. */
export interface BehindIngress {
  readonly instances: number;
  readonly perSecond: number;
  readonly server: number;
  readonly database: number;
  readonly ingress: number;
  readonly load: number;
}

/** Measures instances of identity behind the local ingress; medians of the rounds, after one that does not count. */
export async function measureBehindIngress(
  { roleUrl, tokens, postmaster }: BenchDatabase,
  { instances, rounds, collectorPort }: { instances: number; rounds: number; collectorPort: number },
): Promise<BehindIngress> {
  const subjects: Subject[] = [];
  try {
    for (let instance = 0; instance < instances; instance += 1) {
      const environment = {
        DATABASE_URL: roleUrl('identity_service'),
        TRUST_PROXY: '1',
        // What the local ingress says of its clients: another scheme is refused.
        PUBLIC_SCHEME: 'http',
      };
      subjects.push(await startShipped('identity', collectorPort, environment));
    }
    const urls = subjects.map(({ port }) => `http://127.0.0.1:${port}`);
    const ingress = await startSubject('bench/support/ingress.ts', { IDENTITY_URLS: urls.join(',') });
    const target = targetOf(ingress.port, tokens);
    const results: BehindIngress[] = [];
    try {
      for (let round = 0; round <= rounds; round += 1) {
        const account = () => [
          subjects.reduce((sum, { pid }) => sum + processorMicros(pid), 0),
          serverMicros(postmaster),
          processorMicros(ingress.pid),
          processorMicros(process.pid),
        ];
        const before = account();
        const { seconds } = await load(target, { requests: REQUESTS, connections: CONNECTIONS });
        const [server = 0, database = 0, inIngress = 0, own = 0] = account().map(
          (micros, index) => (micros - (before[index] ?? 0)) / REQUESTS,
        );
        const perSecond = REQUESTS / seconds;
        if (round > 0)
          results.push({ instances, perSecond, server, database, ingress: inIngress, load: own });
      }
    } finally {
      await ingress.stop();
    }
    const of = (key: keyof BehindIngress) => median(results.map((result) => result[key]));
    return {
      instances,
      perSecond: of('perSecond'),
      server: of('server'),
      database: of('database'),
      ingress: of('ingress'),
      load: of('load'),
    };
  } finally {
    for (const subject of subjects) await subject.stop();
  }
}
