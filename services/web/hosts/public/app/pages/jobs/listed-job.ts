import { placeName } from '@gatehouse/contract/country-name';
import type { PublicJobPost } from '@gatehouse/contract/wire';
import type { ApiAnswer } from '#api/api-answer.ts';
import { excerptOf } from '#rich-text/plain-text.ts';

/** More than the two lines of a description that a row shows. */
const MAX_TEXT_LENGTH = 300;

/** A job as a row of a list shows it: a document of twenty jobs carries nothing else of them and of their companies. */
export interface ListedJob extends Pick<PublicJobPost, 'id' | 'title' | 'kind' | 'published_at'> {
  /** With its country. */
  readonly location: string;
  readonly company: Pick<PublicJobPost['company'], 'id' | 'name' | 'logo'>;
  readonly terms?: Pick<NonNullable<PublicJobPost['terms']>, 'pay' | 'remote_mode'>;
  /** The beginning of its description. */
  readonly excerpt: string;
}

/** A row's part of a job. */
export function listedJob({
  id,
  title,
  company: { id: companyId, name, logo },
  location,
  country_code,
  kind,
  published_at,
  terms,
  description,
}: PublicJobPost): ListedJob {
  return {
    id,
    title,
    company: { id: companyId, name, ...(logo === undefined ? {} : { logo }) },
    location: placeName({ location, country_code }),
    kind,
    published_at,
    ...(terms === undefined ? {} : { terms: rowTerms(terms) }),
    excerpt: excerptOf(description, MAX_TEXT_LENGTH),
  };
}

function rowTerms({
  pay,
  remote_mode,
}: NonNullable<PublicJobPost['terms']>): NonNullable<ListedJob['terms']> {
  return {
    ...(pay === undefined ? {} : { pay }),
    ...(remote_mode === undefined ? {} : { remote_mode }),
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
