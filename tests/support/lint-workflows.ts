/** Lints .github/workflows with actionlint, which Go builds once; without Go and actionlint it only prints that they are not linted. */
import { spawnSync } from 'node:child_process';
import { ensureTool, findTool, type GoTool, hasGo } from './go-tools.ts';

const ACTIONLINT: GoTool = {
  name: 'actionlint',
  package: 'github.com/rhysd/actionlint/cmd/actionlint',
  version: 'v1.7.12',
};

if (findTool(ACTIONLINT) === null && !(hasGo() && ensureTool(ACTIONLINT))) {
  console.error(
    '*** THE WORKFLOWS ARE NOT LINTED: neither actionlint nor Go, which builds it, is on this machine. ***',
  );
} else {
  const { status } = spawnSync(findTool(ACTIONLINT) as string, ['-color'], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
