import { type Handler, type HandlersOf, hashSecretToken, statement } from '@gatehouse/boundary';
import { exclusiveAdmin } from '../admin-sessions/presented-sessions.ts';
import { type ChallengeDependencies, limitChallenges } from '../passkeys/challenge-handlers.ts';
import { createChallenge, useChallenge } from '../passkeys/challenges.ts';
import { ADVICE, MAX_PASSKEYS, QUOTA_ADVICE } from '../passkeys/change-passkeys.ts';
import { nameOfNewPasskey, verifyCreated } from '../passkeys/created-passkey.ts';
import { creationOptions, requestOptions } from '../passkeys/options.ts';
import { presentPasskey } from '../passkeys/present-passkey.ts';
import { addPasskey, listPasskeys, renamePasskey } from '../passkeys/stored-passkeys.ts';
import { deleteAdminPasskey } from './delete-passkey.ts';

const FIND_INVITED = statement<{ id: string; email: string; name: string }>(
  'find_admin_of_enrolment',
  `select a.id, a.email, a.name
     from identity.admin_enrolments e join identity.admins a on a.id = e.admin_id
    where e.token_hash = $1 and e.used_at is null and e.expires_at > now()`,
  { indexes: ['admin_enrolments_token_hash_key'] },
);

/** What the passkeys of admins need. */
export interface AdminPasskeyDependencies extends ChallengeDependencies {
  /** Whether only passkeys are accepted. */
  readonly isRequired: boolean;
}

/** Passkeys of admins. */
export function createAdminPasskeyHandlers(
  dependencies: AdminPasskeyDependencies,
): HandlersOf<'AdminPasskeyService'> {
  const { relyingParty, challengeThrottle, isRequired } = dependencies;
  return {
    'AdminPasskeyService.CreateAdminPasskeySignInChallenge': async (context) => {
      await limitChallenges(context, challengeThrottle);
      const { browserHash } = context;
      if (browserHash === null) throw new Error('a sign-in begins without a browser');
      const challenge = await context.transaction((tx) =>
        createChallenge(tx, 'staff_sign_in', { browserHash }),
      );
      return { options: await requestOptions(relyingParty, { challenge, passkeys: [] }) };
    },

    'AdminPasskeyService.CreateAdminPasskeyEnrolmentChallenge': async (context, input) => {
      await limitChallenges(context, challengeThrottle);
      const linkHash = hashSecretToken(input.token);
      const [account] = await context.read.query(FIND_INVITED, [linkHash]);
      if (account === undefined) return context.refuse('token_invalid');
      const challenge = await context.transaction((tx) =>
        createChallenge(tx, 'staff_enrolment', { linkHash }),
      );
      return { options: await creationOptions(relyingParty, { challenge, account, passkeys: [] }) };
    },

    'AdminPasskeyService.CreateAdminPasskeyReauthenticationChallenge': async (context) => {
      await limitChallenges(context, challengeThrottle);
      const { session, identities_admin } = context.facts;
      const passkeys = await listPasskeys(context.read, { system: 'admin', id: identities_admin.id });
      const challenge = await context.transaction((tx) =>
        createChallenge(tx, 'staff_reauthentication', { sessionId: session.id }),
      );
      return { options: await requestOptions(relyingParty, { challenge, passkeys }) };
    },

    'AdminPasskeyService.CreateAdminPasskeyCreationChallenge': async (context) => {
      await limitChallenges(context, challengeThrottle);
      const { session, identities_admin: account } = context.facts;
      const passkeys = await listPasskeys(context.read, { system: 'admin', id: account.id });
      const challenge = await context.transaction((tx) =>
        createChallenge(tx, 'staff_creation', { sessionId: session.id }),
      );
      return { options: await creationOptions(relyingParty, { challenge, account, passkeys }) };
    },

    'AdminPasskeyService.GetCurrentAdminCredentials': async ({ read, facts }) => {
      const passkeys = await listPasskeys(read, { system: 'admin', id: facts.identities_admin.id });
      return { passkey_required: isRequired, passkeys: passkeys.map(presentPasskey) };
    },

    'AdminPasskeyService.CreateAdminPasskey': createAdminPasskey(dependencies),

    'AdminPasskeyService.UpdateAdminPasskey': (context, input) =>
      context.transaction(async (tx) => {
        const { id } = tx.facts.identities_admin;
        const passkey = await renamePasskey(tx, { system: 'admin', id }, input.id, input.name.trim());
        if (passkey === undefined) return context.refuse('not_found');
        await tx.audit({ action: 'admin.passkey_renamed', subject_kind: 'admin', subject_id: id });
        return presentPasskey(passkey);
      }),

    'AdminPasskeyService.DeleteAdminPasskey': deleteAdminPasskey(isRequired),
  };
}

function createAdminPasskey({
  relyingParty,
}: AdminPasskeyDependencies): Handler<'AdminPasskeyService.CreateAdminPasskey'> {
  return async (context, { passkey }) => {
    const { id, email, name: adminName } = context.facts.identities_admin;
    const owner = { system: 'admin', id } as const;
    const holder = { sessionId: context.facts.session.id };
    const purpose = 'staff_creation';
    const created = await verifyCreated(context.read, relyingParty, { passkey, purpose, holder });
    if (created === null) return context.refuse('passkey_invalid', { detail: ADVICE });
    const name = nameOfNewPasskey(context.client.userAgent);
    return context.transaction(
      async (tx) => {
        if (!(await useChallenge(tx, created.challenge))) {
          return context.refuse('passkey_invalid', { detail: ADVICE });
        }
        const others = await listPasskeys(tx, owner);
        if (others.length >= MAX_PASSKEYS) {
          return context.refuse('passkey_quota_reached', { detail: QUOTA_ADVICE });
        }
        const added = await addPasskey(tx, owner, created.verified, name);
        if (added === null) return context.refuse('passkey_exists');
        await tx.audit({ action: 'admin.passkey_added', subject_kind: 'admin', subject_id: id });
        const values = { name: adminName, passkey: name, event: 'added' } as const;
        await tx.mail('staff_passkey', { to: email, values });
        return presentPasskey(added);
      },
      { locks: [exclusiveAdmin(id)] },
    );
  };
}
