import { type HandlersOf, onlyRow, statement } from '@gatehouse/boundary';
import type { IdentitiesUser } from '@gatehouse/contract';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { AccountThrottle } from '../throttle/account-throttle.ts';
import type { AddressThrottle } from '../throttle/address-throttle.ts';
import { countAccountUse } from '../throttle/count-account-use.ts';
import type { Limiter } from '../throttle/limiters.ts';
import { changePassword } from './change-password.ts';
import { createEmailVerification } from './confirm-email.ts';
import { getDisabledCompanyNotice } from './disabled-company-notice.ts';
import { createPasswordReset, redeemPasswordReset } from './reset-password.ts';
import { createUser } from './sign-up.ts';

const RENAME_USER = statement<IdentitiesUser>(
  'rename_user',
  `update identity.users set name = $2, updated_at = now() where id = $1
   returning id, name, email`,
);

/**
 * Sign-up, password, and the caller's own name.
 * @param changeOfAccount limits new names of one account, each of which is an audit event.
 */
export function createUserHandlers(dependencies: {
  passwords: PasswordHasher;
  signUpThrottle: AddressThrottle;
  emailThrottle: Limiter;
  signInThrottle: AccountThrottle;
  linkThrottle: AddressThrottle;
  resetThrottle: AccountThrottle;
  changeOfAccount: Limiter;
  relyingParty: RelyingParty;
}): HandlersOf<'UserService'> {
  return {
    'UserService.CreateUser': createUser(dependencies),
    'UserService.CreateEmailVerification': createEmailVerification(dependencies),
    'UserService.GetDisabledCompanyNotice': getDisabledCompanyNotice,
    'UserService.UpdateCurrentUserPassword': changePassword(dependencies),
    'UserService.CreatePasswordReset': createPasswordReset(dependencies),
    'UserService.RedeemPasswordReset': redeemPasswordReset(dependencies),

    'UserService.UpdateCurrentUser': async (context, input) => {
      const name = input.name?.trim() ?? null;
      if (name !== null && name !== context.facts.identities_user.name) {
        await countAccountUse(context, dependencies.changeOfAccount, context.facts.identities_user.id);
      }
      return context.transaction(async (tx) => {
        const { id, name: before } = tx.facts.identities_user;
        if (name === null || name === before) return tx.facts.identities_user;
        const user = onlyRow(await tx.query(RENAME_USER, [id, name]), 'the caller');
        await tx.audit({ action: 'user.renamed', subject_kind: 'user', subject_id: id });
        return user;
      });
    },
  };
}
