import { type AuditEntry, statement } from '@gatehouse/boundary';
import type { AuditAction } from '@gatehouse/contract';
import type { SeedOwner } from '../second-factor/seed-encryption.ts';

interface Invited {
  readonly admin_id: string;
  readonly email: string;
  readonly name: string;
}

/** The admin of a link that can be used. */
export const FIND_ENROLMENT = statement<Invited>(
  'find_admin_enrolment',
  `select e.admin_id, a.email, a.name
     from identity.admin_enrolments e join identity.admins a on a.id = e.admin_id
    where e.token_hash = $1 and e.used_at is null and e.expires_at > now()`,
  { indexes: ['admin_enrolments_token_hash_key'] },
);

/** The owner of a link's seed. */
export function ownerOf(adminId: string): SeedOwner {
  return { table: 'admin_enrolments', adminId };
}

/** The holder of the link acts as the admin: the link is the only proof of identity. */
export function eventOf(action: AuditAction, adminId: string): AuditEntry {
  return { action, subject_kind: 'admin', subject_id: adminId, actor: { kind: 'admin', id: adminId } };
}
