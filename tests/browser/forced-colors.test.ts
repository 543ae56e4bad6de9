/// <reference lib="dom" />
import { makeApplication, makeJobPost, makePerson, type TestSystem } from '@gatehouse/testkit';
import { expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const styleOf = (element: Locator, name: string, pseudo?: string) =>
  element.evaluate((one, [property, part]) => getComputedStyle(one, part).getPropertyValue(property ?? ''), [
    name,
    pseudo,
  ] as const);

test('G10: where the user’s own colours replace ours, what is chosen, done or loading still shows', async () => {
  const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const { userId } = await makePerson(system.database, { talent: 'active' });
  const { companyId } = owner;
  const jobPostId = await makeJobPost(system.database, { companyId, title: 'Keeper of the sluice' });
  const id = await makeApplication(system.database, { companyId, userId, jobPostId });
  await system.database.query("update talent.applications set stage = 'in_review' where id = $1", [id]);

  const { page } = await visits.as(owner, '/employer');
  await page.emulateMedia({ forcedColors: 'active' });
  const released = Promise.withResolvers<void>();
  await page.route('**/api/employer/applications/**', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(visits.publicUrl(`/employer/applications/${id}`));
  const bar = page.locator('.skeleton .bar').first();
  await bar.waitFor();
  expect(await styleOf(bar, 'border-top-style')).toBe('solid');
  released.resolve();

  await heading(page, 'Test Person');
  const rating = (name: string) => page.getByRole('button', { name, exact: true });
  await rating('Yes').click();
  await page.getByRole('button', { name: 'Yes', exact: true, pressed: true }).waitFor();
  expect(await styleOf(rating('Yes'), 'background-color')).not.toBe(
    await styleOf(rating('No'), 'background-color'),
  );
  const steps = page.locator('.steps li');
  expect(await styleOf(steps.first(), 'background-color', '::after')).not.toBe(
    await styleOf(steps.last(), 'background-color', '::after'),
  );
});
