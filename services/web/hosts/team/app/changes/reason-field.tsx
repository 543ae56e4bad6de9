import { TextArea } from '#design/fields.tsx';

/** Why an access fact is changed: the audit trail keeps it. */
export function ReasonField() {
  return (
    <TextArea
      label="Reason"
      name="reason"
      hint="Recorded in the audit trail."
      required
      maxLength={500}
      rows={3}
    />
  );
}
