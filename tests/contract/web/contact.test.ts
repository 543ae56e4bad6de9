import { createInstanceClient, type StoppablePart } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type StandInApi, startStandInApi } from '#support/stand-in-api.ts';
import { startWebOnStandIn } from '#support/web-on-stand-in.ts';

let api: StandInApi;
let web: StoppablePart;
beforeAll(async () => {
  api = await startStandInApi();
  web = await startWebOnStandIn(api, {
    TRUST_PROXY: 'loopback,uniquelocal',
    CONTACT_EMAIL: 'people@example.com',
  });
});
afterAll(async () => {
  await web.stop();
  await api.stop();
});

test.each(['/', '/terms', '/privacy', '/accessibility', '/nowhere'])(
  '%s names the address of the operators, and no other one',
  async (path) => {
    const client = createInstanceClient(web, 'public.test');
    const answer = await client.request(path, { headers: { accept: 'text/html' } });
    client.close();
    expect(new Set(answer.text.match(/mailto:[^"]+/g))).toEqual(new Set(['mailto:people@example.com']));
  },
);
