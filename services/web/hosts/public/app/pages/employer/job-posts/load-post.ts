import type { Company, Endpoints, JobPost } from '@gatehouse/contract/wire';
import type { ApiAnswer } from '#api/api-answer.ts';

type Read = <Id extends 'JobPostService.GetJobPost' | 'CompanyService.GetCurrentCompany'>(
  id: Id,
  input: Endpoints[Id]['input'],
) => Promise<ApiAnswer<Endpoints[Id]['output']>>;

/** A job post with the company that its public page shows. @param read a reader of the web tier or of the browser. */
export async function loadPostAndCompany(
  id: string,
  read: Read,
): Promise<{ answer: ApiAnswer<{ post: JobPost; company: Company }> }> {
  const [post, company] = await Promise.all([
    read('JobPostService.GetJobPost', { id }),
    read('CompanyService.GetCurrentCompany', {}),
  ]);
  if (!post.ok) return { answer: post };
  if (!company.ok) return { answer: company };
  return { answer: { ok: true, data: { post: post.data, company: company.data } } };
}
