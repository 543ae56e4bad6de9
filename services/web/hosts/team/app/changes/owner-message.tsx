import { TextArea } from '#design/fields.tsx';

/** What decisions about a disabled company say: a mail about them would be dropped. */
const NO_MAIL_WHILE_DISABLED = 'No email is sent while the company is disabled.';

/**
 * What staff write to a company's owners about a decision, by email.
 * @param onPage who reads it where, besides: for an active company, and for a disabled one. Absent: it is in the email alone.
 */
export function OwnerMessage({
  isDisabled,
  onPage,
  label = 'Message to the owners (optional)',
  required = false,
}: {
  isDisabled: boolean;
  onPage?: { readonly active: string; readonly disabled: string };
  label?: string;
  required?: boolean;
}) {
  if (isDisabled && onPage === undefined) return <p className="hint">{NO_MAIL_WHILE_DISABLED}</p>;
  const hint = isDisabled ? `${onPage?.disabled} ${NO_MAIL_WHILE_DISABLED}` : onPage?.active;
  return (
    <TextArea
      label={label}
      name="owner_reason"
      hint={hint ?? 'The owners get it by email.'}
      required={required}
      maxLength={500}
      rows={3}
    />
  );
}
