/// <reference lib="dom" />
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';

const WIDTHS = [320, 390, 768, 1280] as const;

/** The browser's own text size, in pixels: 16 as it is delivered, 32 for people who need it at 200 %. */
const TEXT_SIZES = [16, 32] as const;

/** Longer than a popup needs on a busy machine. */
const SETTLED_MILLIS = 5000;

/** Opens a page, and waits until it shows its data. */
export async function openWhole(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.skeleton').waitFor({ state: 'detached' });
}

/** A window, and how the browser shows pages in it. */
export interface View {
  readonly width: number;
  readonly height: number;
  readonly textSize: number;
}

/** Each width with each size of text. The themes differ in colours alone (`tests/unit/themes.test.ts`). */
const VIEWS: readonly View[] = TEXT_SIZES.flatMap((textSize) =>
  WIDTHS.map((width) => ({ textSize, width, height: 900 })),
);

/**
 * What does not fit on a page: sideways scrolling, texts that overlap, that are cut, or that read in the wrong direction,
 * in each view.
 * @param options.within the part whose texts count.
 * @param options.more runs in the page in each view, after the rest: further flaws of the part.
 */
export async function layoutFlaws(
  page: Page,
  options: {
    readonly within?: string;
    readonly views?: readonly View[];
    readonly more?: (within: string) => readonly string[];
  } = {},
): Promise<readonly string[]> {
  const { within = 'body', views = VIEWS, more } = options;
  const session = await page.context().newCDPSession(page);
  const flaws: string[] = [];
  for (const { textSize, width, height } of views) {
    await setTextSize(session, textSize);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    const found = await lastingFlaws(async () => [
      ...(await page.evaluate(flawsOfView, within)),
      ...(more === undefined ? [] : await page.evaluate(more, within)),
    ]);
    flaws.push(...found.map((flaw) => `${width} px, text ${textSize} px: ${flaw}`));
  }
  await setTextSize(session, 16);
  await session.detach();
  return flaws;
}

/** What is still wrong after a while: a popup takes its new place a moment after its window has got another size. */
async function lastingFlaws(measure: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const deadline = Date.now() + SETTLED_MILLIS;
  let flaws = await measure();
  while (flaws.length > 0 && Date.now() < deadline) {
    await delay(50);
    flaws = await measure();
  }
  return flaws;
}

async function setTextSize(session: CDPSession, standard: number): Promise<void> {
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
}

/** Runs in the page. */
function flawsOfView(within: string): readonly string[] {
  const flaws: string[] = [];
  // At the end of the page, the buttons that stay in view are in their own place.
  scrollTo(0, document.documentElement.scrollHeight);
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) flaws.push(`scrolls sideways: ${scrollWidth} px wide`);
  const texts: { readonly box: DOMRect; readonly node: Node; readonly holder: Element }[] = [];
  const root = document.querySelector(within) ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const holder = node.parentElement;
    if (holder === null || node.textContent?.trim() === '') continue;
    if (!holder.checkVisibility() || holder.closest('.visually-hidden, .skip-link, svg, option, select'))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const shown = shownPartOf(holder);
    for (const whole of range.getClientRects()) {
      const box = shown(whole);
      if (box.width > 2 && box.height > 2) texts.push({ box, node, holder });
    }
    const direction = /[\u0590-\u06ff]/.test(node.textContent ?? '') && !hasOwnDirection(holder);
    if (direction) flaws.push(`has no direction of its own: ${nameOf(holder)}`);
  }
  for (const field of document.querySelectorAll<HTMLElement>('input, textarea')) {
    const isText =
      field instanceof HTMLTextAreaElement || /^(text|search)$/.test((field as HTMLInputElement).type);
    if (isText && field.dir !== 'auto') flaws.push(`has no direction of its own: ${nameOf(field)}`);
  }
  for (const { box, holder } of texts) {
    if (box.left < -1 || box.right > clientWidth + 1) flaws.push(`is cut: ${nameOf(holder)}`);
  }
  texts.sort((one, other) => one.box.top - other.box.top);
  for (const [at, one] of texts.entries()) {
    for (let next = at + 1; next < texts.length; next += 1) {
      const other = texts[next];
      if (other === undefined || other.box.top > one.box.bottom) break;
      if (other.node === one.node) continue;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = one.box.bottom - other.box.top;
      // Boxes of lines are higher than their letters.
      if (wide > 2 && high > 0.4 * Math.min(one.box.height, other.box.height)) {
        flaws.push(`overlap: ${nameOf(one.holder)} and ${nameOf(other.holder)}`);
      }
    }
  }
  return [...new Set(flaws)];

  function hasOwnDirection(holder: Element): boolean {
    return (
      getComputedStyle(holder).unicodeBidi === 'plaintext' || holder.closest('[dir="auto"], bdi') !== null
    );
  }
  /** What a box leaves visible of a text: the rest has an ellipsis, or is for screen readers only. */
  function shownPartOf(holder: Element): (box: DOMRect) => DOMRect {
    let clip: DOMRect | null = null;
    for (let up: Element | null = holder; up !== null && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).overflowX !== 'visible') clip ??= up.getBoundingClientRect();
    }
    return (box) => {
      if (clip === null) return box;
      const [left, top] = [Math.max(box.left, clip.left), Math.max(box.top, clip.top)];
      const [right, bottom] = [Math.min(box.right, clip.right), Math.min(box.bottom, clip.bottom)];
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };
  }
  function nameOf(element: Element): string {
    const parents = [];
    for (let up: Element | null = element; up !== null && parents.length < 3; up = up.parentElement) {
      parents.unshift(up.tagName.toLowerCase() + (up.className === '' ? '' : `.${up.classList[0]}`));
    }
    return `${parents.join(' > ')} “${(element.textContent ?? '').trim().slice(0, 20)}”`;
  }
}
