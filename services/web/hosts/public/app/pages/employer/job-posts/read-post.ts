import type { LoaderFunctionArgs } from 'react-router';
import type { AnswersTo } from '#api/page-reads.ts';
import { readApi } from '#api/server-api.ts';
import { webRequestContext } from '#entry/web-request.ts';
import { postAndCompanyReads } from './load-post.ts';

/** The answers to `postAndCompanyReads`, for the document of an entry page. */
export async function readPostAndCompany({
  context,
  ...address
}: LoaderFunctionArgs): Promise<AnswersTo<ReturnType<typeof postAndCompanyReads>>> {
  const webRequest = context.get(webRequestContext);
  const reads = postAndCompanyReads(address);
  const [post, company] = await Promise.all([
    readApi(webRequest, reads.post.id, reads.post.input),
    readApi(webRequest, reads.company.id, reads.company.input),
  ]);
  return { post, company };
}
