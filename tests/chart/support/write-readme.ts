/** Writes the chart's README from README.md.gotmpl and values.yaml. */
import { execFileSync } from 'node:child_process';
import { CHART } from './render.ts';
import { requireTool } from './tools.ts';

execFileSync(requireTool('helm-docs'), ['--chart-search-root', CHART], { cwd: CHART, stdio: 'inherit' });
