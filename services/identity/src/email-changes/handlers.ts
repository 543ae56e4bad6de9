import type { HandlersOf } from '@gatehouse/boundary';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { AccountThrottle } from '../throttle/account-throttle.ts';
import type { AddressThrottle } from '../throttle/address-throttle.ts';
import type { Limiter } from '../throttle/limiters.ts';
import { confirmEmailChange } from './confirm.ts';
import { createEmailChange } from './request.ts';
import { undoEmailChange } from './undo.ts';

/** Changes of a user's email address. */
export function createEmailChangeHandlers(dependencies: {
  passwords: PasswordHasher;
  throttle: AccountThrottle;
  newAddresses: Limiter;
  signInThrottle: AccountThrottle;
  linkThrottle: AddressThrottle;
}): HandlersOf<'EmailChangeService'> {
  return {
    'EmailChangeService.CreateEmailChange': createEmailChange(dependencies),
    'EmailChangeService.ConfirmEmailChange': confirmEmailChange,
    'EmailChangeService.UndoEmailChange': undoEmailChange(dependencies),
  };
}
