import type * as Playwright from 'playwright-core';

/** Of Node.js itself: Jest has a `node:module` of its own. */
const { createRequire } = process.getBuiltinModule('node:module');

/**
 * Playwright, loaded by Node.js: once for each process of Jest, where an `import` would load its 7 MB for each test file and
 * run them in the file's own context, in which each use of a global costs more.
 */
export const { chromium }: typeof Playwright = createRequire(import.meta.url)('playwright-core');
