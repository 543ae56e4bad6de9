import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A program that the chart's tests run, as a Go module. */
export interface ChartTool {
  readonly name: 'helm' | 'kubeconform' | 'helm-docs';
  readonly package: string;
  readonly version: string;
}

export const CHART_TOOLS: readonly ChartTool[] = [
  { name: 'helm', package: 'helm.sh/helm/v4/cmd/helm', version: 'v4.3.1' },
  { name: 'kubeconform', package: 'github.com/yannh/kubeconform/cmd/kubeconform', version: 'v0.8.0' },
  { name: 'helm-docs', package: 'github.com/norwoodj/helm-docs/cmd/helm-docs', version: 'v1.14.2' },
];

/** Where a built tool is kept, for every clone of the repository. */
export function toolFolder({ name, version }: ChartTool): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return join(cache, 'gatehouse', 'chart-tools', `${name}-${version}`);
}

/** The program: the one that `HELM`, `KUBECONFORM` or `HELM_DOCS` names, the built one, or the one in the PATH. */
export function findTool(tool: ChartTool): string | null {
  const named = process.env[tool.name.toUpperCase().replace('-', '_')];
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = [
    ...(named === undefined || named === '' ? [] : [named]),
    join(toolFolder(tool), tool.name),
    ...folders.map((folder) => join(folder, tool.name)),
  ];
  return candidates.find((path) => existsSync(path)) ?? null;
}

/** @throws {Error} when the program is not here; `make chart-tools` gets it. */
export function requireTool(name: ChartTool['name']): string {
  const tool = CHART_TOOLS.find((candidate) => candidate.name === name);
  const path = tool === undefined ? null : findTool(tool);
  if (path === null) throw new Error(`${name} is not here; make chart-tools builds it`);
  return path;
}

/** The names of the programs that are not here. */
export function missingTools(): readonly string[] {
  return CHART_TOOLS.filter((tool) => findTool(tool) === null).map(({ name }) => name);
}
