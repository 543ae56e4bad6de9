import type { IdentitySystem } from '@gatehouse/contract';

/** The origins that may send unsafe requests, and those that may read responses with credentials (CORS). */
export interface Origins {
  /** By identity system: every origin that may send unsafe requests. */
  readonly allowed: Readonly<Record<IdentitySystem, ReadonlySet<string>>>;
  /** By identity system: the listed origins, which need CORS headers. */
  readonly cors: Readonly<Record<IdentitySystem, ReadonlySet<string>>>;
}

/** One entry of `ALLOWED_ORIGINS`. */
export interface ListedOrigin {
  readonly system: IdentitySystem;
  readonly origin: string;
}

/**
 * The origins of the two hosts and of a separate web host (`listed`). An origin is allowed for its own identity system only.
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
