import { demoCompanies } from './companies.ts';
import { crowd } from './crowd.ts';
import { demoId } from './demo-id.ts';
import { OWNER_REASONS } from './history.ts';
import type { TableRows } from './insert-rows.ts';
import { companyText } from './job-text.ts';
import { type DemoPerson, demoFounder, demoPeople } from './people.ts';
import { pick } from './pick.ts';
import { applicationRows } from './rows/application-rows.ts';
import { auditEventRows } from './rows/audit-event-rows.ts';
import { interviewRows, messageReadRows, messageRows, templateRows } from './rows/conversation-rows.ts';
import { cvTables, demoCvs } from './rows/cv-rows.ts';
import { decisionCountRows } from './rows/decision-count-rows.ts';
import { assignmentRows, ratingRows } from './rows/evaluation-rows.ts';
import { invitationRows } from './rows/invitation-rows.ts';
import { jobPostRows } from './rows/job-post-rows.ts';
import { logoHash, logoTable } from './rows/logo-rows.ts';
import { noteRows } from './rows/note-rows.ts';
import { notificationRows } from './rows/notification-rows.ts';
import { reportRows } from './rows/report-rows.ts';
import { savedJobPostRows, savedSearchRows } from './rows/saved-rows.ts';
import { demoAdmins } from './staff.ts';
import {
  companyId,
  HOUR_MILLIS,
  membershipId,
  personId,
  timeOfAccessRequest,
  timeOfCompany,
  timeOfPerson,
} from './times-and-ids.ts';

const people: readonly DemoPerson[] = [...demoPeople, ...crowd, demoFounder];

const IS_SENT = 'exists (select from talent.applications a where a.id = r.application_id)';
const IS_OURS = 'exists (select from identity.users u where u.id = r.user_id)';

/**
 * Every row of the demo, table by table.
 * @param firstDay milliseconds of the demo's first day, from which every time and id follows.
 * @param now milliseconds; nothing of the demo is later.
 * @param isNew whether there is no demo yet: what only happened once is made once.
 */
export function demoRows({
  firstDay,
  now,
  passwordHash,
  totpSecret,
  isNew,
  logos = new Map(),
}: {
  firstDay: number;
  now: number;
  passwordHash: string;
  totpSecret: string;
  isNew: boolean;
  /** By the company's name. */
  logos?: ReadonlyMap<string, Buffer>;
}): readonly TableRows[] {
  const allPosts = jobPostRows(firstDay, now);
  const waiting = demoCompanies.filter(({ review }) => review === 'pending');
  const waitingIds = new Set(waiting.map(({ name }) => companyId(name, firstDay)));
  // Visitors have seen no other ones.
  const posts = allPosts.filter(({ company_id }) => !waitingIds.has(company_id));
  const cvs = isNew ? demoCvs(people, firstDay) : new Map<string, never>();
  const cvIds = new Map([...cvs].map(([email, { id }]) => [email, id]));
  const applications = applicationRows({ people, posts, cvIds, firstDay, now });
  const indexOf = (address: string) => people.findIndex(({ email }) => email === address);
  const idOf = (address: string) => personId(address, indexOf(address), firstDay);
  const members = ['owner@demo.test', 'member@demo.test'];
  const authorIds = members.map(idOf);
  const membershipIds = members.map((address) => membershipId(address, indexOf(address), firstDay));
  const notes = noteRows({ applications, authorIds, firstDay, now });
  const ownerIds = new Map(
    people.flatMap(({ email, membership }) =>
      membership?.role === 'owner' ? [[companyId(membership.company, firstDay), idOf(email)] as const] : [],
    ),
  );
  const talk = { applications, authorIds, ownerIds, talentId: idOf('talent@demo.test'), firstDay, now };
  const messages = messageRows(talk);
  const invitations = invitationRows({ people, firstDay, now });
  const notifications = notificationRows({
    applications,
    talentId: idOf('talent@demo.test'),
    memberIds: authorIds,
    companyId: companyId('Harbour & Pine', firstDay),
    now,
  });
  // These follow from `now`, and a second time would tell of another past: only a new demo gets them.
  const past: readonly TableRows[] = [
    {
      table: 'employer.invitations',
      rows: invitations,
      where: 'exists (select from identity.users u where u.id = r.invited_by)',
    },
    {
      table: 'employer.application_notes',
      rows: notes,
      where: IS_SENT,
    },
    { table: 'talent.messages', rows: messages, where: IS_SENT },
    { table: 'talent.message_reads', rows: messageReadRows(messages, talk), where: IS_SENT },
    { table: 'talent.interviews', rows: interviewRows(talk), where: IS_SENT },
    {
      table: 'employer.message_templates',
      rows: templateRows(talk),
      where: 'exists (select from employer.companies c where c.id = r.company_id)',
    },
    {
      table: 'employer.application_ratings',
      rows: ratingRows({ applications, raterIds: authorIds, firstDay, now }),
      where: `exists (select from talent.applications a where a.id = r.application_id)
        and exists (select from identity.users u where u.id = r.rater_id)`,
    },
    {
      table: 'employer.application_assignments',
      rows: assignmentRows({ applications, membershipIds, firstDay, now }),
      where: `exists (select from talent.applications a where a.id = r.application_id)
        and exists (select from employer.org_memberships m where m.id = r.membership_id)`,
    },
    { table: 'identity.notifications', rows: notifications, where: IS_OURS },
    {
      table: 'identity.abuse_reports',
      rows: reportRows({ posts, talentId: idOf('talent@demo.test'), now }),
      where: `(r.reporter_id is null or exists (select from identity.users u where u.id = r.reporter_id))
        and exists (select from employer.companies c where c.id = r.company_id)`,
    },
    {
      table: 'talent.saved_searches',
      rows: savedSearchRows({ talentId: idOf('talent@demo.test'), now }),
      where: IS_OURS,
    },
    {
      table: 'talent.saved_job_posts',
      rows: savedJobPostRows({ posts, talentId: idOf('talent@demo.test'), now }),
      where: `${IS_OURS} and exists (select from employer.job_posts j where j.id = r.job_post_id)`,
    },
    {
      table: 'identity.audit_events',
      rows: auditEventRows({ people, posts: allPosts, applications, notes, invitations, firstDay, now }),
    },
    { table: 'identity.access_decision_counts', rows: decisionCountRows(now) },
  ];
  return [
    {
      table: 'identity.admins',
      rows: demoAdmins.map(({ email, name, role }) => ({ id: demoId(email, firstDay), email, name, role })),
    },
    {
      table: 'identity.admin_credentials',
      rows: demoAdmins.map(({ email }) => ({
        admin_id: demoId(email, firstDay),
        password_hash: passwordHash,
        updated_at: iso(firstDay),
      })),
      where: 'exists (select from identity.admins a where a.id = r.admin_id)',
    },
    {
      table: 'identity.admin_second_factors',
      rows: demoAdmins.map(({ email }) => ({
        admin_id: demoId(email, firstDay),
        secret: totpSecret,
        last_used_step: 0,
        updated_at: iso(firstDay),
      })),
      where: 'exists (select from identity.admins a where a.id = r.admin_id)',
    },
    {
      table: 'employer.companies',
      rows: demoCompanies.map(({ name, website, condition, review, ...company }) => ({
        id: companyId(name, firstDay),
        name,
        about: companyText({ name, website, condition, review, ...company }),
        website,
        condition,
        review_state: review,
        disabled_reason: condition === 'disabled' ? pick(name, OWNER_REASONS) : '',
        logo_hash: logoHash(logos, name),
        created_at: iso(timeOfCompany(name, firstDay)),
        updated_at: iso(timeOfCompany(name, firstDay)),
      })),
    },
    logoTable(logos, firstDay),
    { table: 'employer.job_posts', rows: allPosts },
    {
      table: 'identity.users',
      rows: people.map((person, index) => {
        const { email, name, talentAccess } = person;
        const at = iso(timeOfPerson(index, firstDay));
        const requestedAt = timeOfAccessRequest(person, index, firstDay);
        return {
          id: personId(email, index, firstDay),
          email,
          name,
          talent_access_state: talentAccess,
          access_requested_at: requestedAt === null ? null : iso(requestedAt),
          email_verified_at: at,
          created_at: at,
          updated_at: at,
        };
      }),
    },
    {
      table: 'identity.credentials',
      rows: people.map(({ email }, index) => ({
        user_id: personId(email, index, firstDay),
        password_hash: passwordHash,
        updated_at: iso(timeOfPerson(index, firstDay)),
      })),
      where: IS_OURS,
    },
    {
      table: 'talent.profiles',
      rows: people.flatMap(({ email, profile }, index) =>
        profile === undefined
          ? []
          : [
              {
                user_id: personId(email, index, firstDay),
                ...profile,
                updated_at: iso(timeOfPerson(index, firstDay) + HOUR_MILLIS),
              },
            ],
      ),
      where: IS_OURS,
    },
    {
      table: 'employer.org_memberships',
      rows: people.flatMap(({ email, membership }, index) => {
        if (membership === undefined) return [];
        const at = timeOfPerson(index, firstDay);
        return [
          {
            id: membershipId(email, index, firstDay),
            user_id: personId(email, index, firstDay),
            company_id: companyId(membership.company, firstDay),
            role: membership.role,
            status: membership.status,
            revoked_by: membership.status === 'revoked' ? 'staff' : null,
            created_at: iso(at),
            updated_at: iso(at),
          },
        ];
      }),
      where: IS_OURS,
    },
    ...cvTables([...cvs.values()]),
    {
      table: 'talent.applications',
      rows: applications,
      where: `${IS_OURS} and exists (select from employer.job_posts j where j.id = r.job_post_id)`,
    },
    ...(isNew ? past : []),
  ];
}

function iso(millis: number): string {
  return new Date(millis).toISOString();
}
