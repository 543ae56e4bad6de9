import { placeName } from '@gatehouse/contract/country-name';
import type { AdminJobPost, AdminJobPostExposure } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, redirect, useLoaderData } from 'react-router';
import { findChoice } from '#api/choice.ts';
import { type PageHandle, read } from '#api/page-reads.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { countText, resultsText, useResultsAnnouncement } from '#design/feedback/results.ts';
import { FilterLinks } from '#design/filter-links.tsx';
import { cursorOf } from '#design/list-pages.ts';
import { loadListPage, PagedRows } from '#design/list-view.tsx';
import { Day } from '#design/local-time.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { SearchForm } from '#design/search-form.tsx';
import { JobPostBadge } from '../changes/visibility-switch.tsx';

const TITLE = 'Job posts';
const LEAD = 'The published ones of all companies, newest first. Hidden: by staff, or with their company.';

/** The two numbers of the overview (U11). */
const EXPOSURE_LABELS: Record<AdminJobPostExposure, string> = { visible: 'Visible', hidden: 'Hidden' };

const exposureOf = ({ searchParams }: URL) => findChoice(EXPOSURE_LABELS, searchParams.get('exposure'));

const queryOf = ({ searchParams }: URL) => (searchParams.get('query') ?? '').trim();

/** The id of a job post, or an address with it: of its public page, its page for staff or its company's. */
const POST = /^(?:\S*\/(?:jobs|job-posts)\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[/?#]\S*)?$/i;

export const handle = {
  reads: ({ url }) => {
    const exposure = exposureOf(url);
    return {
      answer: read('ModerationService.ListAllAdminJobPosts', {
        cursor: cursorOf(url),
        limit: 50,
        ...(exposure === null ? {} : { exposure }),
      }),
    };
  },
} satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const query = queryOf(args.url);
  const [, id] = POST.exec(query) ?? [];
  if (id !== undefined) throw redirect(`/job-posts/${id.toLowerCase()}`);
  return { ...(await loadListPage(handle, args)), exposure: exposureOf(args.url), query };
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} lead={LEAD} />;
}

/** What all companies have published. */
export default function JobPostsPage() {
  const { answer, exposure, query } = useLoaderData<typeof clientLoader>();
  const isUnknown = query !== '';
  useResultsAnnouncement(
    isUnknown ? countText(0, 'job post', 'job posts') : resultsText(answer, 'job post', 'job posts'),
  );
  return (
    <PageData title={TITLE} answer={answer}>
      {(first) => (
        <Page title={TITLE} lead={LEAD}>
          <SearchForm label="Address or ID of a job post" query={query} kept={{ exposure: exposure ?? '' }} />
          {isUnknown ? null : (
            <FilterLinks label="Job posts by visibility" name="exposure" choices={EXPOSURE_LABELS} />
          )}
          {isUnknown ? (
            <EmptyState title="No job post found">
              <p>
                Paste the address of its page, or its ID. <Link to="/job-posts">Show all job posts</Link>
              </p>
            </EmptyState>
          ) : first.items.length === 0 ? (
            <EmptyState title="No job posts found">
              <p>{exposure === null ? 'No company has published one yet.' : 'Choose another filter.'}</p>
            </EmptyState>
          ) : (
            <PagedRows key={exposure} first={first}>
              {(items) => <DataTable caption={TITLE} columns={COLUMNS} rows={items} />}
            </PagedRows>
          )}
        </Page>
      )}
    </PageData>
  );
}

const COLUMNS: readonly Column<AdminJobPost>[] = [
  {
    label: 'Job post',
    cell: ({ id, title, ...place }) => (
      <>
        <Link to={`/job-posts/${id}`}>{title}</Link>
        <small>{placeName(place)}</small>
      </>
    ),
  },
  {
    label: 'Company',
    cell: ({ company_id, company_name }) => <Link to={`/companies/${company_id}`}>{company_name}</Link>,
  },
  { label: 'Status', cell: (post) => <JobPostBadge post={post} /> },
  { label: 'Published', cell: ({ published_at }) => <Day at={published_at} /> },
];
