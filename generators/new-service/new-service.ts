import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { API_SERVICES } from '../../packages/contract/src/api-services.ts';
import { REGISTRATIONS } from './registrations.ts';
import { isTaken } from './taken-names.ts';
import { filesOf } from './templates.ts';

/** Connections of one API service at the chart's maximum of pods, rounded up. */
const CONNECTIONS_PER_SERVICE = 200;

/**
 * Adds an API service to a tree: its own files, and its lines in the files that list the services. Generated files follow by
 * `npm run generate` and `make chart-readme`.
 * @returns the written files.
 * @throws {Error} for a name that does not fit or is taken; nothing is written then.
 */
export function addService(root: string, name: string): readonly string[] {
  if (!/^[a-z]{2,20}$/.test(name))
    throw new Error(`${name} is no name of a service: use 2 to 20 lower-case letters`);
  if (isTaken(root, name)) throw new Error(`${name} is taken`);
  const last = API_SERVICES.at(-1) ?? '';
  const changed = new Map<string, string>(
    Object.entries(filesOf({ name, version: versionOf(root), migration: nextMigration(root) })),
  );
  const current = (file: string) => changed.get(file) ?? readFileSync(join(root, file), 'utf8');
  for (const { file, what, pattern, lines } of REGISTRATIONS) {
    const content = current(file);
    if (!pattern(last).test(content)) throw new Error(`${file}: ${what} is missing for ${last}`);
    changed.set(
      file,
      content.replace(pattern(last), (found) => found + lines(name)),
    );
  }
  const values = 'deploy/helm/gatehouse/values.yaml';
  changed.set(values, withMoreConnections(current(values)));
  changed.set('package-lock.json', withWorkspace(current('package-lock.json'), name, changed));
  for (const [path, content] of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return [...changed.keys()];
}

function versionOf(root: string): string {
  return JSON.parse(readFileSync(join(root, 'deploy/release/package.json'), 'utf8')).version;
}

function nextMigration(root: string): string {
  const numbers = globSync('*.sql', { cwd: join(root, 'packages/database/migrations') }).map((file) =>
    Number(file.slice(0, 4)),
  );
  return String(Math.max(...numbers) + 1).padStart(4, '0');
}

/** The chart's PostgreSQL with room for another service. */
function withMoreConnections(values: string): string {
  return values.replace(
    /(max_connections: ")(\d+)(")/,
    (_, before: string, number: string, after: string) =>
      `${before}${Number(number) + CONNECTIONS_PER_SERVICE}${after}`,
  );
}

/** The lock file as npm writes it with another workspace, which has no packages of its own. */
function withWorkspace(lockFile: string, name: string, files: ReadonlyMap<string, string>): string {
  const lock = JSON.parse(lockFile);
  const {
    private: _private,
    type: _type,
    scripts: _scripts,
    ...manifest
  } = JSON.parse(files.get(`services/${name}/package.json`) ?? '{}');
  const packages = {
    ...lock.packages,
    [`node_modules/@gatehouse/${name}`]: { resolved: `services/${name}`, link: true },
    [`services/${name}`]: manifest,
  };
  const sorted = Object.entries(packages).sort(([left], [right]) => left.localeCompare(right, 'en'));
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`;
}
