import type { TalentApplication } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
} from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { FileLink } from '#design/file-link.tsx';
import { cursorOf } from '#design/list-pages.ts';
import { ListView } from '#design/list-view.tsx';
import { Day } from '#design/local-time.tsx';
import type { ListPage } from '#design/more-pages.tsx';
import { EmptyState } from '#design/page.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { ApplicationState } from '#design/stage.tsx';
import { NextInterview } from '../next-interview.tsx';
import { OfferAnswers } from './application-changes.tsx';
import { changeApplication } from './change-application.ts';
import { WAITING, waitingFirst } from './waiting-first.ts';
import { WaitingMarks } from './waiting-marks.tsx';

const TITLE = 'Applications';
const LEAD = 'Jobs that you have applied for, and their progress.';

export const handle = {
  reads: ({ url }) => ({
    answer: read('TalentApplicationService.ListApplications', {
      cursor: cursorOf(url),
      limit: 20,
    }),
    waiting: cursorOf(url) === '' ? read('TalentApplicationService.ListApplications', WAITING) : null,
  }),
} satisfies PageHandle;

interface ApplicationsData {
  readonly answer: ApiAnswer<ListPage<TalentApplication>>;
  readonly waiting: readonly TalentApplication[];
  readonly after: string;
  readonly sent: string | null;
}

export async function clientLoader(args: ClientLoaderFunctionArgs): Promise<ApplicationsData> {
  const { answer, waiting } = await loadReads(handle, args);
  const page = { after: cursorOf(args.url), sent: args.url.searchParams.get('sent') };
  if (waiting === null) return { answer, waiting: [], ...page };
  return waiting.ok
    ? { answer, waiting: waiting.data.items, ...page }
    : { answer: waiting, waiting: [], ...page };
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  return changeApplication(request);
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} lead={LEAD} />;
}

export default function TalentApplicationsPage() {
  const { answer, waiting, sent } = useLoaderData<typeof clientLoader>();
  return (
    <ListView
      title={TITLE}
      answer={answer}
      heading={() => ({ lead: LEAD })}
      empty={
        <EmptyState title="No applications yet">
          <p>Find a job and apply. Your profile is sent with your application.</p>
          <p>
            <Link className="button" to="/jobs">
              Browse jobs
            </Link>
          </p>
        </EmptyState>
      }
    >
      {(items) => (
        <>
          {items.some(({ id }) => id === sent) ? (
            <p className="notice" role="status">
              Application sent. We will email you when there is news.
            </p>
          ) : null}
          <DataTable caption={TITLE} columns={COLUMNS} rows={waitingFirst(waiting, items)} />
        </>
      )}
    </ListView>
  );
}

const COLUMNS: readonly Column<TalentApplication>[] = [
  {
    label: 'Job',
    cell: (application) => (
      <>
        <Link to={`/talent/applications/${application.id}`}>{application.job_post_title}</Link>
        <WaitingMarks application={application} />
        <small>
          {application.company_name}
          {application.job_post_is_open ? '' : ', closed'}
        </small>
      </>
    ),
  },
  {
    label: 'Stage',
    cell: (application) => (
      <>
        <ApplicationState application={application} side="talent" />
        <NextInterview at={application.next_interview_at} />
      </>
    ),
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
