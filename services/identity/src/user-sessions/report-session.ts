import { type Handler, statement } from '@gatehouse/boundary';
import { cancelDeletion } from '../account-deletions.ts';
import { endPendingChange } from '../email-changes/pending-change.ts';
import { listPasskeys } from '../passkeys/stored-passkeys.ts';
import { removeAddedSince } from '../users/added-since.ts';
import { endResetsAndSessions } from '../users/changed-password.ts';
import { createResetLink } from '../users/reset-token.ts';
import { exclusiveUser } from './presented-sessions.ts';

/**
 * Also one that has ended: the password that began it is still known to the other person, who may have been there since the
 * first session of its browser. Ids are UUIDv7.
 */
const FIND_REPORTED = statement<{ passkey_id: string | null; since: string }>(
  'find_reported_user_session',
  'select passkey_id, least(id, browser_since) as since from identity.user_sessions where id = $1 and user_id = $2',
  { indexes: ['user_sessions_pkey'] },
);

const DELETE_PASSWORD = statement<object>('delete_user_password', 'select identity.delete_user_password($1)');

/**
 * Takes an account back from the person behind one of its sessions: ends every session, the caller's too, and what signs in
 * without the mailbox: the password, pending links, the passkey of that session and those added since its browser was first
 * used (G3). A deletion of the account is cancelled: the other person may have asked for it. Only the link in
 * the mail sets a new password: a thief of the caller's session gains nothing by this request.
 */
export const reportUserSession: Handler<'UserSessionService.ReportUserSession'> = async (context, input) => {
  const userId = context.facts.identities_user.id;
  // Before the exclusive lock: as for the end of a session.
  const known = await context.read.query(FIND_REPORTED, [input.id, userId]);
  if (known.length === 0) return context.refuse('not_found');
  return context.transaction(
    async (tx) => {
      const { id, email, name } = tx.facts.identities_user;
      const [reported] = await tx.query(FIND_REPORTED, [input.id, id]);
      if (reported === undefined) return context.refuse('not_found');
      await tx.query(DELETE_PASSWORD, [id]);
      await endPendingChange(tx, id);
      const ended = await endResetsAndSessions(tx, id, { keptSessionId: null, reason: 'reported' });
      const { since, passkey_id: passkeyId } = reported;
      await cancelDeletion(tx, { id, name, email });
      await removeAddedSince(tx, id, { since, passkeyId, change: 'a sign-in was reported' });
      await tx.audit({
        action: 'user_session.reported',
        subject_kind: 'user_session',
        subject_id: input.id,
        change: `${ended} sessions ended`,
      });
      const link = await createResetLink(tx, { userId: id, email });
      const passkeys = (await listPasskeys(tx, { system: 'user', id })).length === 0 ? 'none' : 'some';
      if (link !== null) await tx.mail('sign_in_reported', { to: email, values: { name, link, passkeys } });
      return null;
    },
    { locks: [exclusiveUser(userId)] },
  );
};
