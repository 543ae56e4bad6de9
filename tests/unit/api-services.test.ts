import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { API_SERVICES } from '@gatehouse/contract';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { missingRegistrations } from '#generators/new-service/registrations.ts';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { IMAGES } from '../../deploy/images/images.ts';

const read = (path: string) => readFileSync(new URL(path, REPOSITORY_ROOT), 'utf8');
const CHART = 'deploy/helm/gatehouse';
const PER_POD = 22;

describe('the list of the API services', () => {
  test('has a folder for each, beside the web tier', () => {
    const folders = globSync('services/*', { cwd: fileURLToPath(REPOSITORY_ROOT) });
    expect(folders.toSorted()).toEqual([...API_SERVICES, 'web'].map((name) => `services/${name}`).toSorted());
  });

  test('is complete in every file that cannot read it', () => {
    expect(missingRegistrations(API_SERVICES, read)).toEqual([]);
  });

  test('a line that is missing is named with its file', () => {
    const missing = missingRegistrations(['talent'], (file) =>
      file === 'docker-compose.yml'
        ? read(file).replace('  TALENT_URL: http://talent:8080\n', '')
        : read(file),
    );
    expect(missing).toEqual([
      'docker-compose.yml: its address for the web tier is missing for talent. Add:\n  TALENT_URL: http://talent:8080\n',
    ]);
  });

  test('is the same as that of the images, with the other parts', () => {
    const targets = [...read('Dockerfile').matchAll(/^FROM (?:server|service|part) AS (\S+)$/gm)].map(
      ([, name = '']) => name,
    );
    const bases = ['server', 'service'];
    expect(targets.filter((name) => !bases.includes(name)).toSorted()).toEqual(
      Object.keys(IMAGES).toSorted(),
    );
  });

  test('has connections enough in the PostgreSQL of the chart, at its maximum of pods', () => {
    const { cluster, defaults } = parse(read(`${CHART}/values.yaml`));
    const needed = API_SERVICES.length * defaults.autoscaling.maxReplicas * PER_POD;
    expect(Number(cluster.parameters.max_connections)).toBeGreaterThanOrEqual(needed);
  });

  test.each(['services', 'database.passwordSecrets', 'externalSecrets.remoteRefs'])(
    'has no service too many in %s of the chart',
    (path) => {
      const values = path.split('.').reduce((found, key) => found[key], parse(read(`${CHART}/values.yaml`)));
      const others = ['web', 'owner', 'retention', 'secondFactors', 'redis', 'smtp'];
      const services = Object.keys(values).filter((key) => !others.includes(key) && !/^documents/.test(key));
      expect(services.toSorted()).toEqual(API_SERVICES.toSorted());
    },
  );
});
