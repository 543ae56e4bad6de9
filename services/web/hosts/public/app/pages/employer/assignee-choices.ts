import type { Application, OrgMembership } from '@gatehouse/contract/wire';
import { useIdentitiesUserSession } from '../../session-hook.ts';

/** By whom a list can be filtered: the active members, the caller first. */
export function useAssigneeChoices(members: readonly OrgMembership[]): Readonly<Record<string, string>> {
  const ownId = useIdentitiesUserSession()?.identities_user.id;
  const others = members.filter(({ user_id, status }) => status === 'active' && user_id !== ownId);
  return {
    '': 'All',
    me: 'Me',
    none: 'No member',
    ...Object.fromEntries(others.map(({ id, user_name }) => [id, user_name])),
  };
}

/** Who takes care of an application, in a list. */
export function assigneeText(assignment: Application['assignment']): string {
  if (assignment?.membership_id === undefined) return '–';
  return assignment.is_own ? 'You' : assignment.assignee_name;
}
