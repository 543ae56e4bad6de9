import type { ListPublicJobPostsRequest, ListPublicJobPostsResponse } from '@gatehouse/contract/wire';
import { data } from 'react-router';
import { readApi } from '#api/server-api.ts';
import type { WebRequest } from '#entry/web-request.ts';

const TOO_MANY_SEARCHES = 'Too many searches. Wait a minute, then search again.';

/**
 * Published job posts, for a public page or the sitemap.
 * @throws {Response} for the error display: a public page without its content is no page (P1).
 */
export async function readPublicJobs(
  webRequest: WebRequest,
  search: ListPublicJobPostsRequest,
): Promise<ListPublicJobPostsResponse> {
  const { searchWaitSeconds } = webRequest;
  if (searchWaitSeconds !== null) throw data(TOO_MANY_SEARCHES, { status: 429 });
  const answer = await readApi(webRequest, 'PublicJobPostService.ListPublicJobPosts', search);
  if (answer.ok) return answer.data;
  const { status, detail } = answer.refusal;
  throw data(detail, { status: status === 0 ? 503 : status });
}
