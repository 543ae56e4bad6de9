import type { SecurityAction, SecurityEvent } from '@gatehouse/contract/wire';

/** What happened, in plain words; some follow from what changed. */
type Sentence = string | ((change: string) => string);

/** An action of the log without a sentence does not compile. */
const SENTENCES: Readonly<Record<SecurityAction, Sentence>> = {
  'user.signed_up': 'Account created',
  'user.password_changed': 'Password changed',
  'user.password_reset_requested': 'Password reset requested',
  'user.email_change_requested': 'New email address requested',
  'user.email_changed': 'Email address changed',
  'user.email_change_undone': 'Change of the email address undone',
  'user.data_export_requested': 'Your data requested',
  'user.deletion_requested': 'Deletion of the account requested',
  'user.deletion_cancelled': 'Deletion of the account cancelled',
  'user.deletion_postponed': 'Deletion of the account postponed: you own a company',
  'user.passkey_added': 'Passkey added',
  'user.passkey_removed': 'Passkey removed',
  'user.passkey_copied': 'Passkey refused: it may have been copied',
  'user.signed_out_everywhere': 'Signed out everywhere by Gatehouse staff',
  'user_session.started': (change) =>
    change === 'with a passkey' ? 'Signed in with a passkey' : 'Signed in with a password',
  'user_session.refused': 'Wrong password or passkey entered while signed in',
  'user_session.reauthenticated': 'Password or passkey confirmed',
  'user_session.reported': 'Sign-in reported: sessions and password ended',
  'user_session.ended': (change) =>
    change.startsWith('more than') ? `Session ended: ${change}` : 'Session ended',
};

/** What an event says; the action itself where another release wrote one that this page does not know. */
export function securitySentence({ action, change }: SecurityEvent): string {
  const sentence = Object.hasOwn(SENTENCES, action) ? SENTENCES[action as SecurityAction] : action;
  return typeof sentence === 'string' ? sentence : sentence(change);
}
