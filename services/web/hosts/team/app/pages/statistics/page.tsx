import type { WeekStatistics } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { saveExport } from '#api/save-export.ts';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { useToast } from '#design/toast.tsx';
import { Caseload } from './caseload.tsx';
import { csvOfWeeks } from './csv-of-weeks.ts';
import { Market } from './market.tsx';
import { DEFAULT_PERIOD, hasCounts, PERIODS, periodOf, weeksToRead, withPeriodBefore } from './weeks.ts';

const TITLE = 'Statistics';
const LEAD = 'Weeks begin on Monday, in UTC. The last one is not over.';

export const handle = {
  reads: ({ url }) => ({
    answer: read('StatisticsService.GetStatistics', { weeks: weeksToRead(periodOf(url.searchParams)) }),
  }),
} satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  return { ...(await loadReads(handle, args)), period: periodOf(args.url.searchParams) };
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} lead={LEAD} shape="cards" />;
}

export default function StatisticsPage() {
  const { answer, period } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {({ weeks: all }) => {
        const { weeks, before } = withPeriodBefore(all, period);
        return (
          <Page title={TITLE} lead={LEAD} aside={<ExportButton weeks={weeks} />}>
            <Periods period={period} />
            {hasCounts(weeks) ? (
              <div className="stack">
                <Market weeks={weeks} before={before} />
                <Caseload weeks={weeks} before={before} name="access_requests" />
                <Caseload weeks={weeks} before={before} name="company_reviews" />
                <Caseload weeks={weeks} before={before} name="abuse_reports" />
              </div>
            ) : (
              <EmptyState title="Nothing to count yet">
                <p>Job posts, applications, requests and reports of these weeks appear here.</p>
              </EmptyState>
            )}
          </Page>
        );
      }}
    </PageData>
  );
}

/** The period is in the address, so that it can be bookmarked and sent. */
function Periods({ period }: { period: number }) {
  return (
    <nav aria-label="Period">
      <ul className="filter">
        {PERIODS.map((weeks) => (
          <li key={weeks}>
            <Link
              to={{ search: weeks === DEFAULT_PERIOD ? '' : `?weeks=${weeks}` }}
              aria-current={weeks === period ? 'true' : undefined}
              preventScrollReset
              data-keeps-focus=""
            >
              {weeks} weeks
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The file has the weeks that the page shows: no personal data, so nothing asks and nothing is recorded. */
function ExportButton({ weeks }: { weeks: readonly WeekStatistics[] }) {
  const showToast = useToast();
  return (
    <button
      type="button"
      onClick={() => {
        saveExport({ csv: csvOfWeeks(weeks), is_complete: true }, { name: 'statistics', part: '' });
        showToast('The CSV file is downloaded.');
      }}
    >
      Export CSV
    </button>
  );
}
