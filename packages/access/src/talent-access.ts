import type { RefusalCode, TalentAccessState, TalentPermission } from '@gatehouse/contract';

const GRANTED: Record<TalentPermission, readonly TalentAccessState[]> = {
  'profile.read': ['pending', 'active', 'suspended'],
  'profile.write': ['pending', 'active'],
  'applications.read': ['pending', 'active', 'suspended'],
  'applications.write': ['active'],
};

const REFUSALS = {
  none: 'talent_access_required',
  pending: 'talent_access_pending',
  suspended: 'talent_access_suspended',
} as const satisfies Partial<Record<TalentAccessState, RefusalCode>>;

/** The refusal of a talent permission in a state (D7); null where the state grants it. `active` grants everything. */
export function talentRefusal(permission: TalentPermission, state: TalentAccessState): RefusalCode | null {
  if (state === 'active' || GRANTED[permission].includes(state)) return null;
  return REFUSALS[state];
}
