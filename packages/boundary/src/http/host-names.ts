import type { IncomingMessage } from 'node:http';
import type { IdentitySystem } from '@gatehouse/contract';

/** The name of each identity system's host, in normal form: lower case, no port, no trailing dot. */
export type HostNames = Readonly<Record<IdentitySystem, string>>;

/** @throws {Error} when both systems have one name, which would leave no endpoint on it. */
export function hostNamesOf(publicHost: string, teamHost: string): HostNames {
  const names = { user: normalName(publicHost), admin: normalName(teamHost) };
  if (names.user === names.admin) {
    throw new Error(`PUBLIC_HOST and TEAM_HOST need different names, not ${names.user} with two ports`);
  }
  return names;
}

/**
 * Whether a request came by way of the host of the other identity system, where an endpoint of `system` does not exist.
 * It did when any name that it carries says so: `Host`, every value of `X-Forwarded-Host`, and the target in absolute
 * form. More names can only hide an endpoint, so this needs no trust in a proxy. Pure. Rule G5.
 */
export function isOnOtherHost(
  request: Pick<IncomingMessage, 'url' | 'rawHeaders'>,
  system: IdentitySystem,
  names: HostNames,
): boolean {
  return namesHost(request, names[system === 'user' ? 'admin' : 'user']);
}

/** Whether any name that a request carries is `name`, in normal form. Pure. */
export function namesHost(
  { url = '', rawHeaders }: Pick<IncomingMessage, 'url' | 'rawHeaders'>,
  name: string,
): boolean {
  if (!url.startsWith('/') && normalName(authorityOf(url)) === name) return true;
  // Not `headers`: of several `Host` headers it keeps the first, and a proxy may have gone by another.
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

/** `team.example.com` of `Team.Example.com.:443`: spellings that a proxy routes alike are alike here. */
function normalName(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.+$/, '');
}

/** The host and port of a target in absolute form; empty: it has none. */
function authorityOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(url)?.[1] ?? '';
}
