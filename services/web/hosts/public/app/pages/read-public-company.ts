import type { ListPublicCompanyJobPostsResponse, PublicCompany } from '@gatehouse/contract/wire';
import type { ApiAnswer } from '#api/api-answer.ts';
import { readApi } from '#api/server-api.ts';
import type { WebRequest } from '#entry/web-request.ts';
import { problemOf } from './jobs/read-public-jobs.ts';

/**
 * A company as visitors see it, with some of its open jobs.
 * @throws {Response} for the error display when the company cannot be shown.
 */
export async function readPublicCompany(
  webRequest: WebRequest,
  { id, cursor, limit }: { id: string; cursor: string; limit: number },
): Promise<{ company: PublicCompany; posts: ApiAnswer<ListPublicCompanyJobPostsResponse> }> {
  const [company, posts] = await Promise.all([
    readApi(webRequest, 'PublicCompanyService.GetPublicCompany', { id }),
    readApi(webRequest, 'PublicCompanyService.ListPublicCompanyJobPosts', { company_id: id, cursor, limit }),
  ]);
  // 400: the id has another form.
  if (!company.ok)
    throw problemOf({ ...company.refusal, ...(company.refusal.status === 400 ? NOT_FOUND : {}) });
  return { company: company.data, posts };
}

const NOT_FOUND = { status: 404, detail: 'There is no company at this address.' };
