import type { BoardColumn } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
} from 'react-router';
import { formAction } from '#api/form-action.ts';
import { orReload } from '#api/or-reload.ts';
import { loadReads, optionalRead, type PageHandle, read } from '#api/page-reads.ts';
import { sendChange } from '#api/page-result.ts';
import { countText, useResultsAnnouncement } from '#design/feedback/results.ts';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { STAGE_LABELS } from '#design/stage.tsx';
import { boardFiltersOf, filtersOf, inputOf, searchOf } from '../applications/filters.ts';
import { postsToChoose, readPostsToChoose } from '../applications/post-choices.ts';
import { ApplicationSearch } from '../applications/search.tsx';
import { useAssigneeChoices } from '../assignee-choices.ts';
import { Board } from './board.tsx';
import { useMoves } from './use-moves.ts';

const TITLE = 'Board';
const LEAD = 'Applications by stage.';

const ALL = { cursor: '', limit: 100 } as const;

const NO_COLUMNS: readonly BoardColumn[] = [];

export const handle = {
  reads: ({ url: { searchParams } }) => {
    const filters = boardFiltersOf(filtersOf(searchParams));
    return {
      answer: read('ApplicationService.GetApplicationBoard', inputOf(filters)),
      ...readPostsToChoose(filters.job),
      members: optionalRead('OrgMembershipService.ListOrgMemberships', ALL),
    };
  },
} satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { answer, posts, chosen, members } = await loadReads(handle, args);
  return {
    answer,
    filters: boardFiltersOf(filtersOf(args.url.searchParams)),
    posts: postsToChoose(posts, chosen),
    members: members.ok ? members.data.items : [],
  };
}

/** Of the dialog before a move. */
export function clientAction({ request }: ClientActionFunctionArgs) {
  const { signal } = request;
  return formAction(request, {
    move: (form) => {
      const input = {
        id: form.text('id'),
        stage: form.choice('stage', STAGE_LABELS),
        message: form.text('message'),
      };
      return orReload(sendChange(form, 'ApplicationService.UpdateApplication', input, signal));
    },
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} lead={LEAD} />;
}

export default function BoardPage() {
  const { answer, filters, posts, members } = useLoaderData<typeof clientLoader>();
  const assignees = useAssigneeChoices(members);
  const search = searchOf(filters);
  const moves = useMoves(answer.ok ? answer.data.columns : NO_COLUMNS, search);
  const total = answer.ok ? answer.data.columns.reduce((sum, { count }) => sum + count, 0) : null;
  useResultsAnnouncement(total === null ? null : countText(total, 'application', 'applications'));
  return (
    <PageData title={TITLE} answer={answer}>
      {({ columns }) => (
        <Page
          title={TITLE}
          lead={LEAD}
          back={{ to: `/employer/applications${search}`, title: 'Applications' }}
        >
          <ApplicationSearch filters={filters} posts={posts} assignees={assignees} />
          <Board
            key={search}
            columns={columns}
            filters={filters}
            moves={moves}
            empty={
              columns.some(({ count }) => count > 0) ? null : (
                <EmptyState title={search === '' ? 'No applications yet' : 'No applications found'}>
                  <p>
                    {search === '' ? (
                      'Applications appear here as soon as they are sent.'
                    ) : (
                      <Link to="/employer/applications/board">Show all applications</Link>
                    )}
                  </p>
                </EmptyState>
              )
            }
          />
        </Page>
      )}
    </PageData>
  );
}
