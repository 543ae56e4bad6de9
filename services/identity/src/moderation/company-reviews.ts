import { etagOf, type Handler, type LastChange, onlyRow, statement } from '@gatehouse/boundary';
import type { AdminCompanyReview } from '@gatehouse/contract';
import { reportToOwners } from '../administration/company-mail.ts';
import {
  APPEARANCE_COLUMNS,
  type AppearanceRow,
  describeChanges,
  presentAppearances,
  presentShown,
  type StoredShown,
} from './company-appearance.ts';
import { findNextPending } from './company-queue.ts';

type Review = Pick<AdminCompanyReview, 'company_id' | 'state' | 'owner_reason' | 'etag'>;
type ReviewRow = Review &
  AppearanceRow & { readonly ended: readonly StoredShown[]; readonly waiting_seconds: number | null };

const FIND_REVIEW = statement<ReviewRow>(
  'find_admin_company_review',
  `select c.id as company_id, c.review_state as state, c.review_reason as owner_reason, ${etagOf('c.review_version')},
          ${APPEARANCE_COLUMNS}, c.shown_meanwhile as ended,
          extract(epoch from now() - c.unreviewed_since)::float8 as waiting_seconds
     from employer.companies c where c.id = $1`,
);

/** Whatever it decides, no change waits any more. */
const WRITE_REVIEW = statement<object>(
  'write_company_review',
  `update employer.companies
      set review_state = $2, review_reason = $3, approved_as = null, unreviewed_since = null, updated_at = now()
    where id = $1`,
);

/**
 * Who made the version of a review: the text of a company is no part of it, and its author is none of a conflict's. Among the newest
 * 1000 events, as any last change (`identity.last_change`).
 */
const FIND_LAST_CHANGE = statement<LastChange>(
  'find_last_change_of_company_review',
  `select e.at, e.actor_kind, coalesce(u.name, s.name) as actor_name
     from (select * from identity.audit_events n where n.subject_id = $1 order by n.id desc limit 1000) e
     left join identity.users u on u.id = e.actor_id and e.actor_kind = 'user'
     left join identity.admins s on s.id = e.actor_id and e.actor_kind = 'admin'
    where e.action in ('company.reviewed', 'company.logo_changed', 'company.logo_removed')
       or e.action = 'company.changed' and e.change not in ('', 'about')
    order by e.id desc
    limit 1`,
  { indexes: ['audit_events_subject_id_idx'] },
);

/** The review of one company. */
export const getAdminCompanyReview: Handler<'ModerationService.GetAdminCompanyReview'> = async (
  context,
  { id },
) => {
  const [[row], next] = await Promise.all([
    context.read.query(FIND_REVIEW, [id]),
    findNextPending(context.read, id),
  ]);
  if (row === undefined) return context.refuse('not_found');
  return { ...presentReview(row), ...(next === undefined ? {} : { next }) };
};

/**
 * Approves or refuses a company, and mails its owners; the same decision again writes nothing, unless the company has changed since.
 * In force once answered: the company's lock waits for applications that are being written (G1), and for a change of the company,
 * which makes another version than the caller has judged (G9).
 */
export const updateCompanyReview: Handler<'ModerationService.UpdateCompanyReview'> = (context, input) =>
  context.transaction(
    async (tx) => {
      const { id, state } = input;
      const [before] = await tx.query(FIND_REVIEW, [id]);
      if (before === undefined) return context.refuse('not_found');
      const [change = null] = await tx.query(FIND_LAST_CHANGE, [id]);
      await tx.requireVersion(presentReview(before), change);
      const changes = describeChanges(before);
      if (before.state === state && changes === '') return presentReview(before);
      const reason = input.owner_reason.trim();
      await tx.query(WRITE_REVIEW, [id, state, state === 'refused' ? reason : '']);
      await tx.audit({
        action: 'company.reviewed',
        subject_kind: 'company',
        subject_id: id,
        reason: input.reason.trim(),
        change: `${changes === '' ? before.state : changes} → ${state}`,
      });
      const after = onlyRow(await tx.query(FIND_REVIEW, [id]), 'the locked company');
      if (before.state === state) return presentReview(after);
      const decision = state === 'approved' ? 'approved' : 'refused';
      const news = { kind: 'company_reviewed', subjectId: id, value: decision } as const;
      await reportToOwners(tx, id, news, ({ name, email }) => {
        const values = { name, company: after.current.name, decision, reason, link: '/employer' } as const;
        return tx.mail('company_reviewed', { to: email, topic: id, values });
      });
      return presentReview(after);
    },
    { locks: [{ kind: 'company', id: input.id, mode: 'exclusive' }] },
  );

function presentReview({
  company_id,
  state,
  owner_reason,
  etag,
  ended,
  waiting_seconds,
  ...row
}: ReviewRow): AdminCompanyReview {
  const shown_meanwhile = presentShown(row.current, ended, waiting_seconds ?? 0);
  return { company_id, state, owner_reason, etag, ...presentAppearances(row), shown_meanwhile };
}
