import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';

const ROOT = fileURLToPath(REPOSITORY_ROOT);
const documents = globSync('{*.md,{docs,packages,deploy}/**/*.md}', {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
});

describe('the documents', () => {
  test.each(documents)('every link of %s leads to a file', (path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)\s]+?)(?:#[^)]*)?\)/g)].map(
      ([, target = '']) => target,
    );
    expect(targets.filter((target) => !existsSync(join(ROOT, dirname(path), target)))).toEqual([]);
  });
});

describe('the decisions', () => {
  const decisions = documents.filter((path) => /^docs\/decisions\/\d{4}-/.test(path));

  test.each(decisions)('%s has a title, a date, context, decision and consequences', (path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    expect(text).toMatch(/^# [^\n]+\n\n20\d\d-\d\d-\d\d\n\n/);
    for (const part of ['Context', 'Decision', 'Consequences']) expect(text).toContain(`\n**${part}.**`);
  });

  test('have numbers of their own', () => {
    const numbers = decisions.map((path) => path.slice('docs/decisions/'.length).slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

describe('docs/operations.md', () => {
  const operations = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  const section = (heading: string) =>
    operations.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`)) ?? '';
  const TEST = /[\w-]+\.test\.ts/;

  test('names only tests that exist', () => {
    const tests = new Set(
      globSync('{tests,packages,services}/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] }).map(
        (path) => path.split('/').at(-1),
      ),
    );
    const named = [...operations.matchAll(new RegExp(TEST, 'g'))].map(([name]) => name);
    expect(named.filter((name) => !tests.has(name))).toEqual([]);
  });

  test.each([
    'Install',
    'Staff accounts',
    'The load balancer',
    'Upgrade without downtime',
    'Scale',
    'The store of documents',
    'Back up and restore',
    'Retention',
    'Rotate secrets',
    'Uninstall',
  ])('the procedure "%s" names its test', (heading) => {
    expect(section(heading)).toMatch(TEST);
  });

  test('each step of an installation and each rotation names its test, or says why it has none', () => {
    const steps = section('Install').match(/^\d\. [\s\S]*?(?=^\d\. |\n\n)/gm) ?? [];
    const rotations = section('Rotate secrets')
      .split('\n')
      .filter((line) => /^\| (?!secret|-)/.test(line));
    expect(steps.length).toBeGreaterThan(4);
    expect(rotations.length).toBeGreaterThan(8);
    expect([...steps, ...rotations].filter((text) => !TEST.test(text) && !/\| none: \S/.test(text))).toEqual(
      [],
    );
  });
});
