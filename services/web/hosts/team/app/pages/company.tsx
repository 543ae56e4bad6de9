import type {
  AbuseReports,
  AdminCompany,
  AdminCompanyDetail,
  AdminCompanyReview,
  AdminOrgMembership,
  AuditEvent,
} from '@gatehouse/contract/wire';
import { useState } from 'react';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
} from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { formAction } from '#api/form-action.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { CompanyLogo } from '#design/company-logo.tsx';
import { type Column, DataTable } from '#design/data-table.tsx';
import { ORG_ROLE_LABELS } from '#design/labels.ts';
import { useListAddress } from '#design/list-memory.tsx';
import { Day } from '#design/local-time.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { FormattedText } from '#rich-text/formatted-text.tsx';
import { CompanyReviewCard } from '../changes/company-review.tsx';
import { ConditionBadge, ConditionSwitch } from '../changes/condition-switch.tsx';
import { adminLogo, LogoRemoval } from '../changes/logo-removal.tsx';
import { MembershipBadge, MembershipSwitch } from '../changes/membership-switch.tsx';
import { ReportsCard } from '../changes/reports-card.tsx';
import {
  dismissReports,
  removeLogo,
  reviewCompany,
  setCondition,
  setMembershipStatus,
} from '../changes/staff-changes.ts';
import { useIdentitiesAdminSession } from '../session-hook.ts';
import { RecentEvents, readRecentEvents } from './audit/recent-events.tsx';

const TITLE = 'Company';

export const handle = {
  reads: ({ params }) => {
    const id = params['id'] ?? '';
    return {
      detail: read('AdministrationService.GetAdminCompany', { id }),
      reports: read('ModerationService.GetAbuseReports', { id }),
      review: read('ModerationService.GetAdminCompanyReview', { id }),
      events: readRecentEvents(id),
    };
  },
} satisfies PageHandle;

interface ReviewedCompany extends AdminCompanyDetail {
  readonly reports: AbuseReports;
  readonly review: AdminCompanyReview;
  readonly events: readonly AuditEvent[];
}

export async function clientLoader(
  args: ClientLoaderFunctionArgs,
): Promise<{ answer: ApiAnswer<ReviewedCompany> }> {
  const { detail, reports, review, events } = await loadReads(handle, args);
  if (!detail.ok) return { answer: detail };
  if (!reports.ok) return { answer: reports };
  if (!review.ok) return { answer: review };
  if (!events.ok) return { answer: events };
  const data = withReviewedLook(detail.data, review.data);
  const parts = { reports: reports.data, review: review.data, events: events.data.items };
  return { answer: { ok: true, data: { ...data, ...parts } } };
}

/** The detail is read apart from the review, so its look may be another one than the approved version has (G9). */
function withReviewedLook(detail: AdminCompanyDetail, { current }: AdminCompanyReview): AdminCompanyDetail {
  if (current === undefined) return detail;
  const { logo: _, ...company } = detail.company;
  const { website, ...look } = current;
  return { ...detail, website, company: { ...company, ...look } };
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    set_condition: (form) => setCondition(form, request.signal),
    review_company: (form) => reviewCompany(form, request.signal),
    remove_logo: (form) => removeLogo(form, request.signal),
    dismiss_reports: (form) => dismissReports(form, request.signal),
    set_membership_status: (form) => setMembershipStatus(form, request.signal),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} shape="detail" />;
}

export default function CompanyPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(detail) => <Company key={detail.company.id} {...detail} />}
    </PageData>
  );
}

function Company({ company, members, about = '', website = '', reports, review, events }: ReviewedCompany) {
  // Then the keys are those of the reports.
  const [wasReported] = useState(reports.report_count > 0);
  const mayChange = useIdentitiesAdminSession()?.identities_admin.role === 'operator';
  return (
    <Page
      title={company.name}
      back={useBack(company, review, reports)}
      picture={<CompanyLogo name={company.name} path={adminLogo(company)} />}
      aside={
        mayChange ? (
          <>
            <LogoRemoval company={company} />
            <ConditionSwitch company={company} />
          </>
        ) : null
      }
    >
      <p className="facts">
        <ConditionBadge condition={company.condition} />
        <span>
          Created <Day at={company.created_at} />
        </span>
        <Link to={`/companies/${company.id}/jobs`}>{jobPostsOf(company, review)}</Link>
        <Link to={`/audit?who=${company.id}`}>View audit trail</Link>
      </p>
      {company.condition === 'disabled' ? <DisabledNotice company={company} /> : null}
      <CompanyReviewCard company={company} review={review} mayChange={mayChange} hasKeys={!wasReported} />
      <ReportsCard id={company.id} name={company.name} reports={reports} mayChange={mayChange} />
      {about === '' && website === '' ? null : <Profile about={about} website={website} />}
      <section className="stack">
        <h2>Members</h2>
        {members.length === 0 ? (
          <EmptyState title="No members">
            <p>This company has no members.</p>
          </EmptyState>
        ) : (
          <Members members={members} mayChange={mayChange} />
        )}
      </section>
      <RecentEvents id={company.id} events={events} />
    </Page>
  );
}

/** The queue in which the company waits, of reviews or of reports; otherwise the list of companies (U18). */
function useBack(
  { condition }: AdminCompany,
  { state, approved }: AdminCompanyReview,
  { report_count }: AbuseReports,
) {
  const [path, title] =
    condition === 'active' && (state === 'pending' || approved !== undefined)
      ? ['/company-reviews', 'Companies to review']
      : report_count > 0
        ? ['/reports', 'Reports']
        : ['/companies', 'Companies'];
  return { to: useListAddress(path), title };
}

/** While a company is disabled or not approved, what it has published is hidden. */
function jobPostsOf(
  { condition, published_job_post_count: count }: AdminCompany,
  { state }: AdminCompanyReview,
): string {
  if (condition === 'active' && state === 'approved') return `Published job posts: ${count}`;
  const posts = count === 1 ? '1 job post' : `${count} job posts`;
  return `${posts}, ${condition === 'disabled' ? 'hidden while disabled' : 'not public until approved'}`;
}

/** What the company says about itself. */
function Profile({ about, website }: { about: string; website: string }) {
  return (
    <section className="stack" aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      {website === '' ? null : (
        <p>
          <a href={website} rel="noreferrer nofollow" target="_blank">
            {website}
          </a>
        </p>
      )}
      {about === '' ? null : (
        <>
          {/* As it was typed: what staff decide on shows where each link leads. */}
          <div className="prose" dir="auto">
            {about}
          </div>
          <FormattedText source={about} />
        </>
      )}
    </section>
  );
}

/** Since when a company is disabled, and what its owners read. */
function DisabledNotice({ company: { disabled_at, owner_reason } }: { company: AdminCompany }) {
  return (
    <section className="notice bad" aria-labelledby="disabled">
      <h2 id="disabled">
        {disabled_at === undefined ? (
          'Disabled'
        ) : (
          <>
            Disabled <RelativeTime at={disabled_at} />
          </>
        )}
      </h2>
      {owner_reason === '' ? (
        <p>The owners have no message about it.</p>
      ) : (
        <>
          <p>The owners read:</p>
          <blockquote className="prose" dir="auto">
            {owner_reason}
          </blockquote>
        </>
      )}
    </section>
  );
}

/** The API lists no more. */
const MAX_MEMBERS = 500;

function Members({ members, mayChange }: { members: readonly AdminOrgMembership[]; mayChange: boolean }) {
  const columns: readonly Column<AdminOrgMembership>[] = [
    {
      label: 'Member',
      cell: ({ user_id, user_name, user_email }) => (
        <>
          <Link to={`/people/${user_id}`}>{user_name}</Link>
          <small>{user_email}</small>
        </>
      ),
    },
    { label: 'Role', cell: ({ role }) => ORG_ROLE_LABELS[role] },
    { label: 'Status', cell: (member) => <MembershipBadge membership={member} /> },
  ];
  const change: Column<AdminOrgMembership> = {
    label: 'Change',
    isLabelHidden: true,
    cell: (member) => <MembershipSwitch membership={member} />,
  };
  return (
    <>
      <DataTable caption="Members" columns={mayChange ? [...columns, change] : columns} rows={members} />
      {members.length < MAX_MEMBERS ? null : (
        <p className="hint">These are the first {MAX_MEMBERS} members.</p>
      )}
    </>
  );
}
