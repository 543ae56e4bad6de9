import { hostNamesOf } from './http/host-names.ts';
import { originsOf } from './http/origins.ts';
import type { LinkOrigins } from './mail-queue.ts';
import type { Service } from './service.ts';
import type { ServiceConfiguration } from './service-configuration.ts';

/** What a service's configuration says of its two hosts. */
interface HostSettings extends Pick<Service, 'hostNames' | 'origins' | 'cookies'> {
  readonly linkOrigins: LinkOrigins;
}

export function hostSettingsOf({
  PUBLIC_SCHEME: scheme,
  PUBLIC_HOST: publicHost,
  TEAM_HOST: teamHost,
  ALLOWED_ORIGINS: listed,
  COOKIE_DOMAIN: domain,
}: ServiceConfiguration): HostSettings {
  return {
    hostNames: hostNamesOf(publicHost, teamHost),
    origins: originsOf({ scheme, publicHost, teamHost, listed }),
    cookies: {
      secure: scheme === 'https',
      domain: domain === '' ? null : domain,
      hosts: { user: publicHost, admin: teamHost },
    },
    linkOrigins: { public: `${scheme}://${publicHost}`, team: `${scheme}://${teamHost}` },
  };
}
