import type { AdminFacts } from '@gatehouse/access';
import { type HandlersOf, statement, type Transaction } from '@gatehouse/boundary';
import {
  type Account,
  beginFirstPasskey,
  beginFurtherPasskey,
  beginReauthentication,
  beginSignIn,
  type ChallengeDependencies,
} from './passkeys/begin-ceremony.ts';
import { addOwnPasskey, removeOwnPasskey, renameOwnPasskey } from './passkeys/own-passkeys.ts';
import { presentPasskey } from './passkeys/present-passkey.ts';
import { listPasskeys, type PasskeyOwner } from './passkeys/stored-passkeys.ts';

const FIND_INVITED = statement<Account>(
  'find_admin_of_enrolment',
  `select a.id, a.email, a.name
     from identity.admin_enrolments e join identity.admins a on a.id = e.admin_id
    where e.token_hash = $1 and e.used_at is null and e.expires_at > now()`,
  { indexes: ['admin_enrolments_token_hash_key'] },
);

const HAS_APP = statement<object>(
  'has_admin_second_factor',
  'select from identity.admin_second_factors where admin_id = $1',
  { indexes: ['admin_second_factors_pkey'] },
);

/** What the passkeys of admins need. */
export interface AdminPasskeyDependencies extends ChallengeDependencies {
  /** Whether only passkeys are accepted: an app does not count as a second factor. */
  readonly isRequired: boolean;
}

/** Passkeys of admins. */
export function createAdminPasskeyHandlers(
  dependencies: AdminPasskeyDependencies,
): HandlersOf<'AdminPasskeyService'> {
  const { relyingParty, isRequired } = dependencies;
  return {
    'AdminPasskeyService.CreateAdminPasskeySignInChallenge': (context) =>
      beginSignIn(context, dependencies, 'staff_sign_in'),

    'AdminPasskeyService.CreateAdminPasskeyEnrolmentChallenge': (context, { token }) =>
      beginFirstPasskey(context, dependencies, { purpose: 'staff_enrolment', token, find: FIND_INVITED }),

    'AdminPasskeyService.CreateAdminPasskeyReauthenticationChallenge': (context) =>
      beginReauthentication(context, dependencies, {
        purpose: 'staff_reauthentication',
        ...callerOf(context),
      }),

    'AdminPasskeyService.CreateAdminPasskeyCreationChallenge': (context) =>
      beginFurtherPasskey(context, dependencies, { purpose: 'staff_creation', ...callerOf(context) }),

    'AdminPasskeyService.GetCurrentAdminCredentials': async ({ read, facts }) => {
      const passkeys = await listPasskeys(read, ownerOf(facts));
      return { passkey_required: isRequired, passkeys: passkeys.map(presentPasskey) };
    },

    'AdminPasskeyService.CreateAdminPasskey': (context, { passkey }) =>
      addOwnPasskey(context, relyingParty, ownerOf(context.facts), {
        passkey,
        purpose: 'staff_creation',
        tellOwner: (tx, name) => mailChangedPasskey(tx, name, 'added'),
      }),

    'AdminPasskeyService.UpdateAdminPasskey': (context, input) =>
      renameOwnPasskey(context, ownerOf(context.facts), input),

    'AdminPasskeyService.DeleteAdminPasskey': (context, { id }) =>
      removeOwnPasskey(context, ownerOf(context.facts), id, {
        countOthers: async (queryable) =>
          isRequired ? 0 : (await queryable.query(HAS_APP, [context.facts.identities_admin.id])).length,
        advice: 'Add another passkey first, then remove this one.',
        tellOwner: (tx, name) => mailChangedPasskey(tx, name, 'removed'),
      }),
  };
}

/** Tells an admin by mail of a change of their passkeys. Call it last. */
function mailChangedPasskey(
  tx: Transaction & { readonly facts: AdminFacts },
  passkey: string,
  event: 'added' | 'removed',
): Promise<void> {
  const { email, name } = tx.facts.identities_admin;
  return tx.mail('staff_passkey', { to: email, values: { name, passkey, event } });
}

function ownerOf({ identities_admin }: Pick<AdminFacts, 'identities_admin'>): PasskeyOwner {
  return { system: 'admin', id: identities_admin.id };
}

function callerOf({ facts }: { facts: Pick<AdminFacts, 'identities_admin' | 'session'> }) {
  return { account: facts.identities_admin, sessionId: facts.session.id };
}
