import { expect, test } from '@jest/globals';
import { Pool } from 'pg';
import { createTalent } from './talent.ts';

type Configuration = Parameters<typeof createTalent>[0];
type Parts = Parameters<typeof createTalent>[1];

test('F8 G6: searches of visitors and of mails have connections of their own, which only read and end what takes long', async () => {
  const opened = new Map<string, object>();
  const { stop } = createTalent(
    { BACKGROUND_POLL_SECONDS: 2, SEARCH_CONNECTIONS: 3, SEARCH_MILLIS: 700 } as Configuration,
    {
      log: {} as Parts['log'],
      pool: (purpose, options) => {
        opened.set(purpose, options);
        return new Pool({ max: 1 });
      },
      writePool: { query: async () => ({ rows: [] }) } as unknown as Parts['writePool'],
    },
  );
  await stop();
  const limits = { readOnly: true, statementTimeoutMillis: 700 };
  expect(Object.fromEntries(opened)).toEqual({
    search: { maxConnections: 3, ...limits },
    'search-mail': { maxConnections: 1, ...limits },
  });
});
