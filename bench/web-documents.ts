import { byAddressVariable } from '@gatehouse/contract';
import { ensureWebBuild } from '@gatehouse/local-system';
import { BENCH_HOST } from './support/bench-host.ts';
import { costOf, ratioOf, serverOf } from './support/costs.ts';
import { answerOf, load, median } from './support/load.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type Contender, type Figures, measureAlternating } from './support/rounds.ts';
import { startShipped } from './support/shipped.ts';
import { type Subject, startSubject } from './support/subject.ts';
import { buildTemplate } from './support/template-build.ts';
import { verdict } from './support/verdict.ts';

const CONNECTIONS = 16;
const REQUESTS = 1500;
/** After ten thousand documents V8 still recompiles React's and the router's code at times, for both contenders. */
const WARM_UP_ROUNDS = 12;
const DASHBOARD = 'Gatehouse `/employer`';
const SAME_DASHBOARD = 'bare template, the same content';
const DASHBOARD_SHOWS = { shows: 'Harbour &amp; Pine', isSignedIn: true };
const SIGNED_IN_SHOWS = { shows: 'Olivia Owner', isSignedIn: true };
const JOBS_SHOW = { shows: 'wooden hulls 20', isSignedIn: false };
const FRAME = 'Gatehouse `/employer/jobs`';
const SAME_FRAME = 'bare template, the same frame';
const HELLO = 'bare template, a heading alone';
const JOBS = 'Gatehouse `/jobs`';
const SAME_JOBS = 'bare template, the same list';

/** Targets for a document's share of the bare template's CPU time. */
const TARGETS = { signedIn: 1.15, anonymous: 0.25 };

/** A contender and its document. */
interface Document extends Contender {
  readonly bytes: number;
  /** Session reads at the API per document. */
  readonly sessionCalls: number;
}

/** Measures documents of the web tier and of React Router's bare template. @returns the sections. */
export async function webDocumentSections({
  rounds,
  collectorPort,
}: {
  rounds: number;
  collectorPort: number;
}): Promise<string> {
  await ensureWebBuild();
  await buildTemplate();
  const api = await startSubject('bench/support/stand-in-api.ts', {});
  const apiUrl = `http://127.0.0.1:${api.port}`;
  const addresses = byAddressVariable(() => apiUrl);
  const web = await startShipped('web', collectorPort, addresses);
  const template = await startSubject('bench/peers/react-router-template/server.js', { API_URL: apiUrl });
  try {
    const signedIn = [
      contender(DASHBOARD, web, '/employer', DASHBOARD_SHOWS),
      contender(SAME_DASHBOARD, template, '/dashboard', DASHBOARD_SHOWS),
      contender(FRAME, web, '/employer/jobs', SIGNED_IN_SHOWS),
      contender(SAME_FRAME, template, '/dashboard/jobs', SIGNED_IN_SHOWS),
      contender(HELLO, template, '/', SIGNED_IN_SHOWS),
    ];
    const anonymous = [
      contender(JOBS, web, '/jobs', JOBS_SHOW),
      contender(SAME_JOBS, template, '/jobs', JOBS_SHOW),
    ];
    const figures = await measureAlternating([...signedIn, ...anonymous], {
      rounds,
      warmUpRounds: WARM_UP_ROUNDS,
      connections: CONNECTIONS,
    });
    const describe = (contenders: readonly Contender[]) => describeDocuments(contenders, apiUrl);
    const anonymousDocuments = await describe(anonymous);
    const ratio = (ours: string, base: string) => ratioOf(figures, ours, base, serverOf);
    return `## Documents of the web tier, ${CONNECTIONS} connections

The web tier's production build and React Router's own template for Express, with nothing added to it; both call the same
stub of the API, which answers from memory. No request accepts compression.

${table(await describe(signedIn), figures)}

A signed-in document, Gatehouse / bare template with the same elements: \`/employer\` ${verdict(ratio(DASHBOARD, SAME_DASHBOARD), TARGETS.signedIn)};
\`/employer/jobs\`, the site's frame and a skeleton, because the browser loads its data, ${verdict(ratio(FRAME, SAME_FRAME), TARGETS.signedIn)}.
For \`/employer\` Gatehouse calls the API twice, for the session and for the page, and the template once. Divided by the template's heading without a
frame, \`/employer/jobs\` is ${ratio(FRAME, HELLO).toFixed(2)}, the template's own frame ${ratio(SAME_FRAME, HELLO).toFixed(2)}.

${table(anonymousDocuments, figures)}

An anonymous document, Gatehouse / bare template: ${verdict(ratio(JOBS, SAME_JOBS), TARGETS.anonymous)}. Session calls of an anonymous document: ${anonymousDocuments[0]?.sessionCalls}, target 0.`;
  } finally {
    for (const subject of [web, template, api]) await subject.stop();
  }
}

function contender(
  name: string,
  subject: Subject,
  path: string,
  { shows, isSignedIn }: { shows: string; isSignedIn: boolean },
): Contender {
  const headers = {
    host: BENCH_HOST,
    accept: 'text/html',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36',
    ...(isSignedIn ? { cookie: 'app_session_id=bench' } : {}),
  };
  return {
    name,
    subject,
    requests: REQUESTS,
    shows,
    target: { port: subject.port, path, headers: () => headers },
  };
}

/** Counted over some documents after the measurement, when no other client calls the API. */
async function describeDocuments(
  contenders: readonly Contender[],
  apiUrl: string,
): Promise<readonly Document[]> {
  const counted = async () => Number(await (await fetch(`${apiUrl}/session_calls`)).text());
  const documents: Document[] = [];
  for (const one of contenders) {
    const before = await counted();
    await load(one.target, { requests: 100, connections: 1 });
    documents.push({
      ...one,
      sessionCalls: ((await counted()) - before) / 100,
      bytes: Buffer.byteLength(await answerOf(one.target)),
    });
  }
  return documents;
}

function table(documents: readonly Document[], figures: ReadonlyMap<string, Figures>): string {
  const rows = documents.map(({ name, bytes, sessionCalls }) => {
    const { perSecond = [], p50 = [], p99 = [] } = figures.get(name) ?? {};
    return [
      name,
      Math.round(costOf(figures, name).server),
      sessionCalls,
      (bytes / 1024).toFixed(1),
      Math.round(median(perSecond)),
      median(p50).toFixed(1),
      median(p99).toFixed(1),
    ];
  });
  const head = ['', 'web process, µs', 'session calls', 'HTML, KiB', 'requests/s', 'p50, ms', 'p99, ms'];
  return markdownTable(head, rows);
}
