import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { writeInviteEnvironment } from './write-invite-environment.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** What the command writes to standard error. */
function invite(environment: Readonly<Record<string, string>>): Promise<string> {
  const args = ['run', '--silent', 'admin:invite', '-w', 'services/identity', '--'];
  const { DATABASE_URL: _1, TEAM_HOST: _2, ...inherited } = process.env;
  return new Promise((resolve) => {
    execFile(
      'npm',
      [...args, '--email', 'ada@staff.test', '--name', 'Ada'],
      { cwd: ROOT, env: { ...inherited, ...environment } },
      (_error, _stdout, stderr) => resolve(stderr),
    );
  });
}

test('U29: admin:invite reads the environment of the system whose DATA_DIR it gets', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-invite-'));
  try {
    // No server listens on port 1.
    await writeInviteEnvironment(dataDir, {
      databaseUrl: 'postgres://owner:x@127.0.0.1:1/none',
      teamHost: 'team.test',
    });
    expect(await invite({ DATA_DIR: dataDir })).toMatch(/ECONNREFUSED 127\.0\.0\.1:1/);
    expect(await invite({ DATA_DIR: join(dataDir, 'missing') })).toMatch(/DATABASE_URL/);
  } finally {
    await rm(dataDir, { recursive: true });
  }
}, 60_000);
