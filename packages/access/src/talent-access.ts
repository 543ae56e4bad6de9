import type { RefusalCode, TalentAccessState, TalentPermission } from '@gatehouse/contract';

/** Every permission in every state: the refusal, or null where the state grants it. */
const REFUSALS: Record<TalentPermission, Record<TalentAccessState, RefusalCode | null>> = {
  'profile.read': {
    none: 'talent_access_required',
    pending: null,
    active: null,
    suspended: null,
  },
  'profile.write': {
    none: 'talent_access_required',
    pending: null,
    active: null,
    suspended: 'talent_access_suspended',
  },
  'applications.read': {
    none: 'talent_access_required',
    pending: null,
    active: null,
    suspended: null,
  },
  'applications.write': {
    none: 'talent_access_required',
    pending: 'talent_access_pending',
    active: null,
    suspended: 'talent_access_suspended',
  },
};

/** The refusal of a talent permission in a state (D7); null where the state grants it. */
export function talentRefusal(permission: TalentPermission, state: TalentAccessState): RefusalCode | null {
  return REFUSALS[permission][state];
}
