import { API_SERVICES, contracts, describeEndpoints } from '@gatehouse/contract';
import { expect, test } from '@jest/globals';
import { describeChart } from './support/describe-chart.ts';
import { INSTALLATIONS } from './support/installations.ts';
import { type Manifest, ofKind, render } from './support/render.ts';

const IDENTITY = 'gate-gatehouse-identity';
const PUBLIC_API = {
  '/api/identities/users': IDENTITY,
  '/api/identities/user_sessions': IDENTITY,
  '/api/identities/email_verifications': IDENTITY,
  '/api/identities/password_resets': IDENTITY,
  '/api/identities/email_changes': IDENTITY,
  '/api/identities/invitation_lookups': IDENTITY,
  '/api/identities/notifications': IDENTITY,
  '/api/identities/mail_unsubscriptions': IDENTITY,
  '/api/identities/abuse_reports': IDENTITY,
  '/api/identities/company_name_check': IDENTITY,
  '/api/identities/passkeys': IDENTITY,
  '/api/identities/passkey_challenges': IDENTITY,
  // Every other service has one prefix: its name.
  ...Object.fromEntries(
    API_SERVICES.filter((name) => name !== 'identity').map((name) => [
      `/api/${name}`,
      `gate-gatehouse-${name}`,
    ]),
  ),
};
const TEAM_API = {
  '/api/identities/admin': IDENTITY,
  '/api/identities/admin_sessions': IDENTITY,
  '/api/identities/admin_enrolments': IDENTITY,
  '/api/identities/admin_credentials': IDENTITY,
  '/api/identities/admin_passkeys': IDENTITY,
  '/api/identities/admin_passkey_challenges': IDENTITY,
};
const PUBLIC = { ...PUBLIC_API, '/': 'gate-gatehouse-web' };
const TEAM = { ...TEAM_API, '/': 'gate-gatehouse-web' };
const API = { ...PUBLIC_API, ...TEAM_API };

/** The Service that a path leads to: the longest prefix wins, whole segments only. */
function serviceAt(routes: Readonly<Record<string, string>> = {}, path: string): string | undefined {
  const fitting = Object.keys(routes).filter(
    (prefix) => path === prefix || path.startsWith(prefix.replace(/\/?$/, '/')),
  );
  return routes[fitting.sort((left, right) => right.length - left.length)[0] ?? ''];
}

/** Path to Service, by host, of Ingresses. */
function ingressRoutes(manifests: readonly Manifest[]): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.values(ofKind(manifests, 'Ingress')).flatMap(({ spec }) =>
      spec.rules.map(({ host, http }: Manifest) => [
        host,
        Object.fromEntries(
          http.paths.map(({ path, pathType, backend }: Manifest) => {
            expect(pathType).toBe('Prefix');
            return [path, backend.service.name];
          }),
        ),
      ]),
    ),
  );
}

/** The same for HTTPRoutes. */
function gatewayRoutes(manifests: readonly Manifest[]): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.values(ofKind(manifests, 'HTTPRoute')).flatMap(({ spec }) =>
      spec.hostnames.map((host: string) => [
        host,
        Object.fromEntries(
          spec.rules.flatMap(({ matches, backendRefs, filters }: Manifest) => {
            expect(filters).toBeUndefined();
            return matches.map(({ path }: Manifest) => {
              expect(path.type).toBe('PathPrefix');
              return [path.value, backendRefs[0].name];
            });
          }),
        ),
      ]),
    ),
  );
}

describeChart('routes from outside', () => {
  test('there are none by default', () => {
    expect(ofKind(render(), 'Ingress')).toEqual({});
    expect(ofKind(render(), 'HTTPRoute')).toEqual({});
  });

  test('G5: an Ingress routes each host to the prefixes of its own endpoints and to the web tier', () => {
    const manifests = render({ ingress: { enabled: true } });
    expect(ingressRoutes(manifests)).toEqual({ 'www.example.com': PUBLIC, 'team.example.com': TEAM });
    // No path is rewritten, so any controller works.
    for (const { metadata } of Object.values(ofKind(manifests, 'Ingress')))
      expect(metadata.annotations).toBeUndefined();
  });

  test('an HTTPRoute does the same without a filter', () => {
    const manifests = render(INSTALLATIONS['behind a Gateway']);
    expect(gatewayRoutes(manifests)).toEqual({ 'www.example.com': PUBLIC, 'team.example.com': TEAM });
  });

  test.each([
    ['an Ingress', () => ingressRoutes(render({ ingress: { enabled: true } }))],
    ['an HTTPRoute', () => gatewayRoutes(render(INSTALLATIONS['behind a Gateway']))],
  ])(
    "G5: %s leads every endpoint to its service on its own system's host, and to the web tier on the other",
    (_kind, routesOf) => {
      const routes = routesOf();
      for (const [service, contract] of Object.entries(contracts)) {
        for (const { path, system } of describeEndpoints(contract)) {
          const hosts = { user: 'www.example.com', admin: 'team.example.com' };
          const other = system === 'user' ? 'admin' : 'user';
          expect([path, serviceAt(routes[hosts[system]], `/api${path}`)]).toEqual([
            path,
            `gate-gatehouse-${service}`,
          ]);
          expect([path, serviceAt(routes[hosts[other]], `/api${path}`)]).toEqual([
            path,
            'gate-gatehouse-web',
          ]);
        }
      }
    },
  );

  test.each([
    ['an Ingress', () => ingressRoutes(render(INSTALLATIONS['with an API host']))],
    ['an HTTPRoute', () => gatewayRoutes(render(INSTALLATIONS['behind a Gateway, with an API host']))],
  ])('%s of a separate API host has only the prefixes', (_kind, routesOf) => {
    expect(routesOf()).toEqual({
      'www.example.com': PUBLIC,
      'team.example.com': TEAM,
      'api.example.com': API,
    });
  });

  test('the certificate is the controller’s, a Secret, or from cert-manager for every host', () => {
    const tlsOf = (manifests: readonly Manifest[]) =>
      Object.values(ofKind(manifests, 'Ingress')).map(({ spec }) => spec.tls[0].secretName);
    expect(tlsOf(render({ ingress: { enabled: true } }))).toStrictEqual([undefined, undefined]);
    expect(tlsOf(render(INSTALLATIONS['with an API host']))).toStrictEqual([
      'wildcard',
      'wildcard',
      'wildcard',
    ]);
    const made = render(INSTALLATIONS['behind an Ingress, with certificates by cert-manager']);
    expect(tlsOf(made)).toStrictEqual(['gate-gatehouse-tls', 'gate-gatehouse-tls']);
    const [certificate] = Object.values(ofKind(made, 'Certificate'));
    expect(certificate.spec).toMatchObject({
      secretName: 'gate-gatehouse-tls',
      dnsNames: ['www.example.com', 'team.example.com'],
      issuerRef: { name: 'letsencrypt', kind: 'ClusterIssuer' },
    });
  });

  test('every route leads to a port that its Service and its pods have', () => {
    const manifests = render({ ingress: { enabled: true } });
    for (const [name, service] of Object.entries(ofKind(manifests, 'Service'))) {
      const { spec } = ofKind(manifests, 'Deployment')[name]?.spec.template ?? {};
      const ports = spec.containers[0].ports.map(({ name: port }: Manifest) => port);
      for (const { targetPort } of service.spec.ports) expect(ports).toContain(targetPort);
    }
  });
});
