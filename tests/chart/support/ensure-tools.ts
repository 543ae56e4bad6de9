/**
 * Builds the programs of the chart's tests that are not here, from the Go module proxy: minutes once, then they are kept.
 * With `--where-possible` a machine without Go builds nothing, and the tests say that they are skipped.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { CHART_TOOLS, findTool, toolFolder } from './tools.ts';

const isOptional = process.argv[2] === '--where-possible';
const hasGo = spawnSync('go', ['version'], { stdio: 'ignore' }).status === 0;

for (const tool of isOptional && !hasGo ? [] : CHART_TOOLS) {
  if (findTool(tool) !== null) continue;
  const folder = toolFolder(tool);
  mkdirSync(folder, { recursive: true });
  console.error(`Building ${tool.name} ${tool.version} …`);
  const { status } = spawnSync(
    'go',
    ['install', '-trimpath', '-ldflags=-s -w', `${tool.package}@${tool.version}`],
    {
      cwd: homedir(),
      env: { ...process.env, GOBIN: folder, GOFLAGS: '-mod=mod', CGO_ENABLED: '0' },
      stdio: ['ignore', 2, 2],
    },
  );
  if (status !== 0) {
    console.error(`NO ${tool.name.toUpperCase()}: install it, or Go 1.26, which builds it.`);
    process.exit(1);
  }
}
