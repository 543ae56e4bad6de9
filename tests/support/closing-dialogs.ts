/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/**
 * Keeps each dialog of a page in its closing animation until `finish`, and records what the dialogs show.
 * @returns `texts` are all texts of a dialog since the call, each once, in their order.
 */
export async function holdClosingDialogs(page: Page): Promise<{
  readonly isClosing: () => Promise<void>;
  readonly finish: () => Promise<void>;
  readonly texts: () => Promise<readonly string[]>;
}> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const recorded = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet();
    // An animation: a dialog that has not opened fully yet has no transition back.
    sheet.replaceSync(
      '@keyframes hold { to { opacity: 1 } } .dialog[data-ending-style] { animation: hold 3600s !important; }',
    );
    document.adoptedStyleSheets.push(sheet);
    const texts = new Set<string>();
    new MutationObserver(() => {
      const text = document.querySelector('.dialog')?.textContent;
      if (text != null) texts.add(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return texts;
  });
  return {
    isClosing: () => page.locator('.dialog[data-ending-style]').waitFor(),
    finish: async () => {
      await page.evaluate(() => {
        for (const animation of document.querySelector('.dialog')?.getAnimations() ?? []) animation.finish();
      });
      await page.locator('.dialog').waitFor({ state: 'detached' });
    },
    texts: () => recorded.evaluate((texts) => [...texts]),
  };
}
