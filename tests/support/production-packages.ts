import { readFileSync } from 'node:fs';
import { IMAGES } from '../../deploy/images/images.ts';
import { REPOSITORY_ROOT } from './repository-root.ts';

/** An entry of package-lock.json. */
export interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** package-lock.json, by path. */
export function lockedPackages(): Readonly<Record<string, LockedPackage>> {
  return JSON.parse(readFileSync(new URL('package-lock.json', REPOSITORY_ROOT), 'utf8')).packages;
}

/** Name, version and licence of every package of others that an image holds, by the lock file; sorted. */
export function shippedPackages(): readonly { name: string; version: string; license: string }[] {
  const packages = lockedPackages();
  const found = new Set<string>();
  const follow = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const at = resolve(packages, path, name);
      if (at !== null) follow(at);
    }
  };
  for (const workspace of Object.values(IMAGES)) follow(workspace);
  return [...found]
    .filter((path) => path.startsWith('node_modules/') || path.includes('/node_modules/'))
    .map((path) => {
      const { version = '', license = '' } = packages[path] ?? {};
      return {
        name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
        version,
        license,
      };
    })
    .filter(({ name }) => !name.startsWith('@gatehouse/'))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

/** Where Node finds a package from a folder: nested, or in a folder above. Null: an optional one that is not installed. */
function resolve(
  packages: Readonly<Record<string, LockedPackage>>,
  from: string,
  name: string,
): string | null {
  let folder = from;
  for (;;) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const entry = packages[path];
    if (entry !== undefined) return entry.link === true ? (entry.resolved ?? null) : path;
    if (folder === '') return null;
    folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '';
  }
}
