import type { CurrentUserSession, PublicJobPost, TalentApplication } from '@gatehouse/contract/wire';

/** What a visitor can do with a job post next. */
export type NextStep =
  | 'apply'
  | 'own_post'
  | 'applied'
  | 'request_access'
  | 'access_pending'
  | 'access_suspended';

const STEPS = {
  none: 'request_access',
  pending: 'access_pending',
  active: 'apply',
  suspended: 'access_suspended',
} as const;

/** The next step by what the page knows of its visitor: a hint, because the API decides (B7). */
export function nextStepOf(
  session: Pick<CurrentUserSession, 'talent_access' | 'employer_access'> | null,
  post: Pick<PublicJobPost, 'company'>,
  application: TalentApplication | undefined,
): NextStep {
  if (session === null) return 'apply';
  if (session.employer_access.company?.id === post.company.id) return 'own_post';
  return application === undefined ? STEPS[session.talent_access.state] : 'applied';
}
