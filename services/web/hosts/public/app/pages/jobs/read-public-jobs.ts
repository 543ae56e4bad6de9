import type { ListPublicJobPostsRequest, ListPublicJobPostsResponse } from '@gatehouse/contract/wire';
import { type ApiAnswer, type ApiRefusal, ownRefusal } from '#api/api-answer.ts';
import { readApi } from '#api/server-api.ts';
import { pageProblem } from '#entry/page-problem.ts';
import type { WebRequest } from '#entry/web-request.ts';

/** Beyond the limit of searches by address or by network. */
export const TOO_MANY_SEARCHES: ApiRefusal = {
  ...ownRefusal(
    429,
    'Too many searches',
    'Too many searches from your network. Wait a moment, at most a minute, and search again.',
  ),
  code: 'rate_limited',
};

/**
 * Counts a search of this visitor's address, once a request; anything else is none.
 * @throws {Response} for the error display, beyond the limit of searches by address.
 */
export function countSearch(webRequest: WebRequest, search: ListPublicJobPostsRequest): void {
  if (isSearch(search) && webRequest.countSearch() !== null) throw problemOf(TOO_MANY_SEARCHES);
}

/**
 * Published job posts, within the limits of searches by address and by network. The newest ones need none; while another search of the
 * network runs, their filters are not counted, which costs as much as a search (F8, G6).
 */
export async function findPublicJobs(
  webRequest: WebRequest,
  search: ListPublicJobPostsRequest,
): Promise<ApiAnswer<ListPublicJobPostsResponse>> {
  const read = (asked = search) => readApi(webRequest, 'PublicJobPostService.ListPublicJobPosts', asked);
  if (isSearch(search)) {
    const found = webRequest.countSearch() === null ? await webRequest.runSearch(() => read()) : null;
    return found ?? { ok: false, refusal: TOO_MANY_SEARCHES };
  }
  if (search.count_options !== true) return read();
  const counted = await webRequest.runSearchAtOnce(() => read());
  return counted ?? read({ ...search, count_options: false });
}

/** Whether it reads more than the newest posts. */
function isSearch({
  cursor: _,
  limit: _limit,
  count_to: _count,
  count_options: _options,
  ...filters
}: ListPublicJobPostsRequest): boolean {
  return Object.values(filters).some((filter) => filter !== '');
}

/**
 * The same for a public page or the sitemap.
 * @throws {Response} for the error display: a public page without its content is no page (P1).
 */
export async function readPublicJobs(
  webRequest: WebRequest,
  search: ListPublicJobPostsRequest,
): Promise<ListPublicJobPostsResponse> {
  const answer = await findPublicJobs(webRequest, search);
  if (answer.ok) return answer.data;
  throw problemOf(answer.refusal);
}

/** A refusal for the error display of a public page. */
export function problemOf({ status, detail }: ApiRefusal) {
  return pageProblem(status === 0 ? 503 : status, detail);
}
