import { API_SERVICES } from '@gatehouse/contract';
import { expect, test } from '@jest/globals';
import { describeChart } from './support/describe-chart.ts';
import { INSTALLATIONS } from './support/installations.ts';
import { type Manifest, ofKind, podsOf, render, requireObject } from './support/render.ts';

const everything = {
  ...INSTALLATIONS['with External Secrets'],
  telemetry: { endpoint: 'http://collector.observability:4318' },
};

/** Where the pods of a part may connect: ports, with their components if these are in the release. */
function wayOut(manifests: readonly Manifest[], part: string): string[] {
  const { spec } = requireObject(manifests, 'NetworkPolicy', `gate-gatehouse-${part}`);
  return spec.egress.flatMap(({ ports, to }: Manifest) => {
    const components = to?.[0]?.podSelector?.matchExpressions?.[0]?.values;
    return ports.map(({ port }: Manifest) =>
      components === undefined ? `${port}` : `${port} ${components.join(' ')}`,
    );
  });
}

describeChart('allowed connections', () => {
  test('all traffic is denied in both directions unless a policy allows it', () => {
    expect(requireObject(render(), 'NetworkPolicy', 'gate-gatehouse-default-deny').spec).toEqual({
      podSelector: {
        matchLabels: { 'app.kubernetes.io/name': 'gatehouse', 'app.kubernetes.io/instance': 'gate' },
      },
      policyTypes: ['Ingress', 'Egress'],
    });
  });

  test('the web tier reaches DNS, the API services and its other pods, and no database', () => {
    const services = `8080 ${API_SERVICES.join(' ')} web`;
    expect(wayOut(render(everything), 'web')).toEqual(['53', '53', services, '4318']);
    expect(wayOut(render(), 'web')).toEqual(['53', '53', services]);
  });

  test.each([
    ['', {}],
    ['with a name of its own, ', { fullnameOverride: 'market' }],
  ])('%seach web pod may ask the others for an asset of their release, by their Service', (_case, values) => {
    const manifests = render(values);
    const name = 'fullnameOverride' in values ? 'market-web' : 'gate-gatehouse-web';
    const { env } = requireObject(manifests, 'Deployment', name).spec.template.spec.containers[0];
    expect(env).toContainEqual({ name: 'WEB_URL', value: `http://${name}` });
    const { ports } = requireObject(manifests, 'Service', name).spec;
    expect(ports).toContainEqual(expect.objectContaining({ port: 80, targetPort: 'http' }));
    const { ingress } = requireObject(manifests, 'NetworkPolicy', name).spec;
    const components = ingress.flatMap(({ ports: to, from = [] }: Manifest) =>
      to.some(({ port }: Manifest) => port === 8080)
        ? from.flatMap(({ podSelector }: Manifest) => podSelector?.matchExpressions?.[0]?.values ?? [])
        : [],
    );
    expect(components).toContain('web');
  });

  test('the services reach PostgreSQL and the collector; identity also Redis and the mail server, others the store of CVs', () => {
    const manifests = render(everything);
    const own: Readonly<Record<string, readonly string[]>> = {
      identity: ['6379', '465'],
      employer: ['443'],
      talent: ['443'],
    };
    for (const service of API_SERVICES)
      expect(wayOut(manifests, service)).toEqual(['53', '53', '5432', ...(own[service] ?? []), '4318']);
    for (const service of API_SERVICES) expect(wayOut(render(), service)).toEqual(['53', '53', '5432']);
    expect(wayOut(manifests, 'retention')).toEqual(['53', '53', '5432', '443']);
    const peer = { ipBlock: { cidr: '192.0.2.0/24' } };
    const { egress } = requireObject(
      render({
        ...everything,
        documents: { enabled: true, port: 9000 },
        networkPolicy: { documentsPeers: [peer] },
      }),
      'NetworkPolicy',
      'gate-gatehouse-talent',
    ).spec;
    expect(egress).toContainEqual({ ports: [{ protocol: 'TCP', port: 9000 }], to: [peer] });
  });

  test('a database in the release is selected by its pods’ labels, and accepts no other peer', () => {
    const manifests = render(INSTALLATIONS['with its database']);
    const database = { podSelector: { matchLabels: { 'cnpg.io/cluster': 'gate-gatehouse-database' } } };
    const { egress } = requireObject(manifests, 'NetworkPolicy', 'gate-gatehouse-talent').spec;
    expect(egress).toContainEqual({ ports: [{ protocol: 'TCP', port: 5432 }], to: [database] });
    const { spec } = requireObject(manifests, 'NetworkPolicy', 'gate-gatehouse-database');
    expect(spec.podSelector).toEqual(database.podSelector);
    expect(JSON.stringify(spec.ingress)).not.toContain('web');
  });

  test('only named peers are allowed', () => {
    const peer = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } };
    const { ingress } = requireObject(
      render({ networkPolicy: { ingressPeers: [peer] } }),
      'NetworkPolicy',
      'gate-gatehouse-employer',
    ).spec;
    expect(ingress[0]).toEqual({ ports: [{ protocol: 'TCP', port: 8080 }], from: [peer] });
  });

  test.each(Object.entries(INSTALLATIONS).filter(([name]) => name !== 'bare'))(
    '%s: every pod has a policy that allows its connections',
    (_name, values) => {
      const manifests = render(values);
      const selectors = Object.values(ofKind(manifests, 'NetworkPolicy')).map(
        ({ spec }) => spec.podSelector.matchLabels['app.kubernetes.io/component'],
      );
      for (const { metadata } of podsOf(manifests))
        expect(selectors).toContain(metadata.labels['app.kubernetes.io/component']);
    },
  );

  test('there is no policy when it is disabled', () => {
    expect(ofKind(render({ networkPolicy: { enabled: false } }), 'NetworkPolicy')).toEqual({});
  });
});
