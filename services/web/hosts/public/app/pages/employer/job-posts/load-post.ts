import type { Company, JobPost } from '@gatehouse/contract/wire';
import type { ApiAnswer } from '#api/api-answer.ts';
import { type PageAddress, read } from '#api/page-reads.ts';

/** The reads of a page of one job post: its public page shows the company, too. */
export const postAndCompanyReads = ({ params }: PageAddress) => ({
  post: read('JobPostService.GetJobPost', { id: params['id'] ?? '' }),
  company: read('CompanyService.GetCurrentCompany', {}),
});

/** Both answers as one: a refusal of either is the page's. */
export function postAndCompany(
  post: ApiAnswer<JobPost>,
  company: ApiAnswer<Company>,
): { readonly answer: ApiAnswer<{ post: JobPost; company: Company }> } {
  if (!post.ok) return { answer: post };
  if (!company.ok) return { answer: company };
  return { answer: { ok: true, data: { post: post.data, company: company.data } } };
}

/** Whether visitors see the post now: not before its publication, after its last day, while staff hide it or review its company. */
export function isPublic(post: JobPost, company: Company): boolean {
  return (
    post.state === 'published' &&
    !post.is_expired &&
    post.hidden === undefined &&
    company.review === undefined
  );
}
