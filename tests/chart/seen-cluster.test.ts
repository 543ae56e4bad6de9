import { API_SERVICES } from '@gatehouse/contract';
import { expect, test } from '@jest/globals';
import { describeChart } from './support/describe-chart.ts';
import { type Manifest, ofKind, render, requireObject } from './support/render.ts';
import { renderOn } from './support/seen-cluster.ts';

const SERVICES = [...API_SERVICES, 'web'] as const;

const secret = (name: string, data: Record<string, string>, resourceVersion = '1') => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'market', resourceVersion },
  data,
});
const password = (part: string) => secret(`gate-gatehouse-database-${part}`, { password: 'cA==' });
const secondFactors = (resourceVersion?: string) =>
  secret('gate-gatehouse-second-factors', { key: 'a2V5' }, resourceVersion);
const SECRETS = [...['owner', 'retention', ...API_SERVICES].map(password), secondFactors()];

const deployment = (service: string, replicas: number) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: `gate-gatehouse-${service}`, namespace: 'market' },
  spec: { replicas },
});
const replicasOf = (manifests: readonly Manifest[]) =>
  SERVICES.map(
    (service) => requireObject(manifests, 'Deployment', `gate-gatehouse-${service}`).spec.replicas,
  );

describeChart('an upgrade on a cluster', () => {
  test('K2: an autoscaler takes over the number of pods that a Deployment has', async () => {
    const six = SERVICES.map((service) => deployment(service, 6));
    const values = { defaults: { autoscaling: { enabled: true } } };
    expect(replicasOf(await renderOn([...SECRETS, ...six], values))).toStrictEqual(SERVICES.map(() => 6));
    // At an installation, and where Helm sees no cluster, there is no number to fight over.
    expect(replicasOf(await renderOn(SECRETS, values))).toStrictEqual(SERVICES.map(() => undefined));
    expect(replicasOf(render(values))).toStrictEqual(SERVICES.map(() => undefined));
  });

  test('K2: without an autoscaler the values decide', async () => {
    const six = SERVICES.map((service) => deployment(service, 6));
    expect(replicasOf(await renderOn([...SECRETS, ...six], {}))).toStrictEqual(SERVICES.map(() => 2));
  });

  test('K1: identity restarts if a Secret that it reads at its start has changed, and no other service does', async () => {
    const checksums = (manifests: readonly Manifest[]) =>
      SERVICES.map(
        (service) =>
          requireObject(manifests, 'Deployment', `gate-gatehouse-${service}`).spec.template.metadata
            .annotations['checksum/secrets'],
      );
    const before = checksums(await renderOn(SECRETS, {}));
    const same = checksums(await renderOn(SECRETS, {}));
    const [, ...passwords] = [secondFactors(), ...SECRETS.slice(0, -1)];
    const after = checksums(await renderOn([...passwords, secondFactors('2')], {}));
    expect(before).toEqual(
      SERVICES.map((service) =>
        service === 'identity' ? expect.stringMatching(/^[0-9a-f]{16}$/) : undefined,
      ),
    );
    expect(same).toEqual(before);
    expect(after[0]).not.toBe(before[0]);
  });

  test('K5: a missing Secret, or a key of one, is named before anything is installed', async () => {
    const others = SECRETS.filter(({ metadata }) => !/talent|second/.test(metadata.name));
    const withoutKey = secret('gate-gatehouse-second-factors', { other: 'a2V5' });
    await expect(renderOn([...others, withoutKey], {})).rejects.toThrow(
      /missing in the namespace market: gate-gatehouse-database-talent \(password\), gate-gatehouse-second-factors \(key\)\. Create them first/,
    );
    await expect(renderOn([], { checkSecrets: false })).resolves.not.toEqual([]);
    const store = { externalSecrets: { enabled: true, secretStoreRef: { name: 'vault' } } };
    await expect(renderOn([], store)).resolves.not.toEqual([]);
  });

  test('K5: so is the Secret of the store of documents, the shared one once, and a workload’s own', async () => {
    const documents = (urlSecrets: object) => ({ documents: { enabled: true, urlSecrets } });
    await expect(renderOn(SECRETS, documents({}))).rejects.toThrow(
      /missing in the namespace market: gate-gatehouse-documents \(url\)\. Create them first/,
    );
    const own = documents({
      talent: { name: 'cvs-talent' },
      employer: { name: 'cvs-employer' },
      retention: { name: 'cvs-retention' },
    });
    const [talent, employer] = ['talent', 'employer'].map((part) => secret(`cvs-${part}`, { url: 'dXJs' }));
    await expect(renderOn([...SECRETS, talent, employer], own)).rejects.toThrow(
      /missing in the namespace market: cvs-retention \(url\)\. Create them first/,
    );
  });

  test('K1: a service restarts when its own Secret of the store of documents has changed, and no other service does', async () => {
    const parts = ['talent', 'employer', 'retention'];
    const values = {
      documents: {
        enabled: true,
        urlSecrets: Object.fromEntries(parts.map((part) => [part, { name: `cvs-${part}` }])),
      },
    };
    const checksums = async (changed?: string) => {
      const secrets = parts.map((part) =>
        secret(`cvs-${part}`, { url: 'dXJs' }, part === changed ? '2' : '1'),
      );
      const manifests = await renderOn([...SECRETS, ...secrets], values);
      return Object.fromEntries(
        SERVICES.map((service) => [
          service,
          requireObject(manifests, 'Deployment', `gate-gatehouse-${service}`).spec.template.metadata
            .annotations['checksum/secrets'],
        ]),
      );
    };
    const before = await checksums();
    const changedBy = async (part: string) => {
      const after = await checksums(part);
      return SERVICES.filter((service) => after[service] !== before[service]);
    };
    expect(await changedBy('talent')).toEqual(['talent']);
    expect(await changedBy('employer')).toEqual(['employer']);
    expect(await changedBy('retention')).toEqual([]);
  });

  test('the generated Secrets of a quick try stay', async () => {
    const quickstart = { quickstart: true };
    const secretsOf = (manifests: readonly Manifest[]) =>
      Object.values(ofKind(manifests, 'Secret')) as Manifest[];
    const first = secretsOf(await renderOn([], quickstart));
    expect(first.length).toBe(API_SERVICES.length + 5);
    const second = secretsOf(await renderOn(first, quickstart));
    expect(second).toEqual(first);
    // A key that a newer chart adds is generated; the others stay.
    const [one, ...rest] = first;
    const incomplete = { ...one, data: {} };
    const third = secretsOf(await renderOn([incomplete, ...rest], quickstart));
    expect(third.slice(1)).toEqual(rest);
    expect(Object.keys(third[0].data)).toEqual(Object.keys(one.data));
  });
});
