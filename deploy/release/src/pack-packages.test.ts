import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PUBLISHED, packPackages } from './pack-packages.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-packed-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (command: string, args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
};

describe('the published packages', () => {
  test('decide outside of this repository as they do in it', () => {
    process.env['REPOSITORY_URL'] = 'https://git.example.com/team/gatehouse';
    const tarballs = packPackages(folder);
    expect(tarballs).toHaveLength(PUBLISHED.length);
    for (const [index, name] of PUBLISHED.entries()) {
      const target = join(folder, 'node_modules/@gatehouse', name);
      mkdirSync(target, { recursive: true });
      const unpacking = ['xzf', tarballs[index] as string, '-C', target, '--strip-components=1'];
      expect(run('tar', unpacking)).toMatchObject({ status: 0 });
    }
    symlinkSync(join(ROOT, 'node_modules/@bufbuild'), join(folder, 'node_modules/@bufbuild'));
    const program = `
      import { decide } from '@gatehouse/access';
      import { contracts, describeEndpoints } from '@gatehouse/contract';
      const [endpoint] = describeEndpoints(contracts.employer).filter(({ rule }) => rule.kind === 'employer');
      console.log(JSON.stringify(decide(endpoint.rule, { user: null, admin: null })));`;
    const { stdout, stderr } = run(process.execPath, ['--input-type=module', '--eval', program]);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({ allowed: false, code: 'session_required' });
  });

  test('have all their entry points, with declarations, and a text for their page', () => {
    for (const name of PUBLISHED) {
      const installed = join(folder, 'node_modules/@gatehouse', name);
      const { exports, repository } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
      const entries = Object.keys(exports);
      expect(entries).toContain('.');
      expect(repository).toEqual({ type: 'git', url: 'git+https://git.example.com/team/gatehouse.git' });
      expect(existsSync(join(installed, 'README.md'))).toBe(true);
      for (const entry of entries) expect(existsSync(join(installed, exports[entry].types))).toBe(true);
      const imports = entries.map((entry) => `await import('${join('@gatehouse', name, entry)}');`);
      expect(run(process.execPath, ['--input-type=module', '--eval', imports.join('\n')])).toEqual({
        status: 0,
        stdout: '',
        stderr: '',
      });
    }
  });
});
