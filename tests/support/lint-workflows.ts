/**
 * Lints .github/workflows with actionlint, which Go builds once. `lint-workflows.ts [--where-possible]`: with the option, a machine
 * that has neither, or cannot build it, only prints that they are not linted; a runner of GitHub fails.
 */
import { spawnSync } from 'node:child_process';
import { ensureTool, findTool, type GoTool, hasGo } from './go-tools.ts';
import { readWherePossible } from './where-possible.ts';

const ACTIONLINT: GoTool = {
  name: 'actionlint',
  package: 'github.com/rhysd/actionlint/cmd/actionlint',
  version: 'v1.7.12',
};

if (findTool(ACTIONLINT) === null && !(hasGo() && ensureTool(ACTIONLINT))) {
  console.error(
    '*** THE WORKFLOWS ARE NOT LINTED: neither actionlint nor Go, which builds it, is on this machine. ***',
  );
  process.exitCode = readWherePossible(process.argv.slice(2)).isOptional ? 0 : 1;
} else {
  const { status } = spawnSync(findTool(ACTIONLINT) as string, ['-color'], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
