/**
 * Builds missing tools of the chart's tests from the Go module proxy: this takes minutes once, then they are kept.
 * With `--where-possible` a machine without Go builds nothing, and the tests are skipped with a warning.
 */
import { ensureTool, hasGo } from '#support/go-tools.ts';
import { CHART_TOOLS } from './tools.ts';

const isOptional = process.argv[2] === '--where-possible';

for (const tool of isOptional && !hasGo() ? [] : CHART_TOOLS) {
  if (ensureTool(tool)) continue;
  console.error(`NO ${tool.name.toUpperCase()}: install it, or Go 1.26, which builds it.`);
  process.exit(1);
}
