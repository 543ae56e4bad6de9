/**
 * `pack-packages.ts FOLDER`: writes the packages that other teams import as tarballs, `gatehouse-contract-0.1.0.tgz` and so on.
 * In this repository packages are TypeScript sources. Node strips no types below `node_modules`, so published packages
 * contain JavaScript and declarations.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The packages for API clients: the contract, and the pure access decision. */
export const PUBLISHED = ['contract', 'access'] as const;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/**
 * Packs every published package.
 * @returns the paths of the tarballs.
 * @throws {Error} if a package does not compile or cannot be packed.
 */
export function packPackages(target: string): string[] {
  mkdirSync(target, { recursive: true });
  return PUBLISHED.map((name) => packOne(name, target));
}

function packOne(name: (typeof PUBLISHED)[number], target: string): string {
  const source = join(ROOT, 'packages', name);
  const folder = mkdtempSync(join(tmpdir(), `gatehouse-${name}-`));
  try {
    compile(source, folder);
    const generated = join(source, 'generated');
    if (existsSync(generated)) cpSync(generated, join(folder, 'generated'), { recursive: true });
    cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
    cpSync(join(source, 'README.md'), join(folder, 'README.md'));
    const manifest = publishedManifest(JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')));
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    const packed = run('npm', ['pack', '--json', '--pack-destination', target], folder);
    return join(target, packedFile(packed));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** npm prints a list of packages, or since 11.19 an object keyed by name. */
function packedFile(output: string): string {
  const [file] = Object.values(JSON.parse(output) as Record<string, { filename: string }>);
  if (file === undefined) throw new Error('npm reported no packed file');
  return file.filename;
}

function compile(source: string, folder: string): void {
  const configuration = join(ROOT, `node_modules/.cache/pack-${process.pid}.json`);
  mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
  writeFileSync(
    configuration,
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        rewriteRelativeImportExtensions: true,
        rootDir: source,
        outDir: folder,
        typeRoots: [join(ROOT, 'node_modules/@types')],
      },
      include: [join(source, 'src')],
      exclude: [join(source, 'src/**/*.test.ts')],
    }),
  );
  try {
    run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', configuration], ROOT);
  } finally {
    rmSync(configuration, { force: true });
  }
}

/**
 * The published manifest: the compiled files, and Gatehouse's packages at exactly this version. npm's provenance names the repository
 * that `REPOSITORY_URL` does.
 */
function publishedManifest({
  private: _private,
  scripts: _scripts,
  devDependencies: _dev,
  ...manifest
}: Manifest): object {
  const compiled = (path: string) => path.replace(/\.ts$/, '.js');
  const url = process.env['REPOSITORY_URL'] ?? '';
  return {
    ...manifest,
    ...(url === '' ? {} : { repository: { type: 'git', url: `git+${url}.git` } }),
    files: ['src', 'generated'],
    exports: Object.fromEntries(
      Object.entries(manifest.exports).map(([name, path]) => [
        name,
        { types: path.replace(/\.ts$/, '.d.ts'), default: compiled(path) },
      ]),
    ),
    dependencies: Object.fromEntries(
      Object.entries(manifest.dependencies ?? {}).map(([name, range]) => [
        name,
        name.startsWith('@gatehouse/') ? manifest.version : range,
      ]),
    ),
  };
}

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

if (import.meta.main) {
  const target = process.argv[2];
  if (target === undefined) throw new Error('usage: pack-packages.ts FOLDER');
  for (const path of packPackages(resolve(target))) process.stdout.write(`${path}\n`);
}
