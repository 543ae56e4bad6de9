import { expect, test } from '@jest/globals';
import { createUnsubscribeTokens } from './unsubscribe-token.ts';
import { unsubscribeLinks } from './unsubscriptions.ts';

const links = unsubscribeLinks(createUnsubscribeTokens([Buffer.alloc(32)]), {
  origin: 'https://gatehouse.test',
  apiBasePath: '/api',
});

test.each([
  ['saved_search', '/saved/searches'],
  ['digest', '/account/notifications/settings'],
  ['application_moved', '/account/notifications/settings'],
] as const)('a mail of the kind %s leads to where its frequency is chosen: %s', (notification, path) => {
  const { settings } = links('01900000-0000-7000-8000-000000000001', notification);
  expect(settings).toBe(`https://gatehouse.test${path}`);
});
