/// <reference lib="dom" />
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations } from './axe.ts';

/** Expects that the page does not scroll sideways on a screen of 320 pixels, and has no flaw for axe-core there, light and dark. */
export async function fits320(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
}
