import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { makePerson, startTestSystem, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { type Collector, startCollector } from '#support/collector.ts';
import { waitFor } from '#support/wait-for.ts';

let collector: Collector;
let system: TestSystem;
let owner: TestPerson;
const logLines: string[] = [];
beforeAll(async () => {
  collector = await startCollector();
  system = await startTestSystem({
    withWeb: true,
    environment: {
      ...collector.environment,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      // No trace of ours is kept: what is exported was forced.
      OTEL_TRACES_SAMPLER_ARG: '0',
      LOG_LEVEL: 'info',
    },
    onOutput: (line) => logLines.push(line),
  });
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
});
afterAll(async () => {
  await system.stop();
  await collector.stop();
});

/** A client's own trace, marked as one to be kept. */
function forcedTrace() {
  const traceId = randomBytes(16).toString('hex');
  return { traceId, traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` };
}

const invite = (headers: Record<string, string>) =>
  system.publicHost.request('/api/employer/invitations', {
    method: 'POST',
    cookie: owner.cookie,
    headers,
    body: { email: `${randomBytes(6).toString('hex')}@invited.test`, role: 'member' },
  });

const lastAuditTrace = async () => {
  const [row] = await system.database.query<{ trace_id: string }>(
    'select trace_id from identity.audit_events where actor_id = $1 order by id desc limit 1',
    [owner.userId],
  );
  return row?.trace_id ?? '';
};

describe('F19: a client that sends a traceparent', () => {
  test('does not choose the trace_id of the audit trail, nor of the log', async () => {
    const { traceId, traceparent } = forcedTrace();
    expect((await invite({ traceparent })).status).toBe(201);
    const audited = await lastAuditTrace();
    expect(audited).toMatch(/^[0-9a-f]{32}$/);
    expect(audited).not.toBe(traceId);
    // The audit trail and the log name the request alike.
    await waitFor(() => logLines.find((line) => line.includes(`"trace_id":"${audited}"`)));
    expect(logLines.filter((line) => line.includes(traceId))).toEqual([]);
  });

  test('gives two requests with one traceparent two ids', async () => {
    const { traceparent } = forcedTrace();
    await invite({ traceparent });
    const first = await lastAuditTrace();
    await invite({ traceparent });
    expect(await lastAuditTrace()).not.toBe(first);
  });

  test('chooses no id that an error quotes', async () => {
    const { traceId, traceparent } = forcedTrace();
    const refused = await system.publicHost.request('/api/employer/companies/current', {
      headers: { traceparent },
    });
    expect(refused.status).toBe(401);
    expect(refused.body).toMatchObject({ trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(refused.text).not.toContain(traceId);
  });

  test('has no trace kept: not by a service, through the ingress and past it, nor by the web tier', async () => {
    const ofService = system.local.services.employer[0]?.url ?? '';
    for (let n = 0; n < 5; n += 1) {
      const { traceId, traceparent } = forcedTrace();
      await invite({ traceparent });
      await send(`${ofService}/api/employer/companies/current`, {
        host: system.local.publicHost,
        cookie: owner.cookie,
        traceparent,
      });
      await send(`${ofService}/api/employer/companies/current`, {
        'x-forwarded-for': '192.0.2.1',
        cookie: owner.cookie,
        traceparent,
      });
      const page = await system.publicHost.request('/employer', {
        cookie: owner.cookie,
        headers: { traceparent },
      });
      expect(page.status).toBe(200);
      expect(page.text).toMatch(/<meta name="traceparent" content="00-[0-9a-f]{32}-[0-9a-f]{16}-00"/);
      expect(page.text).not.toContain(traceId);
    }
    // Only an internal read may ask for a trace to be kept: its span comes after all that were before it.
    const { traceId, traceparent } = forcedTrace();
    await send(`${ofService}/api/employer/companies/current`, { cookie: owner.cookie, traceparent });
    await waitFor(() => collector.spans.find((span) => span.traceId === traceId));
    const isOfPage = (span: { traceId: string }) => span.traceId !== traceId;
    expect(collector.spans.filter(isOfPage)).toEqual([]);
    recordFinding('Traces', {
      tried:
        'F19: requests with a traceparent that asks for a trace, to the ingress, the services and the web tier',
      counted: { requests: 20, 'traces kept': 0 },
    });
  });
});

/** Asks an instance itself, as the address in the URL names it unless a `host` is given. */
function send(url: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume();
      response.once('end', resolve);
    })
      .once('error', reject)
      .end();
  });
}
