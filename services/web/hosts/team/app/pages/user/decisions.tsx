import type { AdminUser, TalentAccessState } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import type { Change } from '#design/confirm-dialog.tsx';
import { CheckboxField, TextArea } from '#design/fields.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { FreshCodeField } from '../../changes/fresh-code-field.tsx';
import { TALENT_ACCESS_LABELS } from '../../changes/talent-access-badge.tsx';

/** A decision that fits a state of talent access. */
interface Decision extends Pick<Change, 'label' | 'tone' | 'shortcut'> {
  readonly state: TalentAccessState;
  /** In the dialog's heading, before the user's name. */
  readonly verb: string;
  /** Of the user, in the toast. */
  readonly done: string;
  readonly effect: string;
  readonly isReasonOptional?: boolean;
}

const DECISIONS: Readonly<Record<TalentAccessState, readonly Decision[]>> = {
  pending: [
    {
      label: 'Approve',
      shortcut: 'a',
      tone: 'primary',
      state: 'active',
      verb: 'Approve talent access of',
      done: 'has talent access.',
      effect: 'They can apply for jobs at once.',
      isReasonOptional: true,
    },
    {
      label: 'Refuse',
      shortcut: 'r',
      tone: 'bad',
      state: 'none',
      verb: 'Refuse talent access of',
      done: 'was refused.',
      effect: 'They cannot apply for jobs. They can send a new request.',
    },
  ],
  active: [
    {
      label: 'Suspend',
      tone: 'bad',
      state: 'suspended',
      verb: 'Suspend talent access of',
      done: 'is suspended.',
      effect: 'They stay signed in and can read their profile and applications, and change nothing.',
    },
  ],
  suspended: [
    {
      label: 'Restore',
      state: 'active',
      verb: 'Restore talent access of',
      done: 'has talent access again.',
      effect: 'They can apply for jobs again at once.',
    },
  ],
  none: [
    {
      label: 'Grant access',
      state: 'active',
      verb: 'Grant talent access to',
      done: 'has talent access.',
      effect: 'They have not requested it. They can apply for jobs at once.',
    },
  ],
};

const accessTexts = ({ talent_access }: AdminUser) => ({ state: talent_access.state });
const ACCESS_NAMES = { state: { label: 'Talent access', values: TALENT_ACCESS_LABELS } };

/** The decisions on a user's talent access that fit its state, each with a confirmation. */
export function Decisions({ user }: { user: AdminUser }) {
  const { id, name, email_verified, talent_access } = user;
  return (
    <p className="actions">
      {DECISIONS[talent_access.state].map(({ state, verb, done, effect, isReasonOptional, ...button }) => (
        <ConfirmChange
          key={state}
          {...button}
          about={`talent access of ${name}`}
          title={`${verb} ${name}?`}
          intent="set_talent_access"
          fields={{ id, state }}
          done={`${name} ${done}`}
          description={`${effect} ${
            email_verified ? 'They get an email.' : 'Their email address is not confirmed: no email is sent.'
          }`}
        >
          <EditedVersion resource={user} textsOf={accessTexts} names={ACCESS_NAMES} />
          <TextArea
            label={isReasonOptional === true ? 'Reason (optional)' : 'Reason'}
            name="reason"
            hint="Recorded in the audit trail."
            required={isReasonOptional !== true}
            maxLength={500}
            rows={3}
          />
          {email_verified ? (
            <CheckboxField label="Include the reason in the email" name="send_reason" />
          ) : null}
          <FreshCodeField />
        </ConfirmChange>
      ))}
    </p>
  );
}
