import { originsOf } from '@gatehouse/boundary';

/** An identity system. */
export type System = 'user' | 'admin';

/** One host as WebAuthn knows it. The passkeys of users and of admins belong to different ones (G5). */
export interface RelyingParty {
  readonly system: System;
  /** The host's name. Passkeys work for it alone: with another name every passkey is lost. */
  readonly id: string;
  /** The origins of its pages. */
  readonly origins: readonly string[];
  /** Staff must unlock the authenticator; for users a browser that can do it asks for it. */
  readonly userVerification: 'required' | 'preferred';
}

/** The relying party of each identity system. */
export type RelyingParties = Readonly<Record<System, RelyingParty>>;

/** What names the hosts. */
interface HostConfiguration {
  readonly PUBLIC_SCHEME: 'http' | 'https';
  readonly PUBLIC_HOST: string;
  readonly TEAM_HOST: string;
  readonly ALLOWED_ORIGINS: Parameters<typeof originsOf>[0]['listed'];
}

/** The relying parties of the configured hosts. */
export function relyingPartiesOf({
  PUBLIC_SCHEME,
  PUBLIC_HOST,
  TEAM_HOST,
  ALLOWED_ORIGINS,
}: HostConfiguration): RelyingParties {
  const { allowed } = originsOf({
    scheme: PUBLIC_SCHEME,
    publicHost: PUBLIC_HOST,
    teamHost: TEAM_HOST,
    listed: ALLOWED_ORIGINS,
  });
  const nameOf = (host: string) => new URL(`${PUBLIC_SCHEME}://${host}`).hostname;
  return {
    user: {
      system: 'user',
      id: nameOf(PUBLIC_HOST),
      origins: [...allowed.user],
      userVerification: 'preferred',
    },
    admin: {
      system: 'admin',
      id: nameOf(TEAM_HOST),
      origins: [...allowed.admin],
      userVerification: 'required',
    },
  };
}
