import { type Handler, keyset, onlyRow, type Queryable, readPage, statement } from '@gatehouse/boundary';
import type { AbuseReport, ReportedSubject } from '@gatehouse/contract';

interface SubjectRow extends Omit<ReportedSubject, 'oldest_at'> {
  readonly oldest_at: Date;
  /** Of the report that waits longest: ids are UUIDv7. */
  readonly oldest_id: string;
}

/**
 * Most reports first, then the one that waits longest. Reads all open reports, of which each subject has 200 at most. Those of disabled
 * companies count as closed.
 */
const QUEUE = `
  select s.id, s.kind, s.company_id,
         coalesce((select j.title from employer.moderated_job_posts j where s.kind = 'job_post' and j.id = s.id), c.name) as title,
         c.name as company_name, s.report_count,
         s.oldest_at, s.oldest_id, s.reasons
    from (select r.subject_id as id, min(r.subject_kind) as kind, (array_agg(r.company_id))[1] as company_id,
                 count(*)::int as report_count, min(r.created_at) as oldest_at,
                 (array_agg(r.id order by r.id))[1] as oldest_id, array_agg(distinct r.reason) as reasons
            from identity.abuse_reports r where r.closed_at is null
           group by r.subject_id) s
    join employer.companies c on c.id = s.company_id and c.condition = 'active'`;

/** Ascends in both parts, so its first parameter is the negative number of reports, and a cursor has the number itself. */
const BY_REPORTS = keyset('asc', [
  { sql: '-s.report_count', type: 'number', field: 'report_count' },
  { sql: 's.oldest_id', type: 'uuid', field: 'oldest_id' },
]);

const LIST_SUBJECTS = statement<SubjectRow>(
  'list_reported_subjects',
  `${QUEUE}
    where ${BY_REPORTS.after(1)}
    ${BY_REPORTS.orderBy}
    limit $3`,
);

/** The first one behind the place in the queue of subject `$1`, or else the first of the others. No row has the number 0. */
const FIND_NEXT_SUBJECT = statement<SubjectRow>(
  'find_next_reported_subject',
  `${QUEUE}
    where s.id <> $1
    order by (-s.report_count, s.oldest_id) > (
               select -count(*)::int, (array_agg(r.id order by r.id))[1]
                 from identity.abuse_reports r where r.subject_id = $1 and r.closed_at is null) desc,
             -s.report_count, s.oldest_id
    limit 1`,
  { indexes: ['abuse_reports_open_idx'] },
);

const LIST_REPORTS = statement<Omit<AbuseReport, 'created_at'> & { readonly created_at: Date }>(
  'list_abuse_reports',
  `select r.id, r.reason, r.text, r.created_at, coalesce(r.reporter_id::text, '') as reporter_id,
          coalesce(u.name, '') as reporter_name
     from identity.abuse_reports r
     join employer.companies c on c.id = r.company_id and c.condition = 'active'
     left join identity.users u on u.id = r.reporter_id
    where r.subject_id = $1 and r.closed_at is null
    order by r.id desc
    limit 50`,
  { indexes: ['abuse_reports_open_idx'] },
);

const COUNT_REPORTS = statement<{ count: number }>(
  'count_abuse_reports',
  `select count(*)::int as count
     from identity.abuse_reports r
     join employer.companies c on c.id = r.company_id and c.condition = 'active'
    where r.subject_id = $1 and r.closed_at is null`,
);

const DISMISS_REPORTS = statement<{ subject_kind: 'job_post' | 'company' }>(
  'dismiss_abuse_reports',
  `update identity.abuse_reports r set closed_at = now(), outcome = 'dismissed'
    where r.subject_id = $1 and r.closed_at is null and r.id <= $2
   returning r.subject_kind`,
  { indexes: ['abuse_reports_open_idx'] },
);

const CLOSE_OF_POST = statement<object>(
  'close_abuse_reports_of_post',
  `update identity.abuse_reports set closed_at = now(), outcome = 'hidden' where subject_id = $1 and closed_at is null`,
);

const CLOSE_OF_COMPANY = statement<object>(
  'close_abuse_reports_of_company',
  `update identity.abuse_reports set closed_at = now(), outcome = 'company_disabled'
    where id = any (array(select id from identity.abuse_reports
                           where company_id = $1 and closed_at is null
                           limit 1000 for no key update skip locked))`,
  { indexes: ['abuse_reports_open_of_company_idx'] },
);

/** The queue of the staff. */
export const listReportedSubjects: Handler<'ModerationService.ListReportedSubjects'> = ({ read }, input) =>
  readPage(input, {
    order: BY_REPORTS,
    find: ([reportCount = null, oldestId], count) => {
      const negative = reportCount === null ? null : -Number(reportCount);
      return read.query(LIST_SUBJECTS, [negative, oldestId, count]);
    },
    present: presentSubject,
  });

/**
 * The open reports of a subject, as the queue counts them: none is no error, because the pages of posts and companies ask for them.
 */
export const getAbuseReports: Handler<'ModerationService.GetAbuseReports'> = async ({ read }, { id }) => {
  const [reports, counts, [next]] = await Promise.all([
    read.query(LIST_REPORTS, [id]),
    read.query(COUNT_REPORTS, [id]),
    read.query(FIND_NEXT_SUBJECT, [id]),
  ]);
  return {
    items: reports.map(({ created_at, ...report }) => ({ ...report, created_at: created_at.toISOString() })),
    report_count: onlyRow(counts, 'a count').count,
    ...(next === undefined ? {} : { next: presentSubject(next) }),
  };
};

/** Closes the reports that the caller has seen. */
export const dismissAbuseReports: Handler<'ModerationService.DismissAbuseReports'> = (
  context,
  { id, newest_id, reason },
) =>
  context.transaction(async (tx) => {
    const closed = await tx.query(DISMISS_REPORTS, [id, newest_id]);
    const [first] = closed;
    if (first === undefined) return context.refuse('not_found');
    await tx.audit({
      action: first.subject_kind === 'job_post' ? 'job_post.reports_dismissed' : 'company.reports_dismissed',
      subject_kind: first.subject_kind,
      subject_id: id,
      reason: reason.trim(),
      change: closed.length === 1 ? '1 report' : `${closed.length} reports`,
    });
    return null;
  });

/** Closes the reports of a job post that staff hide. */
export async function closeReportsOfPost(tx: Queryable, id: string): Promise<void> {
  await tx.query(CLOSE_OF_POST, [id]);
}

/**
 * Closes the reports of a company that staff disable, and of its job posts: 1,000 of them, and the employer service the others, which
 * the queue leaves out meanwhile (G1).
 */
export async function closeReportsOfCompany(tx: Queryable, companyId: string): Promise<void> {
  await tx.query(CLOSE_OF_COMPANY, [companyId]);
}

function presentSubject({ oldest_at, oldest_id: _, ...row }: SubjectRow): ReportedSubject {
  return { ...row, oldest_at: oldest_at.toISOString() };
}
