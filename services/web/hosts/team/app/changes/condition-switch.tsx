import type { AdminCompany, CompanyCondition } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { Badge } from '#design/page.tsx';
import { FreshCodeField } from './fresh-code-field.tsx';
import { ReasonField } from './reason-field.tsx';

/** Whether a company may be used at all, in a pill. */
export function ConditionBadge({ condition }: { condition: CompanyCondition }) {
  return condition === 'active' ? <Badge tone="good">Active</Badge> : <Badge tone="bad">Switched off</Badge>;
}

/** Switches a company off or on, after asking why. */
export function ConditionSwitch({
  company: { id, name, condition },
}: {
  company: Pick<AdminCompany, 'id' | 'name' | 'condition'>;
}) {
  const isOn = condition === 'active';
  return (
    <ConfirmChange
      label={isOn ? 'Switch off' : 'Switch on'}
      about={name}
      title={isOn ? `Switch ${name} off?` : `Switch ${name} on?`}
      tone={isOn ? 'bad' : 'plain'}
      fields={{ id, change: 'condition', condition: isOn ? 'disabled' : 'active' }}
      done={isOn ? `${name} is switched off.` : `${name} is switched on.`}
    >
      <p>
        {isOn
          ? 'From the answer on nobody acts for this company, its job posts are hidden, and its open invitations are withdrawn. Nobody is signed out.'
          : 'Its members may act for it again, and its published job posts show.'}
      </p>
      <ReasonField />
      <FreshCodeField />
    </ConfirmChange>
  );
}
