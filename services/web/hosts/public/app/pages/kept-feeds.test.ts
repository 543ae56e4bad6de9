import { expect, jest, test } from '@jest/globals';
import type { WebRequest } from '#entry/web-request.ts';
import type { AtomFeed } from './atom-feed.ts';
import { answerFeed } from './kept-feeds.ts';

const FEED: AtomFeed = { xml: '<feed/>', etag: '"1"' };

/** Asks for a feed that only a request which may wait gets. */
function ask(address: string, isMade = true) {
  const webRequest = { cookie: 'app_session_id=x', runSearch: jest.fn(), runSearchAtOnce: jest.fn() };
  const make = jest.fn(({ runSearch, cookie }: WebRequest) => {
    expect(cookie).toBeNull();
    return Promise.resolve(isMade && runSearch === webRequest.runSearch ? FEED : null);
  });
  const request = new Request(`https://x.test${address}`);
  return {
    make,
    answer: answerFeed(
      { request, webRequest: webRequest as Partial<WebRequest> as WebRequest, address },
      make,
    ),
  };
}

test('G6: who waits for a feed that another visitor may not make at once makes an own one', async () => {
  const [first, second] = [ask('/jobs/feed.xml?query=a'), ask('/jobs/feed.xml?query=a')];
  expect([(await first.answer).status, (await second.answer).status]).toEqual([200, 200]);
  expect([first.make.mock.calls.length, second.make.mock.calls.length]).toEqual([2, 1]);
});

test('F8: a visitor with too many searches at once gets 429 in place of a feed', async () => {
  await expect(ask('/jobs/feed.xml?query=b', false).answer).rejects.toMatchObject({ init: { status: 429 } });
});
