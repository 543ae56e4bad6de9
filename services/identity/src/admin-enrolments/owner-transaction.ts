import { type Queryable, statement, type Transaction } from '@gatehouse/boundary';
import type { AuditAction } from '@gatehouse/contract';
import type { ClientBase } from 'pg';

const ADD_AUDIT_EVENTS = statement<object>(
  'add_audit_events_of_owner',
  `insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id, reason, change, trace_id)
   select 'system', null, $1, 'admin', subject_id, '', $3, '' from unnest($2::uuid[]) as subject_id`,
);

/** A running transaction of the database's owner: no admin acts in it, and every event is about admins. */
export interface OwnerTransaction extends Queryable, Pick<Transaction, 'auditEach'> {
  /** Adds an audit event about an admin in the same transaction. */
  audit(action: AuditAction, adminId: string, change: string): Promise<void>;
}

/** @param client in a transaction. */
export function ownerTransaction(client: ClientBase): OwnerTransaction {
  const query: Queryable['query'] = async ({ text }, values) => (await client.query(text, [...values])).rows;
  const auditEach: OwnerTransaction['auditEach'] = async ({ action, change = '' }, adminIds) => {
    await query(ADD_AUDIT_EVENTS, [action, adminIds, change]);
  };
  return {
    query,
    auditEach,
    audit: (action, adminId, change) => auditEach({ action, subject_kind: 'admin', change }, [adminId]),
  };
}
