import type { AdminCompany } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { TextArea } from '#design/fields.tsx';
import { FreshCodeField } from './fresh-code-field.tsx';
import { ReasonField } from './reason-field.tsx';

/** Where the API has the logo of a company for staff, below its base; undefined: the company has none. */
export function adminLogo({ id, logo }: Pick<AdminCompany, 'id' | 'logo'>): string | undefined {
  return logo && `/identities/admin/companies/${id}/logos/${logo}`;
}

/** Removes a company's logo, with a reason. */
export function LogoRemoval({
  company: { id, name, logo },
}: {
  company: Pick<AdminCompany, 'id' | 'name' | 'logo'>;
}) {
  if (logo === undefined) return null;
  return (
    <ConfirmChange
      label="Remove logo"
      about={`of ${name}`}
      title={`Remove the logo of ${name}?`}
      tone="bad"
      intent="remove_logo"
      fields={{ id, hash: logo }}
      done={`The logo of ${name} is removed.`}
      gone={`This logo of ${name} has already been removed or replaced.`}
      description="Visitors see the first letter of the company’s name instead. The company can upload another image, but not this one."
    >
      <TextArea
        label="Message to the company"
        name="owner_reason"
        hint="Its members read it on the page of their company."
        required
        maxLength={500}
        rows={3}
      />
      <ReasonField />
      <FreshCodeField />
    </ConfirmChange>
  );
}
