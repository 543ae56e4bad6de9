import type { Passkey } from '@gatehouse/contract';
import type { PasskeyRow } from './stored-passkeys.ts';

/** A passkey as its user sees it. */
export function presentPasskey({
  id,
  name,
  is_backed_up,
  created_at,
  last_used_at,
}: Pick<PasskeyRow, 'id' | 'name' | 'is_backed_up' | 'created_at' | 'last_used_at'>): Passkey {
  return {
    id,
    name,
    backed_up: is_backed_up,
    created_at: created_at.toISOString(),
    ...(last_used_at === null ? {} : { last_used_at: last_used_at.toISOString() }),
  };
}
