/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** The slowest answer to a click that people take for instant. */
const INSTANT_MILLIS = 100;

/** A busy machine may be slow once; what is slow each time is slow. */
const TRIES = 4;

/**
 * Clicks every link and button of the page, and waits for a visible change of each. The page's requests should be held:
 * nothing may depend on an answer.
 * @returns what did not answer in time, one line each.
 */
export function slowControls(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    async ({ instantMillis, tries }) => {
      const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true });

      /** Milliseconds until the page changes after a click; null: the browser itself acts on the click. */
      function answerTime(control: HTMLElement): Promise<number | null> {
        return new Promise((resolve) => {
          const start = performance.now();
          const observer = new MutationObserver(() => finish(performance.now() - start));
          const timer = setTimeout(() => finish(Number.POSITIVE_INFINITY), 1000);
          function finish(millis: number | null): void {
            observer.disconnect();
            clearTimeout(timer);
            resolve(millis);
          }
          observer.observe(document, {
            subtree: true,
            childList: true,
            attributes: true,
            characterData: true,
          });
          const onClick = (event: Event) => {
            const form = control instanceof HTMLButtonElement ? control.form : null;
            const isInvalid = control.matches('[type=submit]') && form?.checkValidity() === false;
            const isNative = control instanceof HTMLAnchorElement && !event.defaultPrevented;
            if (!isNative && !isInvalid) return;
            event.preventDefault();
            finish(null);
          };
          addEventListener('click', onClick, { once: true });
          control.click();
          removeEventListener('click', onClick);
        });
      }

      const slow: string[] = [];
      for (const control of document.querySelectorAll<HTMLElement>('a[href], button')) {
        if (!control.isConnected || !isVisible(control)) continue;
        const times: number[] = [];
        for (let attempt = 0; attempt < tries; attempt += 1) {
          const millis = await answerTime(control);
          times.push(millis ?? 0);
          if ((millis ?? 0) <= instantMillis || !control.isConnected) break;
        }
        if (Math.min(...times) > instantMillis) slow.push(`${control.textContent}: ${times.join(', ')} ms`);
      }
      return slow;
    },
    { instantMillis: INSTANT_MILLIS, tries: TRIES },
  );
}
