import type { JobPostKind, PublicJobPost } from '@gatehouse/contract/wire';
import {
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { findChoice } from '#api/choice.ts';
import { SelectField, TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { KIND_LABELS } from '#design/labels.ts';
import { EmptyState, Page } from '#design/page.tsx';
import { webRequestContext } from '#entry/web-request.ts';
import { openGraph } from '../open-graph.ts';
import { PUBLIC_PAGE_HEADERS } from '../public-page-headers.ts';
import { JobList } from './job-list.tsx';
import { readPublicJobs } from './read-public-jobs.ts';

const PAGE_SIZE = 20;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const webRequest = context.get(webRequestContext);
  const text = (name: string, maxLength: number) => (url.searchParams.get(name) ?? '').slice(0, maxLength);
  const kind = findChoice(KIND_LABELS, url.searchParams.get('kind'));
  const cursor = text('cursor', 1024);
  const search = { query: firstWords(text('query', 200)), location: text('location', 140), kind };
  const found = await readPublicJobs(webRequest, {
    query: search.query,
    location: search.location,
    ...(kind === null ? {} : { kind }),
    cursor,
    limit: PAGE_SIZE,
  });
  const isFirst = cursor === '';
  const isNothing = isFirst && found.items.length === 0 && addressOf(search, '').size > 0;
  const newest = isNothing ? (await readPublicJobs(webRequest, NEWEST)).items : [];
  return { ...found, newest, search, isFirst, origin: webRequest.origin };
}

/** Shown where nothing matches. */
const NEWEST = { query: '', location: '', cursor: '', limit: 8 };

/** The API's limit; the page shows which words it searched for. */
const MAX_WORDS = 16;

function firstWords(query: string): string {
  const words = [...query.matchAll(/[\p{L}\p{N}]+/gu)];
  const next = words[MAX_WORDS];
  return next === undefined ? query : query.slice(0, next.index).trimEnd();
}

const DESCRIPTION = 'Search all open jobs on Gatehouse by keyword, location and job type.';

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { search, isFirst, origin } = loaderData;
  const isPlain = isFirst && addressOf(search, '').size === 0;
  return [
    { name: 'description', content: DESCRIPTION },
    // Search engines should find the catalogue, not each of its searches.
    isPlain
      ? { tagName: 'link', rel: 'canonical', href: `${origin}/jobs` }
      : { name: 'robots', content: 'noindex, follow' },
    ...openGraph({ origin, path: '/jobs', title: 'Jobs on Gatehouse', description: DESCRIPTION }),
  ];
};

interface Search {
  readonly query: string;
  readonly location: string;
  readonly kind: JobPostKind | null;
}

function addressOf({ query, location, kind }: Search, cursor: string): URLSearchParams {
  const entries = Object.entries({ query, location, kind: kind ?? '', cursor });
  return new URLSearchParams(entries.filter(([, value]) => value !== ''));
}

export default function JobsPage() {
  const { items, next_cursor, corrected_query, newest, search, isFirst } = useLoaderData<typeof loader>();
  return (
    <Page title="Jobs" lead={leadOf(search, corrected_query)}>
      <SearchPanel search={search} />
      {corrected_query === undefined ? null : (
        <p className="notice">
          Nothing matches “<bdi>{search.query}</bdi>”. Did you mean{' '}
          <Link to={`/jobs?${addressOf({ ...search, query: corrected_query }, '')}`}>
            <bdi>{corrected_query}</bdi>
          </Link>
          ?
        </p>
      )}
      {items.length === 0 ? <NoMatch query={search.query} newest={newest} /> : <JobList posts={items} />}
      <p className="actions">
        {isFirst ? null : (
          <Link className="button" to={`/jobs?${addressOf(search, '')}`}>
            Back to the first page
          </Link>
        )}
        {next_cursor === '' ? null : (
          <Link className="button" to={`/jobs?${addressOf(search, next_cursor)}`}>
            More jobs
          </Link>
        )}
      </p>
    </Page>
  );
}

function NoMatch({ query, newest }: { query: string; newest: readonly PublicJobPost[] }) {
  return (
    <>
      <EmptyState title={query === '' ? 'Nothing matches your filters' : `Nothing matches “${query}”`}>
        <p>
          Try fewer or other words, or <Link to="/jobs">see all jobs</Link>.
        </p>
      </EmptyState>
      {newest.length === 0 ? null : (
        <section className="stack" aria-labelledby="newest">
          <h2 id="newest">Newest jobs</h2>
          <JobList posts={newest} heading="h3" />
        </section>
      )}
    </>
  );
}

function leadOf({ query, location, kind }: Search, correctedQuery: string | undefined): string {
  const what = kind === null ? 'All open jobs' : `Open ${KIND_LABELS[kind].toLowerCase()} jobs`;
  const where = location === '' ? '' : ` in ${location}`;
  return query === ''
    ? `${what}${where}, newest first.`
    : `${what}${where} for “${correctedQuery ?? query}”, best match first.`;
}

function SearchPanel({ search }: { search: Search }) {
  const { state, location } = useNavigation();
  const isSearching = state !== 'idle' && location?.pathname === '/jobs';
  return (
    <Form className="search card" role="search" key={JSON.stringify(search)}>
      <FormBody>
        <TextField label="What" name="query" type="search" defaultValue={search.query} maxLength={200} />
        <TextField label="Where" name="location" defaultValue={search.location} maxLength={140} />
        <SelectField label="Job type" name="kind" defaultValue={search.kind ?? ''}>
          <option value="">Any type</option>
          {Object.entries(KIND_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <div className="actions">
          <button type="submit" className="primary">
            {isSearching ? 'Searching…' : 'Search'}
          </button>
        </div>
      </FormBody>
    </Form>
  );
}
