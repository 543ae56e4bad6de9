/** The wire without the descriptors: types and the table of endpoints, small enough for a browser. */
export * from '../generated/wire.js';
export type { AuditAction, AuditSubjectKind, SecurityAction } from './audit-action.ts';
