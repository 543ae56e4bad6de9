import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL_WORDS } from './sql-words.ts';

/** Names that paths, components and Secrets of the chart, and messages of the contract have already. */
const TAKEN = [
  ...['public', 'identities', 'api', 'test', 'network', 'monitoring', 'secrets', 'smtp', 'documents'],
  ...['default', 'defaults', 'owner', 'database'],
  // CloudNativePG's own Secrets, beside which the Secret of the service's role would be.
  ...['app', 'ca', 'replication', 'superuser'],
  // `AdminOverview` and `CompanyOverview`, named as a new service's first message.
  ...['admin', 'company'],
];

/** Where the names of other parts are written. */
const LISTS: readonly { readonly files: string; readonly pattern: RegExp }[] = [
  // Workspaces: two of one name end npm.
  { files: 'package-lock.json', pattern: /"node_modules\/@gatehouse\/([^"/]+)"/g },
  { files: 'Dockerfile', pattern: /^FROM \S+ AS (\S+)$/gm },
  { files: 'docker-compose.yml', pattern: /^ {2}([a-z-]+):/gm },
  { files: 'packages/database/migrations/*.sql', pattern: /^create schema (?:if not exists )?(\w+)/gm },
];

/** Whether another part of the tree has the name, or SQL has it as a word: no service can have it. */
export function isTaken(root: string, name: string): boolean {
  const ofParts = LISTS.flatMap(({ files, pattern }) =>
    globSync(files, { cwd: root }).flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, found]) => found),
    ),
  );
  const paths = [`proto/gatehouse/${name}`, `tests/contract/resources/${name}.test.ts`];
  return (
    [...TAKEN, ...SQL_WORDS, ...ofParts].includes(name) || paths.some((path) => existsSync(join(root, path)))
  );
}
