import type { StaffAccount } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { ADMIN_ROLE_LABELS, STAFF_CONDITION_LABELS } from '#design/labels.ts';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { FreshCodeField } from '../../changes/fresh-code-field.tsx';
import { ReasonField } from '../../changes/reason-field.tsx';

const REQUESTED = 'Request sent. Another operator must approve it.';
const NEEDS_SECOND = 'Another operator must approve this within 24 hours.';

const conditionTexts = ({ condition }: StaffAccount) => ({ condition });
const CONDITION_NAMES = { condition: { label: 'Account', values: STAFF_CONDITION_LABELS } };
const roleTexts = ({ role }: StaffAccount) => ({ role });
const ROLE_NAMES = { role: { label: 'Role', values: ADMIN_ROLE_LABELS } };

/** Disables an account, which revokes its invitation, or enables it. */
export function ConditionChange({ account, isOwn }: { account: StaffAccount; isOwn: boolean }) {
  const { id, name, condition, role, enrolled } = account;
  const isActive = condition === 'active';
  const label = isActive ? (enrolled ? 'Disable' : 'Revoke invitation') : 'Enable';
  const link = enrolled ? '' : ' They get a link by email to set up their sign-in.';
  return (
    <ConfirmChange
      label={label}
      about={name}
      title={isActive && !enrolled ? `Revoke the invitation of ${name}?` : `${label} ${name}?`}
      tone={isActive ? 'bad' : 'plain'}
      intent="set_staff_condition"
      fields={{ id, condition: isActive ? 'disabled' : 'active' }}
      done={
        isActive
          ? `${name}’s account is disabled.`
          : role === 'operator'
            ? REQUESTED
            : `${name}’s account is enabled.`
      }
      description={
        isActive
          ? `${isOwn ? 'This is your own account: you are signed out. ' : ''}Sessions, links and requests of ${name} end now. To enable ${role === 'operator' ? 'an operator again, two operators are needed' : 'the account again, one operator is needed'}.`
          : role === 'operator'
            ? `${NEEDS_SECOND}${link}`
            : `${name} can sign in.${link}`
      }
    >
      <EditedVersion resource={account} textsOf={conditionTexts} names={CONDITION_NAMES} />
      <ReasonField />
      <FreshCodeField />
    </ConfirmChange>
  );
}

/** Makes an operator a viewer, or requests the reverse. */
export function RoleChange({ account, isOwn }: { account: StaffAccount; isOwn: boolean }) {
  const { id, name, role } = account;
  const isOperator = role === 'operator';
  const label = isOperator ? 'Make viewer' : 'Make operator';
  return (
    <ConfirmChange
      label={label}
      about={name}
      title={`Make ${name} ${isOperator ? 'a viewer' : 'an operator'}?`}
      tone={isOperator ? 'bad' : 'plain'}
      intent="set_staff_role"
      fields={{ id, role: isOperator ? 'viewer' : 'operator' }}
      done={isOperator ? `${name} is a viewer.` : REQUESTED}
      description={
        isOperator
          ? `${isOwn ? 'This is your own account: you are signed out. ' : ''}${name} can read, and change nothing. Sessions, links and requests of ${name} end now.`
          : `${name} can then change everything that operators change. ${NEEDS_SECOND}`
      }
    >
      <EditedVersion resource={account} textsOf={roleTexts} names={ROLE_NAMES} />
      <ReasonField />
      <FreshCodeField />
    </ConfirmChange>
  );
}

/** Replaces a lost second factor by a link for a new enrolment, or requests it. */
export function FactorReset({ account }: { account: StaffAccount }) {
  const { id, name, role, enrolled } = account;
  const effect = enrolled
    ? `The authenticator app, passkeys, recovery codes and sessions of ${name} end, and they get a link by email to enrol again.`
    : `${name} gets a new link by email. Earlier links no longer work.`;
  return (
    <ConfirmChange
      label={enrolled ? 'Reset second factor' : 'Send new link'}
      about={name}
      title={enrolled ? `Reset the second factor of ${name}?` : `Send ${name} a new link?`}
      tone={enrolled ? 'bad' : 'plain'}
      intent="reset_staff_factor"
      fields={{ id }}
      // The role may be another one than the page has: the answer says what has happened.
      done={({ open_request }: StaffAccount) =>
        open_request === undefined ? 'A link is on its way by email.' : REQUESTED
      }
      description={role === 'operator' ? `${NEEDS_SECOND} Then: ${effect}` : effect}
    >
      <ReasonField />
      <FreshCodeField />
    </ConfirmChange>
  );
}
