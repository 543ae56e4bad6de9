import { type DocumentStore, DocumentStoreUnavailable } from '@gatehouse/runtime';
import { expect, test } from '@jest/globals';
import { createUpdateCurrentCv } from './upload.ts';

const unavailable = async () => {
  throw new DocumentStoreUnavailable();
};

/** A store that is not asked for a while, because it has failed. */
const PAUSED: DocumentStore = {
  requireAvailable() {
    throw new DocumentStoreUnavailable();
  },
  put: unavailable,
  find: unavailable,
  reportLost: () => undefined,
  deleteFolder: unavailable,
  listFolders() {
    throw new DocumentStoreUnavailable();
  },
  close: () => undefined,
};

test('E4: a try while the store is not asked is refused before it counts among those of the day', async () => {
  let transactions = 0;
  const context = {
    facts: { identities_user: { id: 'user' } },
    client: { address: '192.0.2.1' },
    transaction: async () => {
      transactions += 1;
      return { id: 'upload', folder: null };
    },
    upload: [],
  } as unknown as Parameters<ReturnType<typeof createUpdateCurrentCv>>[0];
  await expect(createUpdateCurrentCv(PAUSED)(context, { name: 'cv.pdf' })).rejects.toMatchObject({
    code: 'dependency_unavailable',
  });
  expect(transactions).toBe(0);
});
