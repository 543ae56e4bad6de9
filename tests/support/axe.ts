/// <reference lib="dom" />
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The library's own place in a page. */
type WithAxe = typeof globalThis & { axe?: typeof axe };

/**
 * What axe-core finds against the WCAG 2.2 rules up to AA and its best practices, one line each: the rule, what it says and
 * where. It is evaluated by the debugger, so that the page keeps its Content-Security-Policy. It looks at the page at rest: what
 * fades in or out has no contrast of its own.
 * @param rules the ids of the only rules to look for.
 */
export async function axeViolations(
  page: Page,
  { rules }: { rules?: readonly string[] } = {},
): Promise<readonly string[]> {
  await page.evaluate(restOfAnimations);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const only = rules === undefined ? {} : { runOnly: [...rules] };
  const violations = await page.evaluate(async (only) => {
    const loaded = (globalThis as WithAxe).axe;
    if (loaded === undefined) throw new Error('axe-core is not in the page');
    const results = await loaded.run(document, { ...only, resultTypes: ['violations'] });
    return results.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary ?? ''})`),
    }));
  }, only);
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 4).join('; ')}`);
}

/** Waits until no animation or transition that has an end runs any more, those that start meanwhile included. */
async function restOfAnimations(): Promise<void> {
  for (;;) {
    await new Promise((painted) => requestAnimationFrame(painted));
    const running = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      );
    if (running.length === 0) return;
    await Promise.allSettled(running.map(({ finished }) => finished));
  }
}
