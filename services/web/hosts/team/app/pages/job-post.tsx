import { placeName } from '@gatehouse/contract/country-name';
import type { AbuseReports, AdminJobPost, AdminJobPostDetail, AuditEvent } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
} from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { formAction } from '#api/form-action.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { Dotted } from '#design/dotted.tsx';
import { JobTerms } from '#design/job-terms.tsx';
import { KIND_LABELS } from '#design/labels.ts';
import { useLastList, useListAddress } from '#design/list-memory.tsx';
import { Day } from '#design/local-time.tsx';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { FormattedText } from '#rich-text/formatted-text.tsx';
import { ReportsCard } from '../changes/reports-card.tsx';
import { dismissReports, setVisibility } from '../changes/staff-changes.ts';
import { JobPostBadge, VisibilitySwitch } from '../changes/visibility-switch.tsx';
import { useIdentitiesAdminSession } from '../session-hook.ts';
import { RecentEvents, readRecentEventsOfPost } from './audit/recent-events.tsx';

const TITLE = 'Job post';

export const handle = {
  reads: ({ params }) => {
    const id = params['id'] ?? '';
    return {
      detail: read('ModerationService.GetAdminJobPost', { id }),
      reports: read('ModerationService.GetAbuseReports', { id }),
      events: readRecentEventsOfPost(id),
    };
  },
} satisfies PageHandle;

interface ReviewedPost extends AdminJobPostDetail {
  readonly reports: AbuseReports;
  readonly events: readonly AuditEvent[];
}

export async function clientLoader(
  args: ClientLoaderFunctionArgs,
): Promise<{ answer: ApiAnswer<ReviewedPost> }> {
  const { detail, reports, events } = await loadReads(handle, args);
  if (!detail.ok) return { answer: detail };
  if (!reports.ok) return { answer: reports };
  if (!events.ok) return { answer: events };
  const parts = { reports: reports.data, events: events.data.items };
  return { answer: { ok: true, data: { ...detail.data, ...parts } } };
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    set_visibility: (form) => setVisibility(form, request.signal),
    dismiss_reports: (form) => dismissReports(form, request.signal),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} shape="detail" />;
}

export default function JobPostPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(detail) => <JobPost key={detail.job_post.id} {...detail} />}
    </PageData>
  );
}

function JobPost({ job_post: post, description, questions, terms, reports, events }: ReviewedPost) {
  const mayChange = useIdentitiesAdminSession()?.identities_admin.role === 'operator';
  return (
    <Page
      title={post.title}
      back={useBack(post, reports)}
      aside={mayChange ? <VisibilitySwitch post={post} /> : null}
      lead={
        <Dotted
          parts={{
            company: <Link to={`/companies/${post.company_id}`}>{post.company_name}</Link>,
            location: placeName(post),
            kind: KIND_LABELS[post.kind],
          }}
        />
      }
    >
      <p className="facts">
        <JobPostBadge post={post} />
        <span>
          Published <Day at={post.published_at} />
        </span>
      </p>
      {post.hidden_at === undefined ? null : <HiddenNotice post={post} at={post.hidden_at} />}
      <ReportsCard id={post.id} name={post.title} reports={reports} mayChange={mayChange} />
      <JobTerms terms={terms} />
      {/* As it was typed: what staff decide on shows where each link leads. */}
      <article className="prose" dir="auto">
        {description}
      </article>
      <FormattedText source={description} />
      {questions.length === 0 ? null : (
        <section className="stack" aria-labelledby="questions">
          <h2 id="questions">Questions to applicants</h2>
          <ol>
            {questions.map((text) => (
              <li key={text} dir="auto">
                {text}
              </li>
            ))}
          </ol>
        </section>
      )}
      <RecentEvents id={post.company_id} all={`All events of ${post.company_name}`} events={events} />
    </Page>
  );
}

const ALL_POSTS = '/job-posts';

/** The queue of reports while the post is reported; otherwise the list from which it was opened (U18). */
function useBack({ company_id, company_name }: AdminJobPost, { report_count }: AbuseReports) {
  const ofCompany = `/companies/${company_id}/jobs`;
  const lastList = useLastList([ALL_POSTS, ofCompany]) ?? ofCompany;
  const isReported = report_count > 0;
  const to = useListAddress(isReported ? '/reports' : lastList);
  if (isReported) return { to, title: 'Reports' };
  return { to, title: lastList === ALL_POSTS ? 'All job posts' : `Job posts of ${company_name}` };
}

/** Since when a post is hidden, and what its company reads. */
function HiddenNotice({ post, at }: { post: AdminJobPost; at: string }) {
  return (
    <section className="notice bad" aria-labelledby="hidden">
      <h2 id="hidden">
        Hidden <RelativeTime at={at} />
      </h2>
      <p>The company reads:</p>
      <blockquote className="prose" dir="auto">
        {post.owner_reason}
      </blockquote>
    </section>
  );
}
