/// <reference lib="dom" />
import { makeColleague, makeJobPost, makePerson, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { imageOf } from '#support/images.ts';
import { createKeyboard } from '#support/keyboard.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let visits: Visits;
let owner: TestPerson;
let jobPath: string;
beforeVisits((started) => {
  ({ system, visits } = started);
});
beforeEach(async () => {
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const postId = await makeJobPost(system.database, { companyId: owner.companyId, title: 'Sign painter' });
  jobPath = `/jobs/${postId}`;
});

const open = async (person: TestPerson, path: string) => (await visits.as(person, path)).page;

const file = async (format: 'png' | 'gif', colour?: string) => ({
  name: `logo.${format}`,
  mimeType: `image/${format}`,
  buffer: await imageOf(format, colour === undefined ? {} : { colour }),
});

/** Waits until the picture is there. @returns its address. */
async function shown(picture: Locator): Promise<string> {
  await picture.scrollIntoViewIfNeeded();
  const found = await picture.evaluate((image) => {
    const { src, alt, width, height } = image as HTMLImageElement;
    return (image as HTMLImageElement).decode().then(() => ({ src, alt, isSquare: width === height }));
  });
  expect(found).toMatchObject({ alt: '', isSquare: true });
  return found.src;
}

describe('the logo of a company', () => {
  test('G10: is uploaded by keyboard, shown to visitors, replaced and removed', async () => {
    const page = await open(owner, '/employer/company');
    const keyboard = createKeyboard(page);
    await page.getByText('Your company has no logo.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const field = page.getByLabel('Add a logo');
    // Waited for from before the way to the field: a key that comes first opens a dialog that nothing sees.
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      keyboard.goTo(field).then(() => page.keyboard.press('Space')),
    ]);
    await chooser.setFiles(await file('png'));
    await keyboard.press(page.getByRole('button', { name: 'Upload' }));
    await page.getByText('Logo saved.').waitFor();
    const picture = page.locator('main img.logo');
    const first = await shown(picture);
    expect(await axeViolations(page)).toEqual([]);

    const visitor = (await visits.visit()).page;
    for (const path of [`/companies/${owner.companyId}`, jobPath, '/jobs?query=sign+painter']) {
      await visitor.goto(visits.publicUrl(path));
      await heading(visitor, /./);
      await shown(visitor.locator('main img.logo').first());
      expect(await axeViolations(visitor)).toEqual([]);
    }
    await visitor.goto(visits.publicUrl(jobPath));
    const data = JSON.parse(
      (await visitor.locator('script[type="application/ld+json"]').textContent()) ?? '',
    );
    const answer = await visitor.request.get(data.hiringOrganization.logo);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/webp']);

    await page.getByLabel('Replace it').setInputFiles(await file('png', '#fff'));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.locator(`main img.logo:not([src="${new URL(first).pathname}"])`).waitFor();
    expect(await shown(picture)).not.toBe(first);

    await keyboard.press(page.getByRole('button', { name: 'Remove logo' }));
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('You can upload the logo again.').waitFor();
    await keyboard.press(dialog.getByRole('button', { name: 'Remove' }));
    await page.getByText('Your company has no logo.').waitFor();
    // Public pages are rendered once in five seconds.
    await waitFor(async () => {
      await visitor.goto(visits.publicUrl(`/companies/${owner.companyId}`));
      await heading(visitor, /./);
      return (await visitor.locator('main img').count()) === 0 ? true : undefined;
    });
    expect(await visitor.locator('.page-heading .monogram').textContent()).toBe('C');
  });

  test('G8: that is no PNG, JPEG or WebP image is refused beside its field, and typed text stays', async () => {
    const page = await open(owner, '/employer/company');
    await page.getByLabel('About').fill('Not saved yet');
    await page.getByLabel('Add a logo').setInputFiles(await file('gif'));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('alert').getByText('Choose a PNG, JPEG or WebP image.').waitFor();
    const svg = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="x"></svg>') };
    await page.getByLabel('Add a logo').setInputFiles(svg);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('alert').getByText('SVG images can hold scripts').waitFor();
    const large = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(1_100_000) };
    await page.getByLabel('Add a logo').setInputFiles(large);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('alert').getByText('This file is too large').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.getByLabel('About').inputValue()).toBe('Not saved yet');
  });

  test('G9: of two owners, the second sees the conflict, and uploads again', async () => {
    const other = await makeColleague(system.database, owner);
    const [page, second] = [await open(owner, '/employer/company'), await open(other, '/employer/company')];
    await second.getByLabel('Add a logo').setInputFiles(await file('png', '#fff'));
    await page.getByLabel('Add a logo').setInputFiles(await file('png'));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Logo saved.').waitFor();
    await second.getByRole('button', { name: 'Upload' }).click();
    await second.getByRole('alert').getByText('This has changed since you opened it').waitFor();
    const theirs = await shown(second.locator('main img.logo'));
    await second.getByRole('button', { name: 'Upload' }).click();
    await second.getByText('Logo saved.').waitFor();
    await second.locator(`main img.logo:not([src="${new URL(theirs).pathname}"])`).waitFor();
  });

  test('G2: that staff remove is gone, with the reason on the page of the company', async () => {
    const page = await open(owner, '/employer/company');
    await page.getByLabel('Add a logo').setInputFiles(await file('png'));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Logo saved.').waitFor();
    const staff = await visits.signedInAdmin('admin@demo.test', `/companies/${owner.companyId}`);
    await shown(staff.page.locator('main img.logo'));
    expect(await axeViolations(staff.page)).toEqual([]);
    await staff.page.getByRole('button', { name: /^Remove logo/ }).click();
    const dialog = staff.page.getByRole('alertdialog');
    await dialog.getByLabel('Message to the company').fill('It is the mark of another company.');
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Ticket 7.');
    expect(await axeViolations(staff.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Remove logo' }).click();
    await staff.page.getByText(/^The logo of .* is removed[.]$/).waitFor();
    await staff.page.locator('.page-heading .monogram').waitFor();
    await page.reload();
    await page.getByText('It is the mark of another company.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('Add a logo').setInputFiles(await file('png'));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('alert').getByText('Gatehouse staff have removed this logo').waitFor();
  });

  test('G10: that is replaced while staff decide on it closes their dialog, which says so, and the page shows the new one', async () => {
    const page = await open(owner, '/employer/company');
    await page.getByLabel('Add a logo').setInputFiles(await file('png', '#123'));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Logo saved.').waitFor();
    const staff = await visits.signedInAdmin('admin@demo.test', `/companies/${owner.companyId}`);
    const seen = await shown(staff.page.locator('main img.logo'));
    await staff.page.getByRole('button', { name: /^Remove logo/ }).click();
    const dialog = staff.page.getByRole('alertdialog');
    await dialog.getByLabel('Message to the company').fill('It is the mark of another company.');
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Ticket 8.');
    await page.getByLabel('Replace it').setInputFiles(await file('png', '#fed'));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.locator(`main img.logo:not([src="${new URL(seen).pathname}"])`).waitFor();
    await dialog.getByRole('button', { name: 'Remove logo' }).click();
    await staff.page.getByText(/^This logo of .* has already been removed or replaced[.]$/).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await staff.page.locator(`main img.logo:not([src="${new URL(seen).pathname}"])`).waitFor();
  });
});
