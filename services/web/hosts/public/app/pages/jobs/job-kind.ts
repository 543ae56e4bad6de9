import type { JobPostKind } from '@gatehouse/contract/wire';
import { KIND_WORDS } from '#design/words.ts';

/** The kind that an address or a form names, or null for anything else. */
export function jobKindOf(value: unknown): JobPostKind | null {
  return typeof value === 'string' && Object.hasOwn(KIND_WORDS, value) ? (value as JobPostKind) : null;
}
