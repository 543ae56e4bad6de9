import { randomBytes } from 'node:crypto';
import { API_SERVICES } from '@gatehouse/contract';
import {
  type ApiClient,
  makePerson,
  signIn,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CollectedSpan, type Collector, startCollector } from '#support/collector.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { waitFor } from '#support/wait-for.ts';

let collector: Collector;
let system: TestSystem;
let talent: TestPerson;
const logLines: string[] = [];
beforeAll(async () => {
  collector = await startCollector();
  system = await startTestSystem({
    withWeb: true,
    environment: { ...collector.environment, LOG_LEVEL: 'info' },
    onOutput: (line) => logLines.push(line),
  });
  talent = await makePerson(system.database, { talent: 'active' });
});
afterAll(async () => {
  await system.stop();
  await collector.stop();
});

/** Asks with a `traceparent`, and returns the trace whose first span links to it, once `isWhole` says that it is all there. */
async function traced(
  path: string,
  {
    cookie,
    method = 'GET',
    body,
    client = system.publicHost,
  }: { cookie?: string; method?: string; body?: object; client?: ApiClient } = {},
  isWhole: (spans: readonly CollectedSpan[]) => boolean = (spans) => spans.some(isServer),
) {
  const callersTrace = randomBytes(16).toString('hex');
  const answer = await client.request(path, {
    method,
    body,
    ...(cookie === undefined ? {} : { cookie }),
    headers: { traceparent: `00-${callersTrace}-${randomBytes(8).toString('hex')}-01` },
  });
  const spans = await waitFor(() => {
    const first = collector.spans.find(
      (span) => span.parentSpanId === '' && span.linkedTraces.includes(callersTrace),
    );
    const found = collector.spans.filter(({ traceId }) => traceId === first?.traceId);
    return isWhole(found) ? found : undefined;
  });
  return { answer, spans, traceId: String(spans[0]?.traceId) };
}

const isServer = ({ kind }: CollectedSpan) => kind === 2;
const webSpan = (spans: readonly CollectedSpan[]) =>
  spans.find((span) => isServer(span) && span.service === 'gatehouse-web');
const apiSpans = (spans: readonly CollectedSpan[]) =>
  spans.filter((span) => isServer(span) && span.service !== 'gatehouse-web');
const routes = (spans: readonly CollectedSpan[]) =>
  apiSpans(spans).map(({ attributes }) => attributes['http.route']);
const SESSION = '/identities/user_sessions/current';
const withWebSpan = (spans: readonly CollectedSpan[]) => webSpan(spans) !== undefined;

describe('a trace tells who was refused, by which rule, with which code', () => {
  test('B1: an allowed read says its rule, its decision, who asked by a pseudonymous id, and its wait for the database', async () => {
    const { spans } = await traced(
      '/api/talent/profiles/current',
      { cookie: talent.cookie },
      (found) => found.some(isServer) && found.some(({ name }) => name === 'find_profile'),
    );
    const server = spans.find(isServer);
    expect(server?.attributes).toMatchObject({
      'http.route': '/talent/profiles/current',
      'http.response.status_code': 200,
      'access.rule': 'talent:profile.read',
      'access.decision': 'allowed',
      'session.outcome': 'live',
      'enduser.pseudo.id': talent.userId,
    });
    const wait = spans.find(
      ({ parentSpanId, name }) => parentSpanId === server?.spanId && name.startsWith('SELECT'),
    );
    const shared = await waitFor(() => collector.spans.find(({ spanId }) => wait?.links.includes(spanId)));
    expect(shared.links).toContain(wait?.spanId);
    expect(Number(shared.attributes['db.operation.batch.size'])).toBeGreaterThanOrEqual(1);
  });

  test('D4: a refusal says whom it was about and which facts led to it', async () => {
    const membership = { role: 'owner', status: 'active' } as const;
    const owner = await makePerson(system.database, { membership, company: 'disabled' });
    const { spans } = await traced('/api/employer/companies/current', { cookie: owner.cookie });
    expect(spans.find(isServer)?.attributes).toMatchObject({
      'access.decision': 'org_company_disabled',
      'enduser.pseudo.id': owner.userId,
      'access.talent_access.state': 'none',
      'access.org_membership.status': 'active',
      'access.org_membership.role': 'owner',
      'access.company.condition': 'disabled',
    });
  });

  test.each([
    ['/api/employer/companies/current', 'employer', 'org_membership_required', 403],
    ['/api/identities/admin/users', 'admin:viewer', 'session_required', 401],
  ])('D2: a refusal of %s says %s and %s', async (path, rule, decision, status) => {
    const client = rule.startsWith('admin') ? system.teamHost : system.publicHost;
    const { spans } = await traced(path, { cookie: talent.cookie, client });
    expect(spans.find(isServer)?.attributes).toMatchObject({
      'access.rule': rule,
      'access.decision': decision,
      'http.response.status_code': status,
    });
  });
});

describe('a write in the trace', () => {
  test('G1: says how long it waited for its turn, for the access locks and for the commit', async () => {
    const renamed = (name: string) =>
      traced(
        '/api/identities/users/current',
        { method: 'PATCH', cookie: talent.cookie, body: { name } },
        (spans) => spans.some(isServer) && spans.some(({ name }) => name === 'commit'),
      );
    const { writes } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await holder.query("select identity.lock_access('{user}', array[$1::uuid], '{true}')", [talent.userId]);
      // Three: one of two instances has two of them.
      const writes = ['First', 'Second', 'Third'].map(renamed);
      await isWaitedFor(holder);
      // Sent to each instance after the writes: when these are answered, the sessions of the writes have been read.
      for (const _instance of [1, 2]) {
        await system.publicHost.request('/api/identities/user_sessions/current', { cookie: talent.cookie });
      }
      return { writes };
    });
    const traces = (await Promise.all(writes)).map(({ spans }) => spans);
    const find = (spans: readonly CollectedSpan[], step: string) => spans.find(({ name }) => name === step);
    const steps = traces.map((spans) =>
      spans.map(({ name }) => name).filter((name) => ['lock_access', 'commit'].includes(name)),
    );
    expect(steps).toEqual(traces.map(() => ['lock_access', 'commit']));
    // The first one of an instance waits for the locks, and on a busy machine a moment for its turn, too; a later one for its turn.
    const millisOf = (spans: readonly CollectedSpan[], step: string) => find(spans, step)?.millis ?? 0;
    const waiting = traces.filter(
      (spans) => millisOf(spans, 'wait for turn') > millisOf(spans, 'lock_access'),
    );
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.length).toBeLessThan(traces.length);
    for (const spans of waiting) {
      expect(find(spans, 'wait for turn')?.parentSpanId).toBe(spans.find(isServer)?.spanId);
    }
    const waited = await waitFor(() =>
      collector.points.find(({ metric }) => metric === 'gatehouse.write.wait_time'),
    );
    expect(waited.attributes).toMatchObject({ 'gatehouse.write.lane': 'ordinary' });
  });
});

describe('the web tier in the trace', () => {
  test('W1 B4: without the cookie a document makes no session call', async () => {
    const { spans } = await traced('/jobs', {}, withWebSpan);
    expect(webSpan(spans)?.attributes).toMatchObject({
      'gatehouse.session_calls': 0,
      'gatehouse.host': 'public',
    });
    expect(routes(spans)).not.toContain(SESSION);
  });

  test('W1: a public page that was rendered for another visitor says so, and asks the API for nothing', async () => {
    const path = '/jobs?query=for-everybody';
    const isReused = ({ spans }: { spans: readonly CollectedSpan[] }) =>
      webSpan(spans)?.attributes['gatehouse.page_reused'];
    const first = await traced(path, {}, withWebSpan);
    expect(isReused(first)).toBe(false);
    // Each instance renders it once for itself.
    let later = await traced(path, {}, withWebSpan);
    for (let visit = 0; visit < 8 && isReused(later) === false; visit += 1) {
      later = await traced(path, {}, withWebSpan);
    }
    expect(webSpan(later.spans)?.attributes).toMatchObject({
      'gatehouse.page_reused': true,
      'gatehouse.session_calls': 0,
    });
    expect(apiSpans(later.spans)).toEqual([]);
    expect(later.answer.text).toContain(`content="00-${later.traceId}-`);
    expect(later.answer.text).not.toContain(first.traceId);
  });

  test.each(['/', '/talent', '/talent/profile', '/account'])(
    'W2 B4: with the cookie the document %s makes exactly one, in the same trace',
    async (path) => {
      const { spans } = await traced(
        path,
        { cookie: talent.cookie },
        (found) => withWebSpan(found) && routes(found).includes(SESSION),
      );
      const web = webSpan(spans);
      expect(web?.attributes['gatehouse.session_calls']).toBe(1);
      expect(routes(spans).filter((route) => route === SESSION)).toHaveLength(1);
      for (const { parentSpanId } of apiSpans(spans)) expect(parentSpanId).toBe(web?.spanId);
    },
  );

  test('a document carries the trace, for whatever traces in the browser', async () => {
    const { answer, traceId } = await traced('/jobs', {}, withWebSpan);
    expect(answer.text).toMatch(
      new RegExp(`<meta name="traceparent" content="00-${traceId}-[0-9a-f]{16}-01"/?>`),
    );
  });

  test('W2 W6: a data request into an area runs the policy by one session call', async () => {
    const path = '/talent/profile.data?_routes=policies%2Ftalent';
    const { spans } = await traced(
      path,
      { cookie: talent.cookie },
      (found) => withWebSpan(found) && routes(found).includes(SESSION),
    );
    expect(webSpan(spans)?.attributes['gatehouse.session_calls']).toBe(1);
    expect(routes(spans)).toEqual([SESSION]);
  });

  test('W6 W8: a policy that redirects records where to, and no page data is requested', async () => {
    const { answer, spans } = await traced(
      '/employer',
      { cookie: talent.cookie },
      (found) => withWebSpan(found) && routes(found).includes(SESSION),
    );
    expect(answer.status).toBe(302);
    expect(webSpan(spans)?.attributes['gatehouse.policy_redirect']).toBe('/employer/start');
    expect(routes(spans)).toEqual([SESSION]);
  });
});

describe('metrics', () => {
  const point = (metric: string, attributes: Record<string, unknown>) =>
    waitFor(() =>
      collector.points.find(
        (one) =>
          one.metric === metric &&
          Object.entries(attributes).every(([name, value]) => one.attributes[name] === value),
      ),
    );

  test('say rate, errors and duration by endpoint, and decisions by rule and code', async () => {
    await system.publicHost.request('/api/employer/companies/current', { cookie: talent.cookie });
    const refused = await point('gatehouse.access.decisions', {
      'access.rule': 'employer',
      'access.decision': 'org_membership_required',
    });
    expect(refused.service).toBe('gatehouse-employer');
    const duration = await point('http.server.request.duration', {
      'http.route': '/employer/companies/current',
      'http.response.status_code': 403,
    });
    expect(duration.value).toBeGreaterThanOrEqual(1);
  });

  test('say who waits for the database and how many requests shared a query', async () => {
    await point('db.client.connection.count', { 'db.client.connection.state': 'idle' });
    await point('db.client.connection.pending_requests', {});
    await point('db.client.connection.wait_time', {});
    await point('gatehouse.shared_query.size', { 'db.query.summary': 'SELECT identity.user_sessions' });
  });

  test('say how sign-ins end, what throttles refuse, and how many session calls documents make', async () => {
    await signIn(system.publicHost, 'newcomer@demo.test');
    await point('gatehouse.sign_ins', { 'gatehouse.identity_system': 'user', 'access.decision': 'allowed' });
    const email = `${randomBytes(6).toString('hex')}@throttled.test`;
    for (let guess = 0; guess < 11; guess += 1) {
      const body = { email, password: 'wrong wrong' };
      await system.publicHost.request('/api/identities/user_sessions', { method: 'POST', body });
    }
    await point('gatehouse.sign_ins', { 'access.decision': 'credentials_invalid' });
    await point('gatehouse.throttle.hits', { 'http.route': '/identities/user_sessions' });
    await point('gatehouse.session_calls', { 'gatehouse.host': 'public' });
  });

  test.each(['nodejs.eventloop.delay.p99', 'nodejs.eventloop.utilization', 'process.memory.usage'])(
    'say %s of each part',
    async (metric) => {
      for (const service of [...API_SERVICES, 'web']) {
        await waitFor(() =>
          collector.points.find((one) => one.metric === metric && one.service === `gatehouse-${service}`),
        );
      }
    },
  );
});

describe('nothing secret', () => {
  test('no cookie, password, token, address or body is in a span, a metric or a log line', async () => {
    const secret = (kind: string) => `recognisable-${kind}-${randomBytes(8).toString('hex')}`;
    const address = `${secret('address')}@secret.test`;
    const secrets = {
      name: secret('name'),
      password: secret('password'),
      token: secret('token').padEnd(43, 'x').slice(0, 43),
      cookie: secret('cookie').padEnd(43, 'x').slice(0, 43),
      message: secret('message'),
      query: secret('query'),
    };
    const person = await makePerson(system.database, {
      talent: 'active',
      membership: { role: 'owner', status: 'active' },
    });
    const send = (method: string, path: string, body?: object, cookie = person.cookie) =>
      (path.includes('/admin') ? system.teamHost : system.publicHost).request(path, { method, cookie, body });
    await send('POST', '/api/identities/users', {
      name: secrets.name,
      email: address,
      password: secrets.password,
    });
    await send('POST', '/api/identities/user_sessions', { email: address, password: secrets.password });
    await send('POST', '/api/identities/admin_sessions', {
      email: address,
      password: secrets.password,
      totp: '123456',
    });
    await send('POST', '/api/identities/email_verifications', { token: secrets.token });
    await send('POST', '/api/identities/password_resets', { email: address });
    await send('POST', '/api/identities/password_resets/redeem', {
      token: secrets.token,
      password: secrets.password,
    });
    await send('POST', '/api/identities/admin_enrolments/open', { token: secrets.token });
    await send('PUT', '/api/talent/profiles/current', {
      headline: secrets.message,
      links: [secrets.message],
    });
    await send('PUT', '/api/talent/profiles/current', { headline: secrets.message });
    await send('POST', '/api/employer/invitations', { email: address, role: 'member' });
    await send('POST', '/api/employer/job_posts', { title: secrets.message, kind: 'full_time' });
    await send('POST', '/api/employer/org_memberships', { invitation_token: secrets.token });
    await send('GET', `/api/talent/job_posts?query=${secrets.query}`);
    await send('GET', `/jobs?query=${secrets.query}`);
    await send('GET', `/api/identities/admin/users?query=${secrets.query}`);
    for (const method of ['GET', 'POST']) {
      await send(method, `/api/identities/mail_unsubscriptions/${secrets.token}`);
    }
    await send('GET', '/talent', undefined, `app_session_id=${secrets.cookie}`);
    await send('GET', '/api/identities/user_sessions/current', undefined, `app_session_id=${secrets.cookie}`);
    // What comes after them has been exported: so have they.
    await traced('/jobs', {}, withWebSpan);
    await traced('/api/talent/profiles/current', { cookie: person.cookie });
    const everything = [...collector.texts, ...logLines].join('\n');
    expect(everything).toContain('/identities/password_resets/redeem');
    const values = [...Object.values(secrets), address, person.token];
    expect(values.filter((value) => everything.includes(value))).toEqual([]);
  });
});
