import type { IdentitySystem } from '@gatehouse/contract';

/** The origins that may send unsafe requests and, beyond our own, read answers with credentials (CORS). */
export interface Origins {
  /** Every origin from which an unsafe request is taken, by identity system. */
  readonly allowed: Readonly<Record<IdentitySystem, ReadonlySet<string>>>;
  /** The listed ones, by identity system: only they get CORS headers, of their own system's endpoints. */
  readonly cors: Readonly<Record<IdentitySystem, ReadonlySet<string>>>;
}

/** One entry of `ALLOWED_ORIGINS`. */
export interface ListedOrigin {
  readonly system: IdentitySystem;
  readonly origin: string;
}

/**
 * Our own origins are the two hosts under the one scheme; `listed` are those of a separate web host.
 * An origin counts for its own identity system only.
 */
export function originsOf({
  scheme,
  publicHost,
  teamHost,
  listed,
}: {
  scheme: 'http' | 'https';
  publicHost: string;
  teamHost: string;
  listed: readonly ListedOrigin[];
}): Origins {
  const listedOf = (system: IdentitySystem) =>
    listed.filter((one) => one.system === system).map((one) => one.origin);
  return {
    allowed: {
      user: new Set([`${scheme}://${publicHost}`, ...listedOf('user')]),
      admin: new Set([`${scheme}://${teamHost}`, ...listedOf('admin')]),
    },
    cors: { user: new Set(listedOf('user')), admin: new Set(listedOf('admin')) },
  };
}
