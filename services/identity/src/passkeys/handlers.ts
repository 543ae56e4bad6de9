import type { UserFacts } from '@gatehouse/access';
import { type HandlersOf, statement, type Transaction } from '@gatehouse/boundary';
import { countAccountUse } from '../throttle/count-account-use.ts';
import type { Limiter } from '../throttle/limiters.ts';
import {
  type Account,
  beginFirstPasskey,
  beginFurtherPasskey,
  beginReauthentication,
  beginSignIn,
  type ChallengeDependencies,
} from './begin-ceremony.ts';
import { addOwnPasskey, removeOwnPasskey, renameOwnPasskey } from './own-passkeys.ts';
import { presentPasskey } from './present-passkey.ts';
import { listPasskeys, type PasskeyOwner } from './stored-passkeys.ts';

/** With the id that the account will have: an address that an earlier release left unverified keeps its own. */
const FIND_SIGN_UP = statement<Account>(
  'find_sign_up_of_token',
  `select coalesce(u.id, s.id) as id, s.email, s.name
     from identity.sign_ups s left join identity.users u on u.email = s.email
    where s.token_hash = $1 and s.expires_at > now()`,
  { indexes: ['sign_ups_token_hash_key', 'users_email_key'] },
);

const HAS_PASSWORD = statement<object>(
  'has_password',
  'select from identity.credentials where user_id = $1',
  { indexes: ['credentials_pkey'] },
);

/**
 * Passkeys of users.
 * @param dependencies `changeOfAccount` limits new names of one account's passkeys, each of which is an audit event.
 */
export function createPasskeyHandlers(
  dependencies: ChallengeDependencies & { readonly changeOfAccount: Limiter },
): HandlersOf<'PasskeyService'> {
  return {
    'PasskeyService.CreatePasskeySignInChallenge': (context) => beginSignIn(context, dependencies, 'sign_in'),

    'PasskeyService.CreatePasskeySignUpChallenge': (context, { token }) =>
      beginFirstPasskey(context, dependencies, { purpose: 'sign_up', token, find: FIND_SIGN_UP }),

    'PasskeyService.CreatePasskeyReauthenticationChallenge': (context) =>
      beginReauthentication(context, dependencies, { purpose: 'reauthentication', ...callerOf(context) }),

    'PasskeyService.CreatePasskeyCreationChallenge': (context) =>
      beginFurtherPasskey(context, dependencies, { purpose: 'creation', ...callerOf(context) }),

    'PasskeyService.GetCurrentUserCredentials': async ({ read, facts }) => {
      const [passwords, passkeys] = await Promise.all([
        read.query(HAS_PASSWORD, [facts.identities_user.id]),
        listPasskeys(read, ownerOf(facts)),
      ]);
      return { has_password: passwords.length === 1, passkeys: passkeys.map(presentPasskey) };
    },

    'PasskeyService.CreatePasskey': (context, { passkey }) =>
      addOwnPasskey(context, dependencies.relyingParty, ownerOf(context.facts), {
        passkey,
        purpose: 'creation',
        tellOwner: (tx, name) => mailAddedPasskey(tx, tx.facts.identities_user, name),
      }),

    'PasskeyService.UpdatePasskey': async (context, input) => {
      await countAccountUse(context, dependencies.changeOfAccount, context.facts.identities_user.id);
      return renameOwnPasskey(context, ownerOf(context.facts), input);
    },

    'PasskeyService.DeletePasskey': (context, { id }) =>
      removeOwnPasskey(context, ownerOf(context.facts), id, {
        countOthers: async (queryable) =>
          (await queryable.query(HAS_PASSWORD, [context.facts.identities_user.id])).length,
        advice: 'Add another passkey or set a password first, then remove this one.',
        tellOwner: (tx, passkey) => {
          const { email, name } = tx.facts.identities_user;
          return tx.mail('passkey_removed', {
            to: email,
            values: { name, passkey, link: '/reset-password' },
          });
        },
      }),
  };
}

/** Tells a user by mail of a new passkey, in case it is an attacker's. Call it last. */
export function mailAddedPasskey(
  tx: Transaction,
  { email, name }: { email: string; name: string },
  passkey: string,
): Promise<void> {
  return tx.mail('passkey_added', { to: email, values: { name, passkey, link: '/account' } });
}

function ownerOf({ identities_user }: Pick<UserFacts, 'identities_user'>): PasskeyOwner {
  return { system: 'user', id: identities_user.id };
}

function callerOf({ facts }: { facts: Pick<UserFacts, 'identities_user' | 'session'> }) {
  return { account: facts.identities_user, sessionId: facts.session.id };
}
