import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_SERVICES } from '@gatehouse/contract';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { describeChart } from './support/describe-chart.ts';
import { INSTALLATIONS } from './support/installations.ts';
import { CHART, complete, helm, render, requireObject } from './support/render.ts';
import { requireTool } from './support/tools.ts';

/** The notes that helm prints after an installation. */
function notesOf(values: object): string {
  const { stdout, stderr, status } = helm(
    ['install', 'gate', '.', '--namespace', 'market', '--dry-run=client', '--values', '-'],
    complete({ ...values }),
  );
  if (status !== 0) throw new Error(stderr);
  return stdout.slice(stdout.indexOf('NOTES:'));
}

describeChart('the texts of the chart', () => {
  test('README.md is what helm-docs generates from the values: `make chart-readme`', () => {
    const { stdout, status } = spawnSync(
      requireTool('helm-docs'),
      ['--chart-search-root', CHART, '--dry-run'],
      {
        encoding: 'utf8',
        cwd: CHART,
      },
    );
    expect(status).toBe(0);
    expect(readFileSync(join(CHART, 'README.md'), 'utf8').trim()).toBe(stdout.trim());
  });

  test('its example lets ingress-nginx accept a CV of 5 MB', () => {
    const [, example = ''] =
      /```yaml\n(# values\.yaml\n[\s\S]*?)```/.exec(readFileSync(join(CHART, 'README.md'), 'utf8')) ?? [];
    const { spec, metadata } = requireObject(render(parse(example)), 'Ingress', 'gate-gatehouse-public');
    expect(spec.ingressClassName).toBe('nginx');
    expect(metadata.annotations).toEqual({ 'nginx.ingress.kubernetes.io/proxy-body-size': '6m' });
  });

  test('every value has a description', () => {
    expect(readFileSync(join(CHART, 'README.md'), 'utf8')).not.toMatch(
      /^\| [^|]+ \| [^|]+ \| [^|]* \| +\|$/m,
    );
  });

  test('the notes name the missing route, the Secrets to create, and the first admin’s command', () => {
    const notes = notesOf({});
    expect(notes).toContain('NO ROUTE LEADS HERE YET');
    for (const part of ['owner', ...API_SERVICES])
      expect(notes).toContain(`gate-gatehouse-database-${part} (password)`);
    expect(notes).toContain('firstAdmin.enabled=true');
    expect(notes).toContain('helm test gate -n market');
    expect(notes).toContain('No mail is sent');
    expect(notes).toContain('help@gatehouse.invalid, which does not exist: set contactEmail');
  });

  test('the notes of a quick try have one command, the addresses and the accounts', () => {
    const notes = notesOf({ quickstart: true });
    expect(notes).toContain('NOT FOR PRODUCTION');
    expect(notes.match(/^ {2}kubectl .*$/gm)).toEqual([
      '  kubectl -n market port-forward service/gate-gatehouse-front-door 8443:8443',
    ]);
    for (const words of [
      'https://localhost:8443',
      'https://team.localhost:8443',
      '/_dev/mail',
      'talent@demo.test',
    ])
      expect(notes).toContain(words);
    // What an operator does in production is no step here.
    expect(notes).not.toMatch(/NO ROUTE|does not create|firstAdmin/);
  });

  test('K10: the notes recommend an upgrade that takes the new values of a newer chart', () => {
    expect(notesOf({})).toContain('--reset-then-reuse-values');
    expect(notesOf({})).not.toMatch(/--reuse-values/);
  });

  test('the notes of a complete installation name no open step', () => {
    const notes = notesOf({
      ...INSTALLATIONS['with External Secrets'],
      ingress: { enabled: true },
      firstAdmin: { enabled: true, email: 'ada@example.com', name: 'Ada' },
    });
    expect(notes).not.toMatch(/NO ROUTE LEADS|does not create|No mail/);
    // The log is empty until the Job has ended.
    expect(notes).toMatch(
      /wait --for=condition=Complete (job\/gate-gatehouse-first-admin\S*) .*\n.* logs \1\n/,
    );
  });
});
