/** What routers need of the contract: `files/services.json` of the chart, and the generated part of nginx.conf. */
import {
  API_SERVICES,
  type ApiService,
  contracts,
  describeEndpoints,
  type IdentitySystem,
  pathPrefixes,
} from '@gatehouse/contract';

/** The hosts of Compose, as regular expressions. */
const NGINX_HOSTS = { user: 'localhost', admin: 'team\\.localhost' } as const;

/**
 * The API services, their path prefixes on each host (G5), a read for which each requires a session, and the paths of files, which go at
 * the speed of the client.
 */
export function renderChartServices(): string {
  const services = API_SERVICES.map((name) => ({
    name,
    paths: { public: pathPrefixes(contracts[name], 'user'), team: pathPrefixes(contracts[name], 'admin') },
    probes: { public: probeOf(name, 'user'), team: probeOf(name, 'admin') },
    transfers: transfersOf(name),
  }));
  return `${JSON.stringify(services, null, 2)}\n`;
}

function transfersOf(name: ApiService): readonly string[] {
  const transfers = describeEndpoints(contracts[name]).filter(
    ({ upload, download, attachment }) => upload !== null || download !== null || attachment !== null,
  );
  return [...new Set(transfers.map(({ path }) => path))].toSorted();
}

/** The shortest path of a read without variables that requires a session; null: the system has none. */
function probeOf(name: ApiService, system: IdentitySystem): string | null {
  const reads = describeEndpoints(contracts[name]).filter(
    (endpoint) =>
      endpoint.system === system &&
      endpoint.method === 'GET' &&
      endpoint.rule.kind !== 'public' &&
      endpoint.pathFields.length === 0,
  );
  const [shortest = null] = reads.map(({ path }) => path).toSorted((a, b) => a.length - b.length);
  return shortest;
}

/**
 * nginx.conf with its upstreams and routes of the API services.
 * @param current the file as it is.
 * @throws {Error} if it has no generated part.
 */
export function renderNginx(current: string): string {
  const [before, , after] = current.split(/^ *# (?:begin|end) of the generated part.*\n/m);
  if (before === undefined || after === undefined) throw new Error('nginx.conf has no generated part');
  const upstreams = API_SERVICES.map(
    (name) =>
      `  upstream ${name} { server ${name}:8080 fail_timeout=1s; keepalive 32; keepalive_timeout 1s; }`,
  );
  const routes = API_SERVICES.flatMap((name) => [routeOf(name, 'user'), routeOf(name, 'admin')].flat());
  return `${before}  # begin of the generated part: \`make generate\`, from the contract
${upstreams.join('\n')}

  # No host leads to the other identity system's endpoints. The web tier answers unknown paths with 404.
  map $host$uri $part {
    default web;
    ~^(team\\.)?localhost/_dev/mail$ mailbox;
${routes.join('\n')}
  }
  # end of the generated part
${after}`;
}

/** One regular expression for the prefixes of a service on a host; none without prefixes. */
function routeOf(name: ApiService, system: IdentitySystem): readonly string[] {
  const prefixes = pathPrefixes(contracts[name], system);
  const byParent = Map.groupBy(prefixes, (prefix) => prefix.slice(0, prefix.lastIndexOf('/')));
  return [...byParent].map(([parent, below]) => {
    const ends = below.map((prefix) => prefix.slice(parent.length + 1));
    const end = ends.length === 1 ? ends.join() : `(${ends.join('|')})`;
    return `    ~^${NGINX_HOSTS[system]}/api${parent}/${end}(/|$) ${name};`;
  });
}
