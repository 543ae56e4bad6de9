import type { TableRows } from './insert-rows.ts';
import type { DemoPerson } from './people.ts';
import { auditEventRows } from './rows/audit-event-rows.ts';
import { interviewRows, messageReadRows, messageRows, templateRows } from './rows/conversation-rows.ts';
import { decisionCountRows } from './rows/decision-count-rows.ts';
import { assignmentRows, ratingRows } from './rows/evaluation-rows.ts';
import { invitationRows } from './rows/invitation-rows.ts';
import type { JobPostRow } from './rows/job-post-rows.ts';
import { noteRows } from './rows/note-rows.ts';
import { notificationRows } from './rows/notification-rows.ts';
import { reportRows } from './rows/report-rows.ts';
import { savedJobPostRows, savedSearchRows } from './rows/saved-rows.ts';
import { IS_OURS } from './rows/user-rows.ts';
import { companyId, membershipId, personId } from './times-and-ids.ts';

const IS_SENT = 'exists (select from talent.applications a where a.id = r.application_id)';

/** The people of Harbour & Pine who write, and an applicant. */
const [OWNER, MEMBER, TALENT] = ['owner@demo.test', 'member@demo.test', 'talent@demo.test'] as const;

/**
 * What people did in the demo's past: invitations, talks, notes, saved jobs, reports, and the audit trail. It follows from `now`, and a
 * second time would tell of another past: only a new demo gets it.
 * @param posts those that visitors have seen; `allPosts` also those of companies that wait for their review.
 */
export function pastTables({
  people,
  allPosts,
  posts,
  applications,
  firstDay,
  now,
}: {
  people: readonly DemoPerson[];
  allPosts: readonly JobPostRow[];
  posts: readonly JobPostRow[];
  applications: readonly Readonly<Record<string, unknown>>[];
  firstDay: number;
  now: number;
}): readonly TableRows[] {
  const indexOf = (address: string) => people.findIndex(({ email }) => email === address);
  const idOf = (address: string) => personId(address, indexOf(address), firstDay);
  const talentId = idOf(TALENT);
  const members = [OWNER, MEMBER].map((address) => ({
    userId: idOf(address),
    membershipId: membershipId(address, indexOf(address), firstDay),
  }));
  const authorIds = members.map(({ userId }) => userId);
  const membershipIds = members.map(({ membershipId: id }) => id);
  const ownerIds = new Map(
    people.flatMap(({ email, membership }) =>
      membership?.role === 'owner' ? [[companyId(membership.company, firstDay), idOf(email)] as const] : [],
    ),
  );
  const notes = noteRows({ applications, authorIds, firstDay, now });
  const talk = { applications, authorIds, ownerIds, talentId, firstDay, now };
  const messages = messageRows(talk);
  const messageReads = messageReadRows(messages, talk);
  const interviews = interviewRows(talk);
  const assignments = assignmentRows({ applications, membershipIds, firstDay, now });
  const invitations = invitationRows({ people, firstDay, now });
  return [
    {
      table: 'employer.invitations',
      rows: invitations,
      where: 'exists (select from identity.users u where u.id = r.invited_by)',
    },
    { table: 'employer.application_notes', rows: notes, where: IS_SENT },
    { table: 'talent.messages', rows: messages, where: IS_SENT },
    { table: 'talent.message_reads', rows: messageReads, where: IS_SENT },
    { table: 'talent.interviews', rows: interviews, where: IS_SENT },
    {
      table: 'employer.message_templates',
      rows: templateRows(talk),
      where: 'exists (select from employer.companies c where c.id = r.company_id)',
    },
    {
      table: 'employer.application_ratings',
      rows: ratingRows({ applications, raterIds: authorIds, firstDay, now }),
      where: `${IS_SENT} and exists (select from identity.users u where u.id = r.rater_id)`,
    },
    {
      table: 'employer.application_assignments',
      rows: assignments,
      where: `${IS_SENT} and exists (select from employer.org_memberships m where m.id = r.membership_id)`,
    },
    {
      table: 'identity.notifications',
      rows: notificationRows({
        applications,
        messages,
        messageReads,
        interviews,
        assignments,
        talentId,
        members,
        companyId: companyId('Harbour & Pine', firstDay),
        now,
      }),
      where: IS_OURS,
    },
    {
      table: 'identity.abuse_reports',
      rows: reportRows({ posts, talentId, now }),
      where: `(r.reporter_id is null or exists (select from identity.users u where u.id = r.reporter_id))
        and exists (select from employer.companies c where c.id = r.company_id)`,
    },
    { table: 'talent.saved_searches', rows: savedSearchRows({ talentId, now }), where: IS_OURS },
    {
      table: 'talent.saved_job_posts',
      rows: savedJobPostRows({ posts, talentId, now }),
      where: `${IS_OURS} and exists (select from employer.job_posts j where j.id = r.job_post_id)`,
    },
    {
      table: 'identity.audit_events',
      rows: auditEventRows({ people, posts: allPosts, applications, notes, invitations, firstDay, now }),
    },
    { table: 'identity.access_decision_counts', rows: decisionCountRows(now) },
  ];
}
