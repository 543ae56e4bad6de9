import type { Application } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
} from 'react-router';
import { formAction } from '#api/form-action.ts';
import { loadReads, optionalRead, type PageHandle, read } from '#api/page-reads.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { resultsText, useResultsAnnouncement } from '#design/feedback/results.ts';
import { FilterLinks } from '#design/filter-links.tsx';
import { useFirstRows } from '#design/first-rows.ts';
import { Day } from '#design/local-time.tsx';
import { type ListPage, useMorePages } from '#design/more-pages.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { ApplicationState, STAGE_LABELS } from '#design/stage.tsx';
import { UnreadMark } from '../../conversation/unread-mark.tsx';
import { NextInterview } from '../../next-interview.tsx';
import { assigneeText, useAssigneeChoices } from '../assignee-choices.ts';
import { useIsOwner } from '../own-role.ts';
import { ExportButton, exportApplications } from './export.tsx';
import { type ApplicationFilters, boardSearchOf, filtersOf, inputOf, searchOf } from './filters.ts';
import { MoveSelected } from './move-selected.tsx';
import { moveSelected, undoMoves } from './move-writes.ts';
import { type Moved, MovedNotes, useMoved } from './moved-notes.tsx';
import { postsToChoose, readPostsToChoose } from './post-choices.ts';
import { averageText } from './rating-labels.ts';
import { ApplicationSearch } from './search.tsx';
import { MAX_SELECTED, SelectAll, SelectRow, useRowKeys, useSelection } from './selection.tsx';
import { ShortcutsButton } from './shortcuts-button.tsx';

const TITLE = 'Applications';

export const handle = {
  reads: ({ url: { searchParams } }) => {
    const filters = filtersOf(searchParams);
    const after = searchParams.get('cursor') ?? '';
    const input = { ...inputOf(filters), cursor: after, limit: 50 };
    return {
      answer: read('ApplicationService.ListCompanyApplications', input),
      // A further page has no filters.
      ...(after === '' ? readPostsToChoose(filters.job) : { posts: null, chosen: null }),
      members: after === '' ? optionalRead('OrgMembershipService.ListOrgMemberships', ALL_MEMBERS) : null,
    };
  },
} satisfies PageHandle;

const KEYS = {
  J: 'Next row',
  K: 'Row before',
  X: 'Select the row',
  A: 'Select all rows, or none',
  Enter: 'Open the application of the row',
} as const;

/** More than a phone's screen. */
const FIRST_ROWS = 6;

const ALL_MEMBERS = { cursor: '', limit: 100 } as const;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { answer, posts, members, chosen } = await loadReads(handle, args);
  const { searchParams } = args.url;
  return {
    answer,
    after: searchParams.get('cursor') ?? '',
    filters: filtersOf(searchParams),
    members: members?.ok === true ? members.data.items : [],
    posts: postsToChoose(posts, chosen),
  };
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  const { signal } = request;
  return formAction(request, {
    export: (form) => exportApplications(form, signal),
    move_selected: (form) => moveSelected(form, signal),
    undo_moves: (form) => undoMoves(form, signal),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function EmployerApplicationsPage() {
  const { answer, filters, posts, members } = useLoaderData<typeof clientLoader>();
  useResultsAnnouncement(resultsText(answer, 'application', 'applications'));
  const moved = useMoved();
  const isOwner = useIsOwner();
  const assignees = useAssigneeChoices(members);
  const post = posts.find(({ id }) => id === filters.job);
  return (
    <PageData title={TITLE} answer={answer}>
      {(first) => (
        <Page
          title={post?.title ?? TITLE}
          aside={
            <>
              <Link className="button" to={`/employer/applications/board${boardSearchOf(filters)}`}>
                Board
              </Link>
              {isOwner ? <ExportButton filters={filters} /> : null}
            </>
          }
          lead={post === undefined ? 'For all your job posts.' : 'Applications for this job post.'}
          {...(post === undefined ? {} : { back: { to: `/employer/jobs/${post.id}`, title: 'Job post' } })}
        >
          <ApplicationSearch filters={filters} posts={posts} assignees={assignees} />
          <FilterLinks label="Applications by stage" name="stage" choices={STAGE_LABELS} />
          <Applications key={searchOf(filters)} first={first} filters={filters} moved={moved} />
          <MovedNotes moved={moved} />
        </Page>
      )}
    </PageData>
  );
}

function Applications({
  first,
  filters,
  moved,
}: {
  first: ListPage<Application>;
  filters: ApplicationFilters;
  moved: Moved;
}) {
  const { items, more } = useMorePages(first);
  const { limit, areDrawnLate } = useFirstRows(FIRST_ROWS);
  const selection = useSelection(items);
  useRowKeys();
  const search = searchOf(filters);
  const columns: readonly Column<Application>[] = [
    {
      label: 'Applicant',
      cell: (row) => (
        <>
          <SelectRow row={row} selection={selection} />{' '}
          <Link to={`/employer/applications/${row.id}${search}`}>{row.applicant.name}</Link>
          <UnreadMark isShown={row.has_unread_messages} />
          <small>{row.applicant.headline}</small>
        </>
      ),
    },
    { label: 'Job post', cell: ({ job_post_title }) => job_post_title },
    {
      label: 'Stage',
      cell: (application) => (
        <>
          <ApplicationState application={application} />
          <NextInterview at={application.next_interview_at} />
        </>
      ),
    },
    { label: 'Rating', cell: ({ rating }) => (rating === undefined ? '–' : averageText(rating)) },
    { label: 'Assigned to', cell: ({ assignment }) => assigneeText(assignment) },
    { label: 'Applied', cell: ({ created_at }) => <Day at={created_at} /> },
  ];
  const shown = filters.job === '' ? columns : columns.filter(({ label }) => label !== 'Job post');
  const isEmpty = first.items.length === 0;
  return (
    <>
      {isEmpty ? (
        <NoApplications search={search} />
      ) : (
        <>
          <SelectAll
            selection={selection}
            rowCount={items.length}
            hasMore={items.length > MAX_SELECTED || first.next_cursor !== ''}
          />
          <DataTable
            caption={TITLE}
            columns={shown}
            rows={items.slice(0, limit)}
            areDrawnLate={areDrawnLate}
          />
          {more}
        </>
      )}
      {/* Also without rows: its dialog may be open, with text, when the list is read again (G8). */}
      <MoveSelected selection={selection} moved={moved} />
      {isEmpty ? null : (
        <p className="actions">
          <ShortcutsButton keys={KEYS} />
        </p>
      )}
    </>
  );
}

/** @param search of the list's address. */
function NoApplications({ search }: { search: string }) {
  return (
    <EmptyState title={search === '' ? 'No applications yet' : 'No applications found'}>
      <p>Applications appear here as soon as they are sent. Withdrawn ones disappear.</p>
      {search === '' ? null : (
        <p>
          <Link to="/employer/applications">Show all applications</Link>
        </p>
      )}
    </EmptyState>
  );
}
