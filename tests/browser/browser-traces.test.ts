import { startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#support/chromium.ts';
import { type CollectedSpan, type Collector, startCollector } from '#support/collector.ts';
import { createVisits, heading } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

let collector: Collector;
let system: TestSystem;
let browser: Browser;
let visits: ReturnType<typeof createVisits>;
beforeAll(async () => {
  collector = await startCollector();
  const environment = { ...collector.environment, BROWSER_TRACES: 'true' };
  [system, browser] = await Promise.all([startTestSystem({ withWeb: true, environment }), launchChromium()]);
  visits = createVisits(system, browser);
}, 180_000);
afterAll(async () => {
  await visits.close();
  await browser.close();
  await system.stop();
  await collector.stop();
});

const documentTrace = async (page: Page) =>
  (await page.locator('meta[name="traceparent"]').getAttribute('content'))?.slice(3, 35);

/** The server spans of an endpoint, once there is one in a trace that fits. */
const serverSpan = (route: string, fits: (span: CollectedSpan) => boolean) =>
  waitFor(() =>
    collector.spans.find((span) => span.kind === 2 && span.attributes['http.route'] === route && fits(span)),
  );

describe('the browser’s part of a trace', () => {
  test('the API calls of a page link to the trace of its document; what a click leads to shares a new one', async () => {
    const { page, errors } = await visits.signedIn('owner@demo.test');
    await page.goto(visits.publicUrl('/employer/jobs'));
    await heading(page, 'Job posts');
    const first = await documentTrace(page);
    const ofPage = await serverSpan('/employer/job_posts', ({ linkedTraces }) =>
      linkedTraces.includes(String(first)),
    );
    expect(ofPage.attributes['access.decision']).toBe('allowed');
    // The browser is a client: its trace is named and not continued (F19).
    expect(ofPage.traceId).not.toBe(first);
    const web = await waitFor(() =>
      collector.spans.find(({ service, traceId }) => service === 'gatehouse-web' && traceId === first),
    );
    expect(web.kind).toBe(2);

    await page.getByRole('link', { name: 'Members' }).first().click();
    await heading(page, 'Members');
    const members = await serverSpan('/employer/org_memberships', () => true);
    const invitations = await serverSpan('/employer/invitations', () => true);
    expect(members.linkedTraces).toHaveLength(1);
    expect(members.linkedTraces).not.toEqual([first]);
    expect(invitations.linkedTraces).toEqual(members.linkedTraces);
    expect(errors).toEqual([]);
  });
});
