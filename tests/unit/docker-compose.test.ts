import { readFileSync } from 'node:fs';
import { API_SERVICES } from '@gatehouse/contract';
import { mailboxConfiguration } from '@gatehouse/mailbox';
import { parseConfiguration } from '@gatehouse/runtime';
import { describe, expect, jest, test } from '@jest/globals';
import { parse } from 'yaml';
import { retentionConfiguration } from '#packages/database/src/retention/configuration.ts';
import { webConfiguration } from '#services/web/server/configuration.ts';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { SERVICE_CONFIGURATIONS } from '#support/service-modules.ts';
import { IMAGES } from '../../deploy/images/images.ts';

/** What is read of a service of the file. */
interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly build?: { readonly target: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly deploy?: { readonly replicas: number };
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}

const read = (path: string) => readFileSync(new URL(path, REPOSITORY_ROOT), 'utf8');
const { services, networks } = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Readonly<Record<string, ComposeService>>;
  networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
};
const ours = Object.entries(services).filter(([, { build }]) => build !== undefined);
const CONFIGURATIONS: Readonly<Record<string, object>> = {
  ...SERVICE_CONFIGURATIONS,
  web: webConfiguration,
  mailbox: mailboxConfiguration,
  retention: retentionConfiguration,
};

describe('docker-compose.yml', () => {
  test('builds each image of ours from a target of the Dockerfile', () => {
    const targets = [...read('Dockerfile').matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);
    expect(ours.map(([name]) => name).toSorted()).toEqual(Object.keys(IMAGES).toSorted());
    for (const [, { build, image }] of ours) {
      expect(targets).toContain(build?.target);
      expect(image).toBe(`\${IMAGE_PREFIX:-gatehouse/}${build?.target}:\${IMAGE_TAG:-dev}`);
    }
  });

  test.each(Object.keys(CONFIGURATIONS))('sets what %s needs, and nothing that it does not know', (name) => {
    const set = Object.entries(services[name]?.environment ?? {});
    const configuration = CONFIGURATIONS[name] ?? {};
    expect(
      set.map(([variable]) => variable).filter((one) => !(one in configuration) && !one.startsWith('OTEL_')),
    ).toEqual([]);
    jest.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`ends with ${code}`);
    });
    // As Compose puts them in: `${PORT:-8080}` is 8080.
    const environment = Object.fromEntries(
      set.map(([variable, value]) => [variable, value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')]),
    );
    // The images themselves say PORT.
    expect(() => parseConfiguration({ PORT: '8080', ...environment }, configuration)).not.toThrow();
  });

  test.each([...API_SERVICES, 'web'])('runs two of %s, each with little power', (name) => {
    expect(services[name]).toMatchObject({
      deploy: { replicas: 2 },
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  test.each(['mailbox', 'ingress'])('runs one %s, with as little power', (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      networks: ['front'],
    });
  });

  test('runs the retention job with as little power, as its own role', () => {
    expect(services['retention']).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      networks: ['back'],
      command: ['retention'],
    });
    expect(services['retention']?.environment?.['DATABASE_URL']).toMatch(/^postgres:\/\/retention_service:/);
  });

  test('gives the web tier no database and no way to one', () => {
    expect(services['web']?.networks).toEqual(['front']);
    expect(
      Object.keys(services['web']?.environment ?? {}).filter((name) => /DATABASE|REDIS|PASSWORD/.test(name)),
    ).toEqual([]);
    for (const name of ['postgres', 'redis']) expect(services[name]?.networks).toEqual(['back']);
    expect(networks['back']?.internal).toBe(true);
  });

  test('publishes ports on the loopback only', () => {
    const ports = Object.values(services).flatMap(({ ports: published = [] }) => published);
    expect(ports.length).toBeGreaterThan(0);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });
});
