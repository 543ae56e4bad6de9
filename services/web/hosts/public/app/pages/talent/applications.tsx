import type { TalentApplication } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
} from 'react-router';
import { formAction } from '#api/form-action.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { sendChange, sendWrite } from '#api/page-result.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { type Column, DataTable } from '#design/data-table.tsx';
import { FileLink } from '#design/file-link.tsx';
import { Day } from '#design/local-time.tsx';
import { type ListPage, useMorePages } from '#design/more-pages.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { ApplicationState, OFFER_ANSWER_LABELS } from '#design/stage.tsx';
import { AnswerOffer } from './offer-answer.tsx';

const TITLE = 'Applications';

const cursorOf = ({ searchParams }: URL) => searchParams.get('cursor') ?? '';

/** Of one job post only, when the address names it. */
function filterOf({ searchParams }: URL): { job_post_id?: string } {
  const id = searchParams.get('job_post_id');
  return id === null ? {} : { job_post_id: id };
}

export const handle = {
  reads: ({ url }) => ({
    answer: read('TalentApplicationService.ListApplications', {
      cursor: cursorOf(url),
      limit: 20,
      ...filterOf(url),
    }),
  }),
} satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  return {
    ...(await loadReads(handle, args)),
    after: cursorOf(args.url),
    sent: args.url.searchParams.get('sent'),
    isOfOneJob: args.url.searchParams.has('job_post_id'),
  };
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    answer: (form) => {
      const answer = form.choice('answer', OFFER_ANSWER_LABELS);
      const input = { id: form.text('id'), answer, message: form.text('message') };
      return sendChange(form, 'TalentApplicationService.UpdateOfferAnswer', input, request.signal);
    },
    withdraw: (form) =>
      sendWrite('TalentApplicationService.DeleteApplication', { id: form.text('id') }, request.signal),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function TalentApplicationsPage() {
  const { answer, sent, isOfOneJob } = useLoaderData<typeof clientLoader>();
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
          {isOfOneJob ? (
            <p className="actions">
              <Link className="button" to="/talent/applications">
                All applications
              </Link>
            </p>
          ) : null}
        </Page>
      )}
    </PageData>
  );
}

const COLUMNS: readonly Column<TalentApplication>[] = [
  {
    label: 'Job',
    cell: ({ job_post_id, job_post_title, job_post_is_open, company_name }) => (
      <>
        {job_post_is_open ? <Link to={`/jobs/${job_post_id}`}>{job_post_title}</Link> : job_post_title}
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
    label: 'Change',
    isLabelHidden: true,
    cell: (application) => <Changes application={application} />,
  },
];

/** What the applicant can do with an application. */
function Changes({ application }: { application: TalentApplication }) {
  const { id, job_post_title, company_name, stage, offer_answer, offer_is_open, withdrawn_at } = application;
  if (withdrawn_at !== undefined || stage === 'rejected' || offer_answer === 'accepted') return null;
  return (
    <div className="actions">
      {offer_is_open ? (
        <>
          <AnswerOffer application={application} answer="accepted" />
          <AnswerOffer application={application} answer="declined" />
        </>
      ) : null}
      <ConfirmChange
        label="Withdraw"
        about={job_post_title}
        title={`Withdraw your application for ${job_post_title}?`}
        tone="bad"
        intent="withdraw"
        fields={{ id }}
        done="Application withdrawn."
        description={`${company_name} can no longer see it, and what you sent is deleted. This cannot be undone, and you cannot apply for this job again.`}
      />
    </div>
  );
}

function Applications({ first }: { first: ListPage<TalentApplication> }) {
  const { items, more } = useMorePages(first);
  return (
    <>
      <DataTable caption={TITLE} columns={COLUMNS} rows={items} />
      {more}
    </>
  );
}
