import type { RefusalCode, TalentAccessState, TalentPermission } from '@gatehouse/contract';

/** The refusal of each permission in each state; null: the state grants it. */
const REFUSALS: Record<TalentPermission, Record<TalentAccessState, RefusalCode | null>> = {
  profile_read: {
    none: 'talent_access_required',
    pending: null,
    active: null,
    suspended: null,
  },
  profile_write: {
    none: 'talent_access_required',
    pending: null,
    active: null,
    suspended: 'talent_access_suspended',
  },
  applications_read: {
    none: 'talent_access_required',
    pending: null,
    active: null,
    suspended: null,
  },
  applications_write: {
    none: 'talent_access_required',
    pending: 'talent_access_pending',
    active: null,
    suspended: 'talent_access_suspended',
  },
};

/** The refusal of a talent permission in a state (D7); null: the state grants it. */
export function talentRefusal(permission: TalentPermission, state: TalentAccessState): RefusalCode | null {
  return REFUSALS[permission][state];
}
