import { expect, test } from '@jest/globals';
import { createEmployer } from './employer.ts';

test('the service stops, also where no store of documents is configured', async () => {
  const configuration = {
    COMPANY_REVIEW: false,
    DOCUMENTS_URL: undefined,
    PUBLISHED_JOB_POSTS_PER_COMPANY: 1,
  };
  const { stop } = createEmployer(configuration as Parameters<typeof createEmployer>[0], {
    log: {} as Parameters<typeof createEmployer>[1]['log'],
  });
  await expect(stop()).resolves.toBeUndefined();
});
