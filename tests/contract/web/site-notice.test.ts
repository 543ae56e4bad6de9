import { createInstanceClient, type StoppablePart } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type StandInApi, startStandInApi } from '#support/stand-in-api.ts';
import { startWebOnStandIn } from '#support/web-on-stand-in.ts';

const NOTICE = 'A test system: "data" may be <lost>';
const ESCAPED = 'A test system: &quot;data&quot; may be &lt;lost&gt;';

let api: StandInApi;
let web: StoppablePart;
beforeAll(async () => {
  api = await startStandInApi();
  web = await startWebOnStandIn(api, {
    TRUST_PROXY: 'loopback,uniquelocal',
    SITE_NOTICE: NOTICE,
  });
});
afterAll(async () => {
  await web.stop();
  await api.stop();
});

test.each([
  ['the first page', 'public.test', '/', 200],
  // The second response is a shared rendering.
  ['the first page again', 'public.test', '/', 200],
  ['a form', 'public.test', '/login', 200],
  ['a page that does not exist', 'public.test', '/nowhere', 404],
  ['the staff’s sign-in', 'team.test', '/login', 200],
])('%s shows the notice of the operators above everything', async (_page, host, path, status) => {
  const client = createInstanceClient(web, host);
  const answer = await client.request(path, { headers: { accept: 'text/html' } });
  client.close();
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(`<aside class="site-notice" aria-label="Notice"><p>${ESCAPED}</p></aside>`);
  expect(answer.text.split('site-notice')[0]).not.toContain('<header');
});
