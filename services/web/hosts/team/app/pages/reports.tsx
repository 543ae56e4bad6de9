import type { ReportedSubject } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { type PageHandle, read } from '#api/page-reads.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { cursorOf } from '#design/list-pages.ts';
import { ListView, loadListPage } from '#design/list-view.tsx';
import { EmptyState } from '#design/page.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { REPORT_REASON_LABELS } from '../changes/report-labels.ts';
import { pageOfSubject } from '../changes/reported-subject.ts';

const TITLE = 'Reports';
const LEAD =
  'Job posts and companies with open reports: most reports first, then the one that waits longest.';

export const handle = {
  reads: ({ url }) => ({
    answer: read('ModerationService.ListReportedSubjects', { cursor: cursorOf(url), limit: 50 }),
  }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadListPage(handle, args);
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} lead={LEAD} />;
}

export default function ReportsPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <ListView
      title={TITLE}
      answer={answer}
      heading={({ items: [top] }) => ({
        lead: LEAD,
        ...(top === undefined
          ? {}
          : {
              aside: (
                <Link to={pageOfSubject(top)} className="button primary">
                  Review the first
                </Link>
              ),
            }),
      })}
      empty={
        <EmptyState title="No open reports">
          <p>Every report of a job post or company has a decision.</p>
        </EmptyState>
      }
    >
      {(items) => <DataTable caption="Reported job posts and companies" columns={COLUMNS} rows={items} />}
    </ListView>
  );
}

const COLUMNS: readonly Column<ReportedSubject>[] = [
  {
    label: 'Reported',
    cell: (subject) => (
      <>
        <Link to={pageOfSubject(subject)}>{subject.title}</Link>
        <small>{subject.kind === 'company' ? 'Company' : subject.company_name}</small>
      </>
    ),
  },
  { label: 'Reports', cell: ({ report_count }) => report_count },
  {
    label: 'Reasons',
    cell: ({ reasons }) => reasons.map((reason) => REPORT_REASON_LABELS[reason]).join(', '),
  },
  { label: 'Waiting since', cell: ({ oldest_at }) => <RelativeTime at={oldest_at} /> },
];
