import type { TalentApplication } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
} from 'react-router';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { FileLink } from '#design/file-link.tsx';
import { cursorOf } from '#design/list-pages.ts';
import { Day } from '#design/local-time.tsx';
import { type ListPage, useMorePages } from '#design/more-pages.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { ApplicationState } from '#design/stage.tsx';
import { UnreadMark } from '../conversation/unread-mark.tsx';
import { OfferAnswers } from './application-changes.tsx';
import { changeApplication } from './change-application.ts';
import { waitingFirst } from './waiting-first.ts';

const TITLE = 'Applications';

export const handle = {
  reads: ({ url }) => ({
    answer: read('TalentApplicationService.ListApplications', {
      cursor: cursorOf(url),
      limit: 20,
    }),
  }),
} satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { answer } = await loadReads(handle, args);
  return {
    answer: answer.ok
      ? { ...answer, data: { ...answer.data, items: waitingFirst(answer.data.items) } }
      : answer,
    after: cursorOf(args.url),
    sent: args.url.searchParams.get('sent'),
  };
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  return changeApplication(request);
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function TalentApplicationsPage() {
  const { answer, sent } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(first) => (
        <Page title={TITLE} lead="Jobs that you have applied for, and their progress.">
          {first.items.some(({ id }) => id === sent) ? (
            <p className="notice" role="status">
              Application sent. We will email you when there is news.
            </p>
          ) : null}
          {first.items.length === 0 ? (
            <EmptyState title="No applications yet">
              <p>Find a job and apply. Your profile is sent with your application.</p>
              <p>
                <Link className="button" to="/jobs">
                  Browse jobs
                </Link>
              </p>
            </EmptyState>
          ) : (
            <Applications first={first} />
          )}
        </Page>
      )}
    </PageData>
  );
}

const COLUMNS: readonly Column<TalentApplication>[] = [
  {
    label: 'Job',
    cell: ({ id, job_post_title, job_post_is_open, company_name, has_unread_messages }) => (
      <>
        <Link to={`/talent/applications/${id}`}>{job_post_title}</Link>
        <UnreadMark isShown={has_unread_messages} />
        <small>
          {company_name}
          {job_post_is_open ? '' : ', closed'}
        </small>
      </>
    ),
  },
  {
    label: 'Stage',
    cell: (application) => <ApplicationState application={application} side="talent" />,
  },
  {
    label: 'Applied',
    cell: ({ id, created_at, cv }) => (
      <>
        <Day at={created_at} />
        {cv === undefined ? null : (
          <small>
            <FileLink file={cv} path={`/talent/applications/${id}/cv`} />
          </small>
        )}
      </>
    ),
  },
  { label: 'Last update', cell: ({ updated_at, withdrawn_at }) => <Day at={withdrawn_at ?? updated_at} /> },
  {
    label: 'Answer',
    isLabelHidden: true,
    cell: (application) => <OfferAnswers application={application} />,
  },
];

function Applications({ first }: { first: ListPage<TalentApplication> }) {
  const { items, more } = useMorePages(first);
  return (
    <>
      <DataTable caption={TITLE} columns={COLUMNS} rows={items} />
      {more}
    </>
  );
}
