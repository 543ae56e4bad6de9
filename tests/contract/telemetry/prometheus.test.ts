import { readFileSync } from 'node:fs';
import {
  API_SERVICES,
  type ApiService,
  byAddressVariable,
  byService,
  contracts,
  describeEndpoints,
} from '@gatehouse/contract';
import { type ChildService, findFreePort, startChildService, startEach } from '@gatehouse/local-system';
import {
  type ApiClient,
  buildWeb,
  createInstanceClient,
  createTestDatabase,
  DEMO_PASSWORD,
  type TestDatabase,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';

/** A metric as the chart's dashboard and alerts may use it: the parts that have it, and its labels. */
interface ScrapedMetric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
  /** `api`: every API service. */
  readonly parts: readonly (Part | 'api')[];
}

type Part = ApiService | 'web';

const HOST = 'www.metrics.test';
const METRICS: readonly ScrapedMetric[] = JSON.parse(
  readFileSync(new URL('deploy/helm/gatehouse/files/metrics.json', REPOSITORY_ROOT), 'utf8'),
);

let database: TestDatabase;
const running: ChildService[] = [];
const clients: ApiClient[] = [];
const scrapes = new Map<Part, string>();

beforeAll(async () => {
  await buildWeb();
  database = await createTestDatabase();
  const ports = new Map<Part, number>();
  const start = async (part: Part, entry: string, own: Readonly<Record<string, string>>) => {
    const port = await findFreePort();
    ports.set(part, port);
    const service = await startChildService({
      name: part,
      entry,
      onOutput: () => undefined,
      environment: {
        PUBLIC_HOST: HOST,
        TEAM_HOST: 'team.metrics.test',
        SECRETS_KEY: Buffer.alloc(32).toString('base64'),
        LOG_LEVEL: 'fatal',
        SIGN_IN_FAILURES_PER_ACCOUNT: '2',
        // As the chart sets them.
        OTEL_TRACES_EXPORTER: 'none',
        OTEL_LOGS_EXPORTER: 'none',
        OTEL_METRICS_EXPORTER: 'prometheus',
        OTEL_EXPORTER_PROMETHEUS_HOST: '127.0.0.1',
        OTEL_EXPORTER_PROMETHEUS_PORT: String(port),
        ...own,
      },
    });
    running.push(service);
    return service.url;
  };
  const urls = await startEach(API_SERVICES, (part) =>
    start(part, `services/${part}/src/main.ts`, { DATABASE_URL: database.roleUrl(`${part}_service`) }),
  );
  const addresses = byAddressVariable((part) => urls[part]);
  const web = await start('web', 'services/web/server/main.ts', {
    ...addresses,
    SECURITY_CONTACT: 'mailto:security@metrics.test',
    SECURITY_CONTACT_EXPIRES: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const clientOf = (url: string) => {
    const client = createInstanceClient({ url }, HOST);
    clients.push(client);
    return client;
  };
  await everythingHappens({ ...byService((part) => clientOf(urls[part])), web: clientOf(web) });
  for (const [part, port] of ports) {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    scrapes.set(part, await answer.text());
  }
});
afterAll(async () => {
  for (const client of clients) client.close();
  for (const service of running) await service.stop();
  await database.stop();
});

/** What every metric is about: requests, decisions, sign-ins that succeed, fail and are throttled, documents. */
async function everythingHappens(client: Readonly<Record<Part, ApiClient>>): Promise<void> {
  const signIn = (email: string, password: string) =>
    client.identity.request('/api/identities/user_sessions', { method: 'POST', body: { email, password } });
  const signedIn = await signIn('owner@demo.test', DEMO_PASSWORD);
  const cookie = signedIn.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  for (let failure = 0; failure < 3; failure += 1) await signIn('member@demo.test', 'wrong wrong');
  for (const part of API_SERVICES) {
    const reads = describeEndpoints(contracts[part]).filter(({ method }) => method === 'GET');
    for (const { path } of reads.filter(({ pathFields }) => pathFields.length === 0))
      await client[part].request(`/api${path}`, { cookie });
  }
  await client.talent.request('/api/talent/access_requests', { method: 'POST', cookie });
  await client.employer.request('/api/employer/job_posts', {
    method: 'POST',
    cookie,
    body: { title: 'Counted', kind: 'contract' },
  });
  await client.web.request('/employer', { cookie });
}

describe('what Prometheus scrapes', () => {
  test.each(
    METRICS.flatMap((metric) =>
      metric.parts
        .flatMap((part) => (part === 'api' ? API_SERVICES : [part]))
        .map((part) => ({ ...metric, part })),
    ),
  )('$part has $name, a $type with labels $labels', ({ part, name, type, labels }) => {
    const scrape = scrapes.get(part) ?? '';
    expect(scrape).toContain(`# TYPE ${name} ${type}\n`);
    const sample = type === 'histogram' ? `${name}_count` : name;
    const lines = scrape
      .split('\n')
      .filter((line) => line.startsWith(`${sample}{`) || line.startsWith(`${sample} `));
    expect(lines.length).toBeGreaterThan(0);
    const found = new Set(lines.flatMap((line) => [...line.matchAll(/(\w+)="/g)].map(([, label]) => label)));
    expect([...found]).toEqual(expect.arrayContaining([...labels]));
  });
});
