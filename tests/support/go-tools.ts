import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A program that tests or linting run, as a Go module. */
export interface GoTool {
  readonly name: string;
  readonly package: string;
  readonly version: string;
}

/** Where a built tool is kept, for every clone of the repository. */
function toolFolder({ name, version }: GoTool): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return join(cache, 'gatehouse', 'go-tools', `${name}-${version}`);
}

/** The program: the one that a variable names (`HELM`, `HELM_DOCS` …), the built one, or the one in the PATH. */
export function findTool(tool: GoTool): string | null {
  const named = process.env[tool.name.toUpperCase().replace('-', '_')];
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = [
    ...(named === undefined || named === '' ? [] : [named]),
    join(toolFolder(tool), tool.name),
    ...folders.map((folder) => join(folder, tool.name)),
  ];
  return candidates.find((path) => existsSync(path)) ?? null;
}

/** Whether Go can build tools on this machine. */
export function hasGo(): boolean {
  return spawnSync('go', ['version'], { stdio: 'ignore' }).status === 0;
}

/** Builds a tool from the Go module proxy where it is missing; minutes once. Returns whether the tool is there. */
export function ensureTool(tool: GoTool): boolean {
  if (findTool(tool) !== null) return true;
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
  return status === 0;
}
