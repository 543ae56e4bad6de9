import { describe, expect, test } from '@jest/globals';
import type { EntryContext } from 'react-router';
import { read } from '#api/page-reads.ts';
import { announcedReads } from './announced-reads.ts';

const URL_OF_PAGE = new URL('https://x.test/employer/jobs/7');
const COOKIE = 'app_session_id=x';
const handle = {
  reads: ({ params }: { params: { id?: string } }) => ({
    answer: read('JobPostService.GetJobPost', { id: params.id ?? '' }),
    other: null,
  }),
};

/** A document's context, as far as announcements depend on it. */
function contextOf({ hasLoader = false, errors = null as object | null, page = { handle } as object } = {}) {
  return {
    manifest: { routes: { root: { hasLoader: true }, page: { hasLoader } } },
    routeModules: { root: {}, page },
    staticHandlerContext: {
      matches: ['root', 'page'].map((id) => ({ route: { id }, params: { id: '7' } })),
      errors,
    },
  } as unknown as EntryContext;
}

describe('what a document announces', () => {
  test('P2: the reads of its browser loader', () => {
    expect(announcedReads(contextOf(), URL_OF_PAGE, COOKIE)).toEqual(['/employer/job_posts/7']);
  });

  test('P3: nothing that its web-tier loader has read', () => {
    expect(announcedReads(contextOf({ hasLoader: true }), URL_OF_PAGE, COOKIE)).toEqual([]);
  });

  test('E3: nothing on an error display', () => {
    const context = contextOf({ errors: { root: new Error('x') } });
    expect(announcedReads(context, URL_OF_PAGE, COOKIE)).toEqual([]);
  });

  test('W4: nothing without a session cookie: a shared document holds no read of any visitor', () => {
    expect(announcedReads(contextOf(), URL_OF_PAGE, null)).toEqual([]);
    expect(announcedReads(contextOf(), URL_OF_PAGE, 'theme=dark')).toEqual([]);
  });

  test('nothing for a page without declared reads', () => {
    expect(announcedReads(contextOf({ page: {} }), URL_OF_PAGE, COOKIE)).toEqual([]);
    const page = { handle: { readsNothingAhead: 'the token is in the fragment' } };
    expect(announcedReads(contextOf({ page }), URL_OF_PAGE, COOKIE)).toEqual([]);
  });
});
