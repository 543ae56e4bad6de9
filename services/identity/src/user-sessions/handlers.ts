import {
  type HandlersOf,
  isLiveSession,
  newestFirst,
  readPage,
  returningLive,
  statement,
} from '@gatehouse/boundary';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import { signInWithPasskey } from './passkey-sign-in.ts';
import { type OwnSessionRow, presentOwnSession } from './present-own-session.ts';
import { presentUserSession } from './present-user-session.ts';
import { endPresentedSessions, exclusiveUser } from './presented-sessions.ts';
import { reauthenticate } from './reauthenticate.ts';
import { reportUserSession } from './report-session.ts';
import { type SignInDependencies, signIn } from './sign-in.ts';

const NEWEST = newestFirst('s.id');

const LIST_SESSIONS = statement<OwnSessionRow>(
  'list_user_sessions',
  `select s.id, s.created_at, s.last_seen_at, s.user_agent, s.address from identity.user_sessions s
    where s.user_id = $1 and ${isLiveSession('s')}
      and ${NEWEST.after(2)}
    ${NEWEST.orderBy}
    limit $3`,
  { indexes: ['user_sessions_live_by_user_idx'] },
);

/** Its lock is exclusive: who asks for it again and again, for nothing, would keep the owner's revocations waiting (G1). */
const HAS_SESSION = statement<object>(
  'has_user_session',
  `select from identity.user_sessions s
    where s.id = $1 and s.user_id = $2 and ${isLiveSession('s')}`,
  { indexes: ['user_sessions_live_by_user_idx'] },
);

/** For the same reason. */
const HAS_OTHER_SESSION = statement<object>(
  'has_other_user_session',
  `select from identity.user_sessions s
    where s.user_id = $1 and s.id <> $2 and ${isLiveSession('s')}
    limit 1`,
  { indexes: ['user_sessions_live_by_user_idx'] },
);

const END_SESSION = statement<{ id: string }>(
  'end_user_session',
  `update identity.user_sessions s set ended_at = now(), end_reason = 'ended_by_user'
    where s.id = $1 and s.user_id = $2 and ${isLiveSession('s')}
   returning s.id`,
);

/** All others; returns those that had not expired. */
const END_OTHER_SESSIONS = statement<{ id: string }>(
  'end_other_user_sessions',
  returningLive(
    `update identity.user_sessions set ended_at = now(), end_reason = 'ended_by_user'
      where user_id = $1 and id <> $2 and ended_at is null`,
    'id',
  ),
);

/** Sessions of users on the public host. */
export function createUserSessionHandlers(
  dependencies: SignInDependencies & { readonly relyingParty: RelyingParty },
): HandlersOf<'UserSessionService'> {
  return {
    'UserSessionService.CreateUserSession': signIn(dependencies),
    'UserSessionService.CreateUserSessionWithPasskey': signInWithPasskey(dependencies),
    'UserSessionService.ReauthenticateCurrentUserSession': reauthenticate(dependencies),

    'UserSessionService.GetCurrentUserSession': async ({ facts }) => presentUserSession(facts),

    'UserSessionService.DeleteCurrentUserSession': async (context) => {
      const tokenHashes = context.presentedTokenHashes;
      const { ownerIds: userIds, sessionIds } = await context.findPresentedSessions();
      if (userIds.length === 0) return null;
      await context.transaction((tx) => endPresentedSessions(tx, { tokenHashes, userIds }, 'signed_out'), {
        locks: userIds.map(exclusiveUser),
        provedBySessionId: sessionIds[0],
      });
      return null;
    },

    'UserSessionService.ListUserSessions': ({ read, facts }, input) =>
      readPage(input, {
        order: NEWEST,
        find: (after, count) => read.query(LIST_SESSIONS, [facts.identities_user.id, ...after, count]),
        present: (row) => ({ ...presentOwnSession(row, facts.session.id), user_agent: row.user_agent }),
      }),

    'UserSessionService.DeleteUserSession': async (context, input) => {
      const { id } = context.facts.identities_user;
      const found = await context.read.query(HAS_SESSION, [input.id, id]);
      if (found.length === 0) return context.refuse('not_found');
      return context.transaction(
        async (tx) => {
          const [ended] = await tx.query(END_SESSION, [input.id, tx.facts.identities_user.id]);
          if (ended === undefined) return context.refuse('not_found');
          await tx.audit({
            action: 'user_session.ended',
            subject_kind: 'user_session',
            subject_id: ended.id,
          });
          return null;
        },
        { locks: [exclusiveUser(id)] },
      );
    },

    'UserSessionService.ReportUserSession': reportUserSession,

    'UserSessionService.DeleteOtherUserSessions': async (context) => {
      const { identities_user: user, session: own } = context.facts;
      const found = await context.read.query(HAS_OTHER_SESSION, [user.id, own.id]);
      if (found.length === 0) return null;
      return context.transaction(
        async (tx) => {
          const { identities_user, session } = tx.facts;
          const ended = await tx.query(END_OTHER_SESSIONS, [identities_user.id, session.id]);
          await tx.auditEach(
            { action: 'user_session.ended', subject_kind: 'user_session' },
            ended.map(({ id }) => id),
          );
          return null;
        },
        { locks: [exclusiveUser(user.id)] },
      );
    },
  };
}
