/** `npm run new:service NAME`: adds an API service with a first endpoint, and writes all generated files again. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { addService } from './new-service.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const name = process.argv[2];

if (name === undefined) end('usage: npm run new:service NAME');
try {
  addService(root, name);
} catch (error) {
  end(error instanceof Error ? error.message : String(error));
}
run('npm', ['run', '--silent', 'generate']);
run('npm', ['run', '--silent', 'format']);
// Without helm-docs: `make chart-readme`, where Go is.
run('node', ['tests/chart/support/write-readme.ts', '--where-possible']);
process.stdout.write(`services/${name} has its first endpoint, GET /api/${name}/overviews/current. Next:
  git status           shows what was added
  make test            tests the whole system with it (make installs the workspace first)
  CONTRIBUTING.md      "Adding an endpoint"; the service's tables get a migration of their own
`);

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0)
    end(`${command} ${args.join(' ')} failed${error === undefined ? '' : `: ${error.message}`}`);
}

function end(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
