import { type Handler, readPage, statement } from '@gatehouse/boundary';
import type { AuditEvent } from '@gatehouse/contract';

interface AuditEventRow extends Omit<AuditEvent, 'at'> {
  readonly at: Date;
}

const LIST_AUDIT_EVENTS = statement<AuditEventRow>(
  'list_audit_events',
  `select e.id, e.at, e.actor_kind, coalesce(e.actor_id::text, '') as actor_id,
          coalesce(actor_user.name, actor_admin.name, '') as actor_name,
          e.action, e.subject_kind, coalesce(e.subject_id::text, '') as subject_id,
          coalesce(subject_user.name, subject_company.name, member.name, '') as subject_name,
          e.reason, e.change
     from identity.audit_events e
     left join identity.users actor_user on e.actor_kind = 'user' and actor_user.id = e.actor_id
     left join identity.admins actor_admin on e.actor_kind = 'admin' and actor_admin.id = e.actor_id
     left join identity.users subject_user on e.subject_kind = 'user' and subject_user.id = e.subject_id
     left join employer.companies subject_company on e.subject_kind = 'company' and subject_company.id = e.subject_id
     left join employer.org_memberships m on e.subject_kind = 'org_membership' and m.id = e.subject_id
     left join identity.users member on member.id = m.user_id
    where ($1 = '' or e.action = $1) and ($2::uuid is null or e.subject_id = $2) and ($3::uuid is null or e.actor_id = $3)
      and ($4::uuid is null or e.id < $4)
    order by e.id desc
    limit $5`,
  {
    indexes: [
      'audit_events_pkey',
      'audit_events_action_idx',
      'audit_events_subject_id_idx',
      'audit_events_actor_id_idx',
    ],
  },
);

/** The audit trail, newest first. */
export const listAuditEvents: Handler<'AdministrationService.ListAuditEvents'> = ({ read }, input) => {
  const subjectId = input.subject_id === '' ? null : input.subject_id;
  const actorId = input.actor_id === '' ? null : input.actor_id;
  return readPage(input, {
    key: ['uuid'],
    find: ([before], count) =>
      read.query(LIST_AUDIT_EVENTS, [input.action, subjectId, actorId, before, count]),
    present: (row) => ({ ...row, at: row.at.toISOString() }),
    keyOf: (row) => [row.id],
  });
};
