import type { IncomingMessage } from 'node:http';
import type { IdentitySystem } from '@gatehouse/contract';

/** The name of each identity system's host, normalised: lower case, no port, no trailing dot. */
export type HostNames = Readonly<Record<IdentitySystem, string>>;

/** @throws {Error} when both systems have the same name: no endpoint would exist on it. */
export function hostNamesOf(publicHost: string, teamHost: string): HostNames {
  const names = { user: normalName(publicHost), admin: normalName(teamHost) };
  if (names.user === names.admin) {
    throw new Error(`PUBLIC_HOST and TEAM_HOST need different names, not ${names.user} with two ports`);
  }
  return names;
}

/**
 * Whether a request came through the host of the other identity system, where an endpoint of `system` does not exist. Any
 * name in it counts: `Host`, every value of `X-Forwarded-Host`, and a target in absolute form. A further name can only hide
 * an endpoint, so this trusts no proxy. Pure. Rule G5.
 */
export function isOnOtherHost(
  request: Pick<IncomingMessage, 'url' | 'rawHeaders'>,
  system: IdentitySystem,
  names: HostNames,
): boolean {
  return namesHost(request, names[system === 'user' ? 'admin' : 'user']);
}

/** Whether any host name in a request is the normalised `name`. Pure. */
export function namesHost(
  { url = '', rawHeaders }: Pick<IncomingMessage, 'url' | 'rawHeaders'>,
  name: string,
): boolean {
  if (!url.startsWith('/') && normalName(authorityOf(url)) === name) return true;
  // Not `headers`: of several `Host` headers it keeps the first, and a proxy may have used another.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at] ?? '';
    if (header.length !== HOST.length && header.length !== FORWARDED_HOST.length) continue;
    const lower = header.toLowerCase();
    const value = rawHeaders[at + 1] ?? '';
    if (lower === HOST && normalName(value) === name) return true;
    if (lower === FORWARDED_HOST && value.split(',').some((one) => normalName(one.trim()) === name))
      return true;
  }
  return false;
}

const HOST = 'host';
const FORWARDED_HOST = 'x-forwarded-host';

/** `team.example.com` of `Team.Example.com.:443`: proxies treat these spellings alike. */
function normalName(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.+$/, '');
}

/** The host and port of a target in absolute form; otherwise empty. */
function authorityOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(url)?.[1] ?? '';
}
