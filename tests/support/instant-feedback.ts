/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/**
 * Clicks every link and button of the page, and looks for a change of what is seen by each in the task of the click: it is
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

    /** Without what screen readers alone get, and the bar, which appears only after 200 ms. */
    function isSeen(node: Node): boolean {
      const element = node instanceof Element ? node : node.parentElement;
      return (
        element?.closest('.visually-hidden, .progress') === null &&
        element.checkVisibility({ visibilityProperty: true })
      );
    }

    /** A control that was clicked before may lose its mark by this click, which is no answer to it. */
    const clicked: Element[] = [];

    function isAnswer({ type, target, addedNodes, removedNodes }: MutationRecord): boolean {
      if (!isSeen(target) || clicked.some((control) => control.contains(target))) return false;
      return type !== 'childList' || removedNodes.length > 0 || [...addedNodes].some(isSeen);
    }

    // React also writes others again, which nothing shows: the name of a field, the class of a link's navigation.
    const attributeFilter = [
      'data-pending',
      'aria-disabled',
      'aria-expanded',
      'aria-pressed',
      'hidden',
      'open',
      'style',
    ];
    const WATCHED = { subtree: true, childList: true, characterData: true, attributeFilter };

    /** What the click before has begun must not pass for an answer to the next one. */
    async function untilNothingChanges(): Promise<void> {
      let isChanged: boolean;
      const observer = new MutationObserver(() => {
        isChanged = true;
      });
      observer.observe(document, WATCHED);
      do {
        isChanged = false;
        await new Promise((resolve) => setTimeout(resolve));
      } while (isChanged);
      observer.disconnect();
    }

    async function answers(control: HTMLElement): Promise<boolean> {
      await untilNothingChanges();
      return new Promise((resolve) => {
        const observer = new MutationObserver((records) => {
          if (records.some(isAnswer)) resolve(true);
        });
        observer.observe(document, WATCHED);
        const onClick = (click: Event) => {
          if (!isAnsweredByBrowser(control, click)) return;
          click.preventDefault();
          resolve(true);
        };
        addEventListener('click', onClick, { once: true });
        // The browser itself shows a download, whose link is not in the page.
        HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
          if (this.download !== '') resolve(true);
        };
        HTMLElement.prototype.click.call(control);
        Reflect.deleteProperty(HTMLAnchorElement.prototype, 'click');
        removeEventListener('click', onClick);
        // After the microtasks of this task, in which React renders and the observer is called.
        setTimeout(() => {
          observer.disconnect();
          clicked.push(control);
          // A link to a part of the page is answered by the focus on it.
          const part = control.getAttribute('href')?.match(/^#[\w-]+$/);
          resolve(part != null && document.querySelector(part[0]) === document.activeElement);
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
