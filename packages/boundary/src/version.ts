import type { AuditAction } from '@gatehouse/contract';
import { type Queryable, statement } from './statement.ts';

/** A resource as a response presents it, with its version. */
export interface Versioned {
  /** A strong entity tag (RFC 9110), with its quotes. */
  readonly etag: string;
}

/** Where the audit trail has the author of a resource's versions. */
export interface VersionHistory {
  readonly subjectId: string;
  /** What makes a new version. */
  readonly actions: readonly AuditAction[];
}

/** Who made the current version of a resource. */
export interface LastChange {
  readonly at: Date;
  /** Null: an admin, whose name the service may not read, or an account without one. */
  readonly actor_name: string | null;
  readonly actor_kind: 'user' | 'admin' | 'system';
}

/** The entity tag of a version column, as a column of a statement. */
export function etagOf(column: string): string {
  return `'"' || ${column} || '"' as etag`;
}

const FIND_LAST_CHANGE = statement<LastChange>(
  'find_last_change',
  'select at, actor_kind, actor_name from identity.last_change($1, $2)',
);

/** The last of the listed changes of a resource; null: the audit trail has none. */
export async function findLastChange(
  queryable: Queryable,
  { subjectId, actions }: VersionHistory,
): Promise<LastChange | null> {
  const [change] = await queryable.query(FIND_LAST_CHANGE, [subjectId, actions]);
  return change ?? null;
}

/** Whether an `If-Match` header names the version: one of its tags, or `*`. A weak tag matches none (RFC 9110). */
export function matchesVersion(ifMatch: string, { etag }: Versioned): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  return tags.includes('*') || tags.includes(etag);
}
