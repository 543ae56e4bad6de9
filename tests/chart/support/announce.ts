import { missingTools } from './tools.ts';

/** Once per run, before the chart's tests: prints a warning if they are skipped. */
export default function announce(): void {
  const missing = missingTools();
  if (missing.length === 0) return;
  console.error(
    `\n*** THE CHART'S TESTS ARE SKIPPED: ${missing.join(', ')} not on this machine; \`make chart-tools\` builds them (needs Go). ***\n`,
  );
}
