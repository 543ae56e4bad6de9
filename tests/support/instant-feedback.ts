/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/**
 * Clicks every link and button of the page, and looks for a change of the page by each in the task of the click: it is
 * painted with the next frame, far below the 100 ms that people take for instant. The page's requests should be held:
 * nothing may depend on an answer.
 * @returns the labels of those that changed nothing.
 */
export function controlsWithoutAnswer(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    /** The browser itself answers a click on a link to another document, and on the button of an incomplete form. */
    function isAnsweredByBrowser(control: Element, click: Event): boolean {
      if (control instanceof HTMLAnchorElement) return !click.defaultPrevented;
      return (
        control.matches('[type=submit]') && (control as HTMLButtonElement).form?.checkValidity() === false
      );
    }

    function answers(control: HTMLElement): Promise<boolean> {
      return new Promise((resolve) => {
        const observer = new MutationObserver(() => resolve(true));
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        const onClick = (click: Event) => {
          if (!isAnsweredByBrowser(control, click)) return;
          click.preventDefault();
          resolve(true);
        };
        addEventListener('click', onClick, { once: true });
        control.click();
        removeEventListener('click', onClick);
        // After the microtasks of this task, in which React renders and the observer is called.
        setTimeout(() => {
          observer.disconnect();
          resolve(false);
        });
      });
    }

    const silent: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>('a[href], button')) {
      // A busy button has answered.
      const isUsable = control.isConnected && control.checkVisibility() && control.ariaDisabled !== 'true';
      if (isUsable && !(await answers(control))) silent.push(control.textContent ?? '');
    }
    return silent;
  });
}
