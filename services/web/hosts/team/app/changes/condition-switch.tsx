import type { AdminCompany, CompanyCondition } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { COMPANY_CONDITION_LABELS } from '#design/labels.ts';
import { Badge } from '#design/page.tsx';
import { FreshCodeField } from './fresh-code-field.tsx';
import { ReasonField } from './reason-field.tsx';

/** Whether a company may be used at all, in a pill. */
export function ConditionBadge({ condition }: { condition: CompanyCondition }) {
  return <Badge tone={condition === 'active' ? 'good' : 'bad'}>{COMPANY_CONDITION_LABELS[condition]}</Badge>;
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
      intent="set_condition"
      fields={{ id, condition: isOn ? 'disabled' : 'active' }}
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
