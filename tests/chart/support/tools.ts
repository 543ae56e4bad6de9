import { findTool, type GoTool } from '#support/go-tools.ts';

/** A tool of the chart's tests. */
interface ChartTool extends GoTool {
  readonly name: 'helm' | 'kubeconform' | 'helm-docs';
}

export const CHART_TOOLS: readonly ChartTool[] = [
  { name: 'helm', package: 'helm.sh/helm/v4/cmd/helm', version: 'v4.3.1' },
  { name: 'kubeconform', package: 'github.com/yannh/kubeconform/cmd/kubeconform', version: 'v0.8.0' },
  { name: 'helm-docs', package: 'github.com/norwoodj/helm-docs/cmd/helm-docs', version: 'v1.14.2' },
];

/** @throws {Error} if the tool is missing; `make chart-tools` builds it. */
export function requireTool(name: ChartTool['name']): string {
  const tool = CHART_TOOLS.find((candidate) => candidate.name === name);
  const path = tool === undefined ? null : findTool(tool);
  if (path === null) throw new Error(`${name} is missing; make chart-tools builds it`);
  return path;
}

/** The names of the missing tools. */
export function missingTools(): readonly string[] {
  return CHART_TOOLS.filter((tool) => findTool(tool) === null).map(({ name }) => name);
}
