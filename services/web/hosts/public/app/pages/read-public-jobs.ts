import type { ListPublicJobPostsRequest, ListPublicJobPostsResponse } from '@gatehouse/contract/wire';
import { data } from 'react-router';
import { readApi } from '../../../../session/server-api.ts';
import type { WebRequest } from '../../../../session/web-request.ts';

/**
 * Published job posts, for a public page or the sitemap.
 * @throws {Response} for the error display: a public page without its content is no page (P1).
 */
export async function readPublicJobs(
  webRequest: WebRequest,
  search: ListPublicJobPostsRequest,
): Promise<ListPublicJobPostsResponse> {
  const answer = await readApi(webRequest, 'PublicJobPostService.ListPublicJobPosts', search);
  if (answer.ok) return answer.data;
  const { status, detail } = answer.refusal;
  throw data(detail, { status: status === 0 ? 503 : status });
}
