import { placeName } from '@gatehouse/contract/country-name';
import type { AdminJobPost } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { KIND_LABELS } from '#design/labels.ts';
import { cursorOf } from '#design/list-pages.ts';
import { PagedRows } from '#design/list-view.tsx';
import { Day } from '#design/local-time.tsx';
import type { ListPage } from '#design/more-pages.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { JobPostBadge } from '../changes/visibility-switch.tsx';

const TITLE = 'Job posts';
const LEAD = 'Published and closed ones. Drafts belong to the company alone.';

export const handle = {
  reads: ({ params, url }) => {
    const id = params['id'] ?? '';
    return {
      company: read('AdministrationService.GetAdminCompany', { id }),
      posts: read('ModerationService.ListAdminJobPosts', {
        company_id: id,
        cursor: cursorOf(url),
        limit: 50,
      }),
    };
  },
} satisfies PageHandle;

interface CompanyPosts extends ListPage<AdminJobPost> {
  readonly company: { readonly id: string; readonly name: string };
}

export async function clientLoader(
  args: ClientLoaderFunctionArgs,
): Promise<{ answer: ApiAnswer<CompanyPosts>; after: string }> {
  const after = cursorOf(args.url);
  const { company, posts } = await loadReads(handle, args);
  if (!company.ok) return { answer: company, after };
  if (!posts.ok) return { answer: posts, after };
  return { answer: { ok: true, data: { ...posts.data, company: company.data.company } }, after };
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} lead={LEAD} />;
}

/** What a company has published. */
export default function CompanyJobsPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(first) => (
        <Page
          title={TITLE}
          lead={LEAD}
          back={{ to: `/companies/${first.company.id}`, title: first.company.name }}
        >
          {first.items.length === 0 ? (
            <EmptyState title="No job posts">
              <p>This company has published nothing yet.</p>
            </EmptyState>
          ) : (
            <PagedRows key={first.company.id} first={first}>
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
    cell: ({ id, title, kind, ...place }) => (
      <>
        <Link to={`/job-posts/${id}`}>{title}</Link>
        <small>{[placeName(place), KIND_LABELS[kind]].filter(Boolean).join(', ')}</small>
      </>
    ),
  },
  { label: 'Status', cell: (post) => <JobPostBadge post={post} /> },
  { label: 'Published', cell: ({ published_at }) => <Day at={published_at} /> },
];
