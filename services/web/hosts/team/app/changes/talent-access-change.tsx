import type { AdminUser, TalentAccessState } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { SelectField } from '#design/fields.tsx';
import { Badge } from '#design/page.tsx';
import { FreshCodeField } from './fresh-code-field.tsx';
import { ReasonField } from './reason-field.tsx';

const TALENT_STATES = {
  none: { tone: 'plain', words: 'None' },
  pending: { tone: 'warn', words: 'Pending' },
  active: { tone: 'good', words: 'Active' },
  suspended: { tone: 'bad', words: 'Suspended' },
} as const satisfies Record<TalentAccessState, object>;

/** A person's talent access, in a pill. */
export function TalentAccessBadge({ state }: { state: TalentAccessState }) {
  const { tone, words } = TALENT_STATES[state];
  return <Badge tone={tone}>{words}</Badge>;
}

/** Decides on a person's talent access, after asking why. */
export function TalentAccessChange({ person: { id, name, talent_access } }: { person: AdminUser }) {
  return (
    <ConfirmChange
      label="Change"
      about={`talent access of ${name}`}
      title={`Talent access of ${name}`}
      fields={{ id, change: 'talent_access' }}
      done={`The talent access of ${name} is changed.`}
    >
      <SelectField label="Talent access" name="state" defaultValue={talent_access.state}>
        {Object.entries(TALENT_STATES).map(([value, { words }]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      <ReasonField />
      <FreshCodeField />
    </ConfirmChange>
  );
}
