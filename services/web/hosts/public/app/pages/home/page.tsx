import type { JobPostKind, PublicJobPost } from '@gatehouse/contract/wire';
import {
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { formatDay } from '../../../../../design/dates.ts';
import { SelectField, TextField } from '../../../../../design/fields.tsx';
import { EmptyState, Page } from '../../../../../design/page.tsx';
import { KIND_WORDS } from '../../../../../design/words.ts';
import { readApi } from '../../../../../session/server-api.ts';
import { webRequestContext } from '../../../../../session/web-request.ts';
import { PUBLIC_PAGE_HEADERS } from '../public-page-headers.ts';

export async function loader({ context, url }: LoaderFunctionArgs) {
  const webRequest = context.get(webRequestContext);
  const text = (name: string) => (url.searchParams.get(name) ?? '').slice(0, 140);
  const kind = url.searchParams.get('kind');
  const search = {
    query: text('query'),
    location: text('location'),
    ...(isKind(kind) ? { kind } : {}),
    cursor: url.searchParams.get('cursor') ?? '',
    limit: 24,
  };
  const answer = await readApi(webRequest, 'PublicJobPostService.ListPublicJobPosts', search);
  if (!answer.ok) {
    const { status, detail } = answer.refusal;
    throw data(detail, { status: status === 0 ? 503 : status });
  }
  return { ...answer.data, search, canonical: `${webRequest.origin}/` };
}

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  { name: 'description', content: 'Jobs at companies that answer, and people who like what they do.' },
  ...(loaderData === undefined ? [] : [{ tagName: 'link', rel: 'canonical', href: loaderData.canonical }]),
];

export default function HomePage() {
  const { items, next_cursor, search } = useLoaderData<typeof loader>();
  const isSearching = useNavigation().state !== 'idle';
  const next = new URLSearchParams({ query: search.query, location: search.location, cursor: next_cursor });
  if (search.kind !== undefined) next.set('kind', search.kind);
  return (
    <Page
      title="Work worth walking to"
      lead="Jobs at companies that answer, from people who say what they pay."
    >
      <Form className="search" role="search" key={JSON.stringify(search)}>
        <TextField label="What" name="query" type="search" defaultValue={search.query} maxLength={140} />
        <TextField label="Where" name="location" defaultValue={search.location} maxLength={140} />
        <SelectField label="Kind" name="kind" defaultValue={search.kind ?? ''}>
          <option value="">Any kind</option>
          {Object.entries(KIND_WORDS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        <div className="actions">
          <button type="submit" className="primary">
            {isSearching ? 'Searching …' : 'Search'}
          </button>
        </div>
      </Form>
      {items.length === 0 ? (
        <EmptyState>
          <h2>No job fits</h2>
          <p>
            Try fewer words, or <Link to="/">see all jobs</Link>.
          </p>
        </EmptyState>
      ) : (
        <ul className="cards">
          {items.map((post) => (
            <JobCard key={post.id} post={post} />
          ))}
        </ul>
      )}
      {next_cursor === '' ? null : (
        <p className="actions">
          <Link className="button" to={`/?${next}`}>
            More jobs
          </Link>
        </p>
      )}
    </Page>
  );
}

function JobCard({ post }: { post: PublicJobPost }) {
  return (
    <li className="card">
      <h2>
        <Link to={`/jobs/${post.id}`}>{post.title}</Link>
      </h2>
      <p>{post.company.name}</p>
      <p className="facts">
        <span>{post.location}</span>
        <span>{KIND_WORDS[post.kind]}</span>
        <time dateTime={post.published_at}>{formatDay(post.published_at)}</time>
      </p>
    </li>
  );
}

function isKind(kind: string | null): kind is JobPostKind {
  return kind !== null && Object.hasOwn(KIND_WORDS, kind);
}
