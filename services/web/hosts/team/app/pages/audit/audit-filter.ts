import type { AuditParty } from '@gatehouse/contract/wire';
import type { ApiAnswer } from '#api/api-answer.ts';
import { loadPage } from '#api/load-page.ts';
import { ALL_BUT_SESSIONS } from './audit-actions.ts';

/** The API's filters; an empty one is none. */
export const NO_FILTER = { action: '', actor_id: '', subject_id: '', party_id: '', from: '', to: '' };

/** What the page's address asks for. */
export interface AuditSearch {
  /** An id, or part of a name or an email address. */
  readonly who: string;
  /** Empty: all. */
  readonly action: string;
  /** `2026-01-31`, in UTC. */
  readonly from: string;
  readonly to: string;
}

/** In the address: no filter by action. */
export const ALL_ACTIONS = 'all';

/** The filter where the address names none. Sign-ins are most of the trail and bury decisions, but not among the events of one party. */
export function actionAtFirst(who: string): string {
  return who === '' ? ALL_BUT_SESSIONS : '';
}

/** Reads the address. Older addresses name the party as `actor_id` or `subject_id`. */
export function searchOf(params: URLSearchParams): AuditSearch {
  const text = (name: string) => (params.get(name) ?? '').trim();
  const who = text('who') || text('actor_id') || text('subject_id');
  const action = params.has('action') ? text('action') : actionAtFirst(who);
  return {
    who,
    action: action === ALL_ACTIONS ? '' : action,
    from: text('from'),
    to: text('to'),
  };
}

/** The address of a search; what is not named is as at first. */
export function auditPath({ who = '', action = actionAtFirst(who), ...days }: Partial<AuditSearch>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ who, ...days })) if (value !== '') params.set(name, value);
  if (action !== actionAtFirst(who)) params.set('action', action || ALL_ACTIONS);
  return params.size === 0 ? '/audit' : `/audit?${params}`;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a search names its party by id. */
export function isId(who: string): boolean {
  return UUID.test(who.toLowerCase());
}

/** The users, admins and companies that a text can mean: one where it is an id or a whole email address. */
export async function findParties(who: string, request: Request): Promise<ApiAnswer<readonly AuditParty[]>> {
  const answer = await loadPage('AdministrationService.FindAuditParties', { query: who }, request);
  if (!answer.ok) return answer;
  const exact = answer.data.items.filter(({ email }) => email === who.toLowerCase());
  return { ok: true, data: exact.length === 1 ? exact : answer.data.items };
}
