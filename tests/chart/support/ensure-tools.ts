/**
 * Builds the programs of the chart's tests that are missing, from the Go module proxy: minutes once, then they are kept.
 * With `--where-possible` a machine without Go builds nothing, and the tests say that they are skipped.
 */
import { ensureTool, hasGo } from '#support/go-tools.ts';
import { CHART_TOOLS } from './tools.ts';

const isOptional = process.argv[2] === '--where-possible';

for (const tool of isOptional && !hasGo() ? [] : CHART_TOOLS) {
  if (ensureTool(tool)) continue;
  console.error(`NO ${tool.name.toUpperCase()}: install it, or Go 1.26, which builds it.`);
  process.exit(1);
}
