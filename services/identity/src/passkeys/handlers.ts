import type { HandlersOf } from '@gatehouse/boundary';
import {
  type ChallengeDependencies,
  createCreationChallenge,
  createReauthenticationChallenge,
  createSignInChallenge,
  createSignUpChallenge,
} from './challenge-handlers.ts';
import { createPasskey, deletePasskey, getCredentials, updatePasskey } from './change-passkeys.ts';

/** Passkeys of users. */
export function createPasskeyHandlers(dependencies: ChallengeDependencies): HandlersOf<'PasskeyService'> {
  return {
    'PasskeyService.CreatePasskeySignInChallenge': createSignInChallenge(dependencies),
    'PasskeyService.CreatePasskeySignUpChallenge': createSignUpChallenge(dependencies),
    'PasskeyService.CreatePasskeyReauthenticationChallenge': createReauthenticationChallenge(dependencies),
    'PasskeyService.CreatePasskeyCreationChallenge': createCreationChallenge(dependencies),
    'PasskeyService.GetCurrentUserCredentials': getCredentials,
    'PasskeyService.CreatePasskey': createPasskey(dependencies),
    'PasskeyService.UpdatePasskey': updatePasskey,
    'PasskeyService.DeletePasskey': deletePasskey,
  };
}
