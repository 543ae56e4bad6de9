import type { AdminUser, TalentAccessState } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { SelectField } from '#design/fields.tsx';
import { Badge } from '#design/page.tsx';
import { FreshCodeField } from './fresh-code-field.tsx';
import { ReasonField } from './reason-field.tsx';

export const TALENT_ACCESS_LABELS: Record<TalentAccessState, string> = {
  pending: 'Pending',
  active: 'Active',
  suspended: 'Suspended',
  none: 'None',
};

const TONES = { pending: 'warn', active: 'good', suspended: 'bad', none: 'plain' } as const;

/** A user's talent access in a pill. */
export function TalentAccessBadge({ state }: { state: TalentAccessState }) {
  return <Badge tone={TONES[state]}>{TALENT_ACCESS_LABELS[state]}</Badge>;
}

/** Changes a user's talent access, with a reason. */
export function TalentAccessChange({ user: { id, name, talent_access } }: { user: AdminUser }) {
  return (
    <ConfirmChange
      label="Change access"
      about={`for ${name}`}
      title={`Change ${name}’s talent access`}
      intent="set_talent_access"
      fields={{ id }}
      done={`${name}’s talent access is changed.`}
    >
      <SelectField label="Talent access" name="state" defaultValue={talent_access.state}>
        {Object.entries(TALENT_ACCESS_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <ReasonField />
      <FreshCodeField />
    </ConfirmChange>
  );
}
