import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { describeChart } from './support/describe-chart.ts';
import { INSTALLATIONS } from './support/installations.ts';
import { complete, helm, MINIMAL, render, template } from './support/render.ts';
import { requireTool } from './support/tools.ts';

const SCHEMAS = fileURLToPath(new URL('./schemas/{{.ResourceKind}}{{.KindSuffix}}.json', import.meta.url));

function kubeconform(manifests: string) {
  const { stdout, stderr, status } = spawnSync(
    requireTool('kubeconform'),
    ['-strict', '-summary', '-output', 'json', '-schema-location', SCHEMAS],
    { encoding: 'utf8', input: manifests },
  );
  return { status, answer: stdout === '' ? stderr : JSON.parse(stdout) };
}

const installations = Object.entries(INSTALLATIONS);

describeChart('every installation', () => {
  test.each(installations)('%s: each object fits the schema of its kind, strictly', (_name, values) => {
    const manifests = render(values);
    expect(manifests.length).toBeGreaterThan(10);
    const { status, answer } = kubeconform(manifests.map((manifest) => stringify(manifest)).join('---\n'));
    expect(answer.resources ?? answer).toEqual([]);
    expect(answer.summary).toEqual({ valid: manifests.length, invalid: 0, errors: 0, skipped: 0 });
    expect(status).toBe(0);
  });

  test('the schemas reject what a cluster would reject', () => {
    const [deployment] = render().filter(({ kind }) => kind === 'Deployment');
    const misspelt = { ...deployment, spec: { ...deployment.spec, replica: 2 } };
    expect(kubeconform(stringify(misspelt)).answer.summary).toMatchObject({ invalid: 1 });
    const unknown = { ...deployment, apiVersion: 'apps/v1beta1' };
    expect(kubeconform(stringify(unknown)).answer.summary).toMatchObject({ errors: 1 });
  });

  test.each(installations)('%s: helm lint --strict reports nothing', (_name, values) => {
    const file = `${fileURLToPath(new URL('node_modules/.cache', REPOSITORY_ROOT))}-lint-${process.pid}.json`;
    writeFileSync(file, JSON.stringify(complete(values)));
    const { status, stdout, stderr } = helm(['lint', '--strict', '.', '--values', file]);
    expect(`${stdout}${stderr}`).not.toMatch(/\[(WARNING|ERROR)\]/);
    expect(status).toBe(0);
  });

  test.each(installations)(
    '%s: every object is in the namespace, labelled, and named within 63 letters',
    (_name, values) => {
      for (const { kind, metadata } of render(values)) {
        expect(metadata).toMatchObject({
          namespace: 'market',
          labels: {
            'app.kubernetes.io/name': 'gatehouse',
            'app.kubernetes.io/instance': 'gate',
            'app.kubernetes.io/component': expect.any(String),
            'app.kubernetes.io/managed-by': 'Helm',
          },
        });
        expect(`${kind} ${metadata.name}`).toMatch(/ [a-z][a-z0-9-]{1,61}[a-z0-9]$/);
      }
    },
  );

  test.each(installations)('%s: no two objects have the same name', (_name, values) => {
    const names = render(values).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names).toEqual([...new Set(names)]);
  });

  test('a release with a very long name still has valid names', () => {
    const manifests = render({ fullnameOverride: 'a'.repeat(53) });
    for (const { metadata } of manifests) expect(metadata.name.length).toBeLessThanOrEqual(63);
  });

  test('a release with the chart’s name does not repeat it', () => {
    const { stdout } = helm(['template', 'gatehouse', '.', '--values', '-'], MINIMAL);
    expect(stdout).toContain('name: gatehouse-identity\n');
    expect(stdout).not.toContain('gatehouse-gatehouse');
  });

  test('a Kubernetes too old for the kubelet’s sleep action is rejected', () => {
    const { status, stderr } = template({}, ['--kube-version', '1.29.0']);
    expect(status).not.toBe(0);
    expect(stderr).toContain('incompatible');
  });

  test('the same values render the same objects, so that an upgrade without a change changes nothing', () => {
    for (const [, values] of installations) {
      // Generates its Secrets where Helm sees no cluster: seen-cluster.test.ts.
      if (values['quickstart'] === true) continue;
      const [upgraded, installed] = [template(values, ['--is-upgrade']), template(values)].map(({ stdout }) =>
        // Of the migrations, a hook: jobs-and-secrets.test.ts.
        stdout.replaceAll(/^ +optional: true\n| +# The upgrade that enables .*\n/gm, ''),
      );
      expect(upgraded).toBe(installed);
    }
  });
});
