import { useIdentitiesUserSession } from '../../session-hook.ts';

/** Whether the user is an owner of the company: what a page offers. The API decides. */
export function useIsOwner(): boolean {
  return useIdentitiesUserSession()?.employer_access.role === 'owner';
}
