import type { SearchQueue } from '@gatehouse/boundary';
import { expect, test } from '@jest/globals';
import { createGetApplicationBoard } from './board.ts';

// Without a query nothing is searched.
const getApplicationBoard = createGetApplicationBoard({} as SearchQueue);

test('G6: the board reads 20 applications of each stage, and one that says whether there are more', async () => {
  const counts: unknown[] = [];
  const context = {
    facts: { identities_user: { id: 'user' } },
    org_company: { id: 'company' },
    org_membership: { id: 'membership' },
    read: {
      query: async ({ text }: { text: string }, values: readonly unknown[]) => {
        const [, limit] = /limit \$(\d+)/.exec(text) ?? [];
        if (limit !== undefined) counts.push(values[Number(limit) - 1]);
        return [];
      },
    },
  } as unknown as Parameters<typeof getApplicationBoard>[0];
  await getApplicationBoard(context, { query: '' });
  expect(counts).toEqual([21, 21, 21, 21, 21]);
});
