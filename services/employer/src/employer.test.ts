import { expect, test } from '@jest/globals';
import { Pool } from 'pg';
import { createEmployer } from './employer.ts';

type Configuration = Parameters<typeof createEmployer>[0];
type Parts = Parameters<typeof createEmployer>[1];

test('F8 G6: searches of applications have connections of their own, which only read and end what takes long', async () => {
  const opened = new Map<string, object>();
  const { stop } = createEmployer(
    { BACKGROUND_POLL_SECONDS: 2, SEARCH_CONNECTIONS: 2, SEARCH_MILLIS: 700 } as Configuration,
    {
      log: {} as Parts['log'],
      pool: (purpose, options) => {
        opened.set(purpose, options);
        return new Pool({ max: 1 });
      },
      writePool: { query: async () => ({ rows: [{ has_worked: false }] }) } as unknown as Parts['writePool'],
    },
  );
  await stop();
  expect(Object.fromEntries(opened)).toEqual({
    search: { maxConnections: 2, readOnly: true, statementTimeoutMillis: 700 },
  });
});
