import type { AdminCompany, CompanyCondition } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { TextArea } from '#design/fields.tsx';
import { COMPANY_CONDITION_LABELS } from '#design/labels.ts';
import { Badge } from '#design/page.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { FreshCodeField } from './fresh-code-field.tsx';
import { ReasonField } from './reason-field.tsx';

/** A company's condition in a pill. */
export function ConditionBadge({ condition }: { condition: CompanyCondition }) {
  return <Badge tone={condition === 'active' ? 'good' : 'bad'}>{COMPANY_CONDITION_LABELS[condition]}</Badge>;
}

const conditionTexts = ({ condition }: AdminCompany) => ({ condition });
const CONDITION_NAMES = { condition: { label: 'Company', values: COMPANY_CONDITION_LABELS } };

/** Disables or enables a company, with a reason. */
export function ConditionSwitch({ company }: { company: AdminCompany }) {
  const { id, name, condition } = company;
  const isActive = condition === 'active';
  return (
    <ConfirmChange
      label={isActive ? 'Disable' : 'Enable'}
      about={name}
      title={isActive ? `Disable ${name}?` : `Enable ${name}?`}
      tone={isActive ? 'bad' : 'plain'}
      intent="set_condition"
      fields={{ id, condition: isActive ? 'disabled' : 'active' }}
      done={isActive ? `${name} is disabled.` : `${name} is enabled.`}
      description={
        isActive
          ? 'Its members can no longer act for it, its job posts are hidden, and its open invitations are revoked. Its members stay signed in.'
          : 'Its members can act for it again. Its published job posts are visible if it is approved.'
      }
    >
      <EditedVersion resource={company} textsOf={conditionTexts} names={CONDITION_NAMES} />
      <TextArea
        label="Message to the owners (optional)"
        name="owner_reason"
        hint={
          isActive ? 'The owners get it by email and read it on their page.' : 'The owners get it by email.'
        }
        maxLength={500}
        rows={3}
      />
      <ReasonField />
      <FreshCodeField />
    </ConfirmChange>
  );
}
