import type { Locator, Page } from 'playwright-core';

/** The header's button with the user's name, present exactly while a user is signed in. */
export function accountButton(page: Page): Locator {
  return page.getByRole('button', { name: / account menu$/ });
}

/** Signs out as a user does, by the account menu; returns when the session has ended. */
export async function signOut(page: Page): Promise<void> {
  await accountButton(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await accountButton(page).waitFor({ state: 'detached' });
}
