/// <reference lib="dom" />
import type { Locator } from 'playwright-core';

/** What a field that is marked as invalid says about itself: its hint and its error. @throws {Error} it is not marked. */
export async function errorOf(field: Locator): Promise<string> {
  const { isInvalid, description } = await field.evaluate((element) => ({
    isInvalid: element.getAttribute('aria-invalid') === 'true',
    description: (element.getAttribute('aria-describedby')?.split(' ') ?? [])
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  }));
  if (!isInvalid) throw new Error(`the field is not marked as invalid; it says “${description}”`);
  return description;
}
