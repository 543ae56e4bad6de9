/** A state before and after a change. */
export interface AuditChange {
  readonly before: string;
  readonly after: string;
}

/** Reads the `change` of an audit event, such as `submitted → in_review`. A text without an arrow is all before. */
export function parseAuditChange(change: string): AuditChange {
  const [before = '', after = ''] = change.split(' → ');
  return { before, after };
}
