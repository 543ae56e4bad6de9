/** Writes the chart's README from README.md.gotmpl and values.yaml. With `--where-possible` it may be left for later. */
import { execFileSync } from 'node:child_process';
import { CHART } from './render.ts';
import { missingTools, requireTool } from './tools.ts';

const isOptional = process.argv[2] === '--where-possible';

if (isOptional && missingTools().includes('helm-docs'))
  console.error('The README of the chart is out of date: `make chart-readme` writes it (needs Go).');
else execFileSync(requireTool('helm-docs'), ['--chart-search-root', CHART], { cwd: CHART, stdio: 'inherit' });
