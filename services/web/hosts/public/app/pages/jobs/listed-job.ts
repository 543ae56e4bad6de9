import type { PublicJobPost } from '@gatehouse/contract/wire';
import type { ApiAnswer } from '#api/api-answer.ts';
import { excerptOf } from '#rich-text/plain-text.ts';

/** More than the two lines of a description that a row shows. */
const MAX_TEXT_LENGTH = 300;

/** A job as a row of a list shows it. */
export interface ListedJob
  extends Pick<PublicJobPost, 'id' | 'title' | 'company' | 'location' | 'kind' | 'published_at' | 'terms'> {
  /** The beginning of its description: a document of twenty jobs does not carry twenty whole ones. */
  readonly excerpt: string;
}

/** A row's part of a job. */
export function listedJob({
  id,
  title,
  company,
  location,
  kind,
  published_at,
  terms,
  description,
}: PublicJobPost): ListedJob {
  const excerpt = excerptOf(description, MAX_TEXT_LENGTH);
  return {
    id,
    title,
    company,
    location,
    kind,
    published_at,
    ...(terms === undefined ? {} : { terms }),
    excerpt,
  };
}

/** A read of jobs, with their rows' parts. */
export function listedAnswer<Page extends { readonly items: readonly PublicJobPost[] }>(
  answer: ApiAnswer<Page>,
): ApiAnswer<Omit<Page, 'items'> & { readonly items: readonly ListedJob[] }> {
  return answer.ok
    ? { ...answer, data: { ...answer.data, items: answer.data.items.map(listedJob) } }
    : answer;
}
