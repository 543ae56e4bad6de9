import { etagOf, type Handler, onlyRow, readPage, statement, timestampKey } from '@gatehouse/boundary';
import type { AdminCompanyReview, PendingCompany } from '@gatehouse/contract';
import { reportToOwners } from '../administration/company-mail.ts';

type ReviewRow = Omit<AdminCompanyReview, 'next'> & { readonly name: string };

interface PendingRow extends Omit<PendingCompany, 'created_at'> {
  readonly created_at: Date;
  /** The same time in microseconds, for the cursor. */
  readonly created_key: string;
}

const PENDING_COLUMNS = `c.id, c.name, c.created_at,
          ${timestampKey('c.created_at')} as created_key,
          (select count(*)::int from employer.job_posts j
            where j.company_id = c.id and j.state = 'published') as published_job_post_count`;

const LIST_PENDING = statement<PendingRow>(
  'list_pending_companies',
  `select ${PENDING_COLUMNS}
     from employer.companies c
    where c.review_state = 'pending' and ($1::timestamptz is null or (c.created_at, c.id) > ($1, $2::uuid))
    order by c.created_at, c.id
    limit $3`,
  { indexes: ['companies_pending_review_idx', 'job_posts_published_by_company_idx'] },
);

/** The first one behind this company's place in the queue, or else the oldest of the others. */
const FIND_NEXT = statement<PendingRow>(
  'find_next_pending_company',
  `select ${PENDING_COLUMNS}
     from ((select 1 as round, n.id
              from employer.companies n
             where n.review_state = 'pending'
               and (n.created_at, n.id) > (
                     select s.created_at, s.id from employer.companies s where s.id = $1 and s.review_state = 'pending')
             order by n.created_at, n.id limit 1)
           union all
           (select 2, n.id
              from employer.companies n
             where n.review_state = 'pending' and n.id <> $1
             order by n.created_at, n.id limit 1)
           order by round limit 1) found
     join employer.companies c on c.id = found.id`,
  { indexes: ['companies_pending_review_idx', 'job_posts_published_by_company_idx'] },
);

const FIND_REVIEW = statement<ReviewRow>(
  'find_admin_company_review',
  `select c.id as company_id, c.name, c.review_state as state, c.review_reason as owner_reason, ${etagOf('c.review_version')}
     from employer.companies c where c.id = $1`,
);

const WRITE_REVIEW = statement<object>(
  'write_company_review',
  'update employer.companies set review_state = $2, review_reason = $3, updated_at = now() where id = $1',
);

/** The queue of the staff. */
export const listPendingCompanies: Handler<'ModerationService.ListPendingCompanies'> = ({ read }, input) =>
  readPage(input, {
    key: ['timestamp', 'uuid'],
    find: ([createdAt, id], count) => read.query(LIST_PENDING, [createdAt, id, count]),
    present: presentPending,
    keyOf: (row) => [row.created_key, row.id],
  });

/** The review of one company. */
export const getAdminCompanyReview: Handler<'ModerationService.GetAdminCompanyReview'> = async (
  context,
  { id },
) => {
  const [[row], [next]] = await Promise.all([
    context.read.query(FIND_REVIEW, [id]),
    context.read.query(FIND_NEXT, [id]),
  ]);
  if (row === undefined) return context.refuse('not_found');
  return { ...presentReview(row), ...(next === undefined ? {} : { next: presentPending(next) }) };
};

/**
 * Approves or refuses a company, and mails its owners; the same decision again writes nothing. In force once answered: the
 * company's lock waits for applications that are being written (G1).
 */
export const updateCompanyReview: Handler<'ModerationService.UpdateCompanyReview'> = (context, input) =>
  context.transaction(
    async (tx) => {
      const { id, state } = input;
      const [before] = await tx.query(FIND_REVIEW, [id]);
      if (before === undefined) return context.refuse('not_found');
      await tx.requireVersion(presentReview(before), { subjectId: id, actions: ['company.reviewed'] });
      if (before.state === state) return presentReview(before);
      const reason = input.owner_reason.trim();
      await tx.query(WRITE_REVIEW, [id, state, state === 'refused' ? reason : '']);
      await tx.audit({
        action: 'company.reviewed',
        subject_kind: 'company',
        subject_id: id,
        reason: input.reason.trim(),
        change: `${before.state} → ${state}`,
      });
      const after = onlyRow(await tx.query(FIND_REVIEW, [id]), 'the locked company');
      const decision = state === 'approved' ? 'approved' : 'refused';
      const news = { kind: 'company_reviewed', subjectId: id, value: decision } as const;
      await reportToOwners(tx, id, news, ({ name, email }) => {
        const values = { name, company: after.name, decision, reason, link: '/employer' } as const;
        return tx.mail('company_reviewed', { to: email, topic: id, values });
      });
      return presentReview(after);
    },
    { locks: [{ kind: 'company', id: input.id, mode: 'exclusive' }] },
  );

function presentPending({ created_at, created_key: _, ...row }: PendingRow): PendingCompany {
  return { ...row, created_at: created_at.toISOString() };
}

function presentReview({ name: _, ...review }: ReviewRow): Omit<AdminCompanyReview, 'next'> {
  return review;
}
