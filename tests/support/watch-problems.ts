import type { Page } from 'playwright-core';

/**
 * What a browser complains about while a page is open: exceptions, and errors on its console, where Chromium also writes
 * what the Content-Security-Policy has blocked. A page's own non-2xx answers are written there, too.
 */
export function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
  });
  return problems;
}
