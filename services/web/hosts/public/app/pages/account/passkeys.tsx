import type { Passkey } from '@gatehouse/contract/wire';
import { PasskeyCard } from '#design/passkey-card.tsx';

/** The user's passkeys. */
export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  return (
    <PasskeyCard
      passkeys={passkeys}
      hint="Sign in with your fingerprint, face or screen lock. A passkey cannot be guessed, and works on this site alone."
    />
  );
}
