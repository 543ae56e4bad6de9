/** The wire without its runtime: types and the table of methods and paths, small enough for a browser. */
export * from '../generated/wire.js';
export type { AuditAction } from './audit-action.ts';
