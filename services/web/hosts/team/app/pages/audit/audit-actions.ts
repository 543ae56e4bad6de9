import { ALL_BUT_SESSIONS, AUDIT_ACTION_LABELS, type AuditAction } from '@gatehouse/contract/audit-action';

export { ALL_BUT_SESSIONS, AUDIT_ACTION_LABELS };

/** What staff read for an action; the action itself where an older release wrote one that is gone. */
export function labelOfAction(action: string): string {
  return Object.hasOwn(AUDIT_ACTION_LABELS, action) ? AUDIT_ACTION_LABELS[action as AuditAction] : action;
}
