import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ClientActionFunctionArgs } from 'react-router';

interface PageModule {
  readonly clientAction?: (args: Pick<ClientActionFunctionArgs, 'request' | 'params'>) => Promise<unknown>;
}

const HOSTS = fileURLToPath(new URL('./', import.meta.url));
const withActions = globSync('*/app/pages/**/*.{ts,tsx}', { cwd: HOSTS }).filter((page) =>
  /export .*\bclientAction\b/.test(readFileSync(join(HOSTS, page), 'utf8')),
);
const pages: readonly { page: string; module: PageModule }[] = await Promise.all(
  withActions.toSorted().map(async (page) => ({ page, module: await import(`./${page}`) })),
);

const realFetch = globalThis.fetch;
let sent: string[];
beforeEach(() => {
  sent = [];
  globalThis.fetch = async (address) => {
    sent.push(String(address));
    return new Response('{}', { headers: { 'content-type': 'application/json' } });
  };
  Object.assign(globalThis, {
    document: { documentElement: { dataset: {} } },
    location: new URL('https://x.test/'),
  });
});
afterEach(() => {
  globalThis.fetch = realFetch;
  Object.assign(globalThis, { document: undefined, location: undefined });
});

/** Submits a form to a page's action; the answer's status. */
async function submit(page: string, fields: Record<string, string>): Promise<number> {
  const module = pages.find((one) => one.page === page)?.module;
  if (module?.clientAction === undefined) throw new Error(`${page} has no action`);
  const request = new Request('https://x.test/', { method: 'POST', body: new URLSearchParams(fields) });
  const answer = await module.clientAction({ request, params: { id: '1' } });
  if (answer instanceof Response) return answer.status;
  return (answer as { init: { status?: number } | null }).init?.status ?? 200;
}

describe('the actions of the pages', () => {
  test('are found', () => expect(pages.length).toBeGreaterThan(20));

  test.each(pages)('$page: a form without an intent is refused, and nothing is written', async ({ page }) => {
    expect(await submit(page, { id: '1', token: 't', state: 'published', role: 'owner' })).toBe(400);
    expect(sent).toEqual([]);
  });

  test.each(pages)('$page: an unknown intent is refused, and nothing is written', async ({ page }) => {
    expect(await submit(page, { intent: 'constructor' })).toBe(400);
    expect(sent).toEqual([]);
  });

  const employer = 'public/app/pages/employer';
  test.each([
    [`${employer}/applications/application.tsx`, { intent: 'move' }, 'stage'],
    [`${employer}/job-posts/post.tsx`, { intent: 'set_state' }, 'state'],
    [`${employer}/job-posts/edit.tsx`, { intent: 'save' }, 'kind'],
    [`${employer}/job-posts/new.tsx`, { intent: 'create' }, 'kind'],
    [`${employer}/members.tsx`, { intent: 'invite', email: 'a@x.test' }, 'role'],
    [`${employer}/members.tsx`, { intent: 'set_role', id: '1' }, 'role'],
    [`${employer}/members.tsx`, { intent: 'set_status', id: '1' }, 'status'],
    ['team/app/pages/companies.tsx', { intent: 'set_condition', id: '1' }, 'condition'],
    ['team/app/pages/company.tsx', { intent: 'set_membership_status', id: '1' }, 'status'],
    ['team/app/pages/user/page.tsx', { intent: 'set_talent_access', id: '1' }, 'state'],
  ])(
    '%s: %j with an unknown or missing %s is refused, and nothing is written',
    async (page, fields, name) => {
      for (const value of ['', 'unknown', 'constructor']) {
        expect(await submit(page, { ...fields, [name]: value })).toBe(400);
      }
      expect(await submit(page, fields)).toBe(400);
      expect(sent).toEqual([]);
    },
  );

  test('the second factor is not spent on a change that is refused here', async () => {
    const change = { intent: 'set_condition', id: '1', condition: 'off', totp: '123456' };
    expect(await submit('team/app/pages/company.tsx', change)).toBe(400);
    expect(sent).toEqual([]);
  });

  test('a known value is written', async () => {
    const change = { intent: 'set_condition', id: '1', condition: 'disabled', reason: 'x' };
    expect(await submit('team/app/pages/company.tsx', change)).toBe(200);
    expect(sent).toEqual(['/api/identities/admin/companies/1/condition']);
  });
});
