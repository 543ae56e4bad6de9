import { makeAdmin, makeColleague, signIn, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let visits: Visits;
let owner: string;
let member: string;
beforeVisits(async (started) => {
  ({ system, visits } = started);
  owner = await signIn(system.publicHost, 'owner@demo.test');
  member = await signIn(system.publicHost, 'member@demo.test');
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const as = async (cookie: string, method: string, path: string, body?: object) =>
  (await system.publicHost.request(`/api${path}`, { method, cookie, body })).body;
const nameOf = async (cookie: string) =>
  (await as(cookie, 'GET', '/identities/user_sessions/current')).identities_user.name;
/** As long as a published job post's has to be. */
const LONG_TEXT = 'Keep the lock. '.repeat(8).trim();
const newPost = () =>
  as(owner, 'POST', '/employer/job_posts', {
    title: 'Lock keeper',
    description: LONG_TEXT,
    location: 'Gdynia',
    kind: 'full_time',
  });

/** Also while the page hydrates, which can take the selection away between the two steps of Playwright's `fill`. */
const replaceText = (field: Locator, text: string) =>
  waitFor(async () => {
    await field.fill(text);
    return (await field.inputValue()) === text || undefined;
  });

describe('two members edit one job post', () => {
  test('U8 G9: the second sees both versions field by field, picks, and saves again; nothing is lost', async () => {
    const { id } = await newPost();
    const { page, errors } = await visits.signedIn('owner@demo.test', `/employer/jobs/${id}/edit`);
    await heading(page, 'Lock keeper');
    await replaceText(page.getByLabel('Title'), 'Keeper of the upper lock');
    await replaceText(page.getByLabel('Description'), 'Keep the lock, and the boats.');
    await as(member, 'PATCH', `/employer/job_posts/${id}`, {
      title: 'Senior lock keeper',
      location: 'Gdańsk',
      kind: 'part_time',
    });

    await button(page, 'Save').click();
    await page.getByRole('alert').getByText('This has changed since you opened it').waitFor();
    const title = page.getByRole('group', { name: 'Title' });
    const by = `Current version by ${await nameOf(member)}, `;
    await title.getByText('Keeper of the upper lock').waitFor();
    await title.getByText('Senior lock keeper').waitFor();
    expect(await title.getByRole('radio', { name: 'Your version' }).isChecked()).toBe(true);
    expect(await title.getByRole('radio', { name: by }).isChecked()).toBe(false);
    // What this member has not touched is the other's already; what the other has not touched is this one's.
    const kind = page.getByRole('group', { name: 'Job type' });
    expect(await kind.getByRole('radio', { name: by }).isChecked()).toBe(true);
    await kind.getByText('Part-time').waitFor();
    expect(await page.getByLabel('Location', { exact: true }).inputValue()).toBe('Gdańsk');
    expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe(
      'Keep the lock, and the boats.',
    );
    expect(await axeViolations(page)).toEqual([]);

    await title.getByRole('radio', { name: by }).check();
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Senior lock keeper');
    await button(page, 'Keep all of mine').click();
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Keeper of the upper lock');
    expect(await page.getByLabel('Location', { exact: true }).inputValue()).toBe('Gdynia');
    await page.getByRole('group', { name: 'Location' }).getByRole('radio', { name: by }).check();
    await button(page, 'Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await as(owner, 'GET', `/employer/job_posts/${id}`)).toMatchObject({
      title: 'Keeper of the upper lock',
      location: 'Gdańsk',
      kind: 'full_time',
      description: 'Keep the lock, and the boats.',
    });
    await title.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  test('U8 G9: the country that another member has chosen is shown by its name, and can be picked', async () => {
    const { id } = await newPost();
    const { page, errors } = await visits.signedIn('owner@demo.test', `/employer/jobs/${id}/edit`);
    await heading(page, 'Lock keeper');
    await page.getByLabel('Country').selectOption('Portugal');
    await as(member, 'PATCH', `/employer/job_posts/${id}`, { country_code: 'PL' });
    await button(page, 'Save').click();
    const country = page.getByRole('group', { name: 'Country' });
    await country.getByText('Portugal', { exact: true }).waitFor();
    await country.getByText('Poland', { exact: true }).waitFor();
    await country.getByRole('radio', { name: 'Current version by' }).check();
    expect(await page.getByLabel('Country', { exact: true }).inputValue()).toBe('PL');
    await button(page, 'Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await as(owner, 'GET', `/employer/job_posts/${id}`)).toMatchObject({ country_code: 'PL' });
    expect(errors).toEqual([]);
  });

  test('U8 G9: a save again refers to the version that was shown: a third version is a conflict again', async () => {
    const { id } = await newPost();
    const { page } = await visits.signedIn('owner@demo.test', `/employer/jobs/${id}/edit`);
    await page.getByLabel('Title').fill('Mine');
    for (const title of ['Theirs', 'Theirs again']) {
      await as(member, 'PATCH', `/employer/job_posts/${id}`, { title });
      await button(page, 'Save').click();
      await page.getByRole('group', { name: 'Title' }).getByText(title, { exact: true }).waitFor();
      expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Mine');
    }
    await button(page, 'Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect((await as(owner, 'GET', `/employer/job_posts/${id}`)).title).toBe('Mine');
  });

  test('G9: publishing by another member beside a changed form is shown, and both are kept', async () => {
    const { id } = await newPost();
    const { page } = await visits.signedIn('owner@demo.test', `/employer/jobs/${id}/edit`);
    await page.getByLabel('Title').fill('Published and renamed');
    await as(member, 'PATCH', `/employer/job_posts/${id}`, { state: 'published' });
    await button(page, 'Save').click();
    await page.getByRole('alert').getByText('This has changed since you opened it').waitFor();
    const title = page.getByRole('group', { name: 'Title' });
    expect(await title.getByRole('radio', { name: 'Your version' }).isChecked()).toBe(true);
    expect(await page.getByRole('group', { name: 'Location' }).count()).toBe(0);
    await button(page, 'Save').click();
    await heading(page, 'Published and renamed');
    expect(await as(owner, 'GET', `/employer/job_posts/${id}`)).toMatchObject({
      title: 'Published and renamed',
      state: 'published',
    });
  });

  test('G9: “Save and publish” sends the texts and the state as one change of one version', async () => {
    const { id } = await newPost();
    const { page } = await visits.signedIn('owner@demo.test', `/employer/jobs/${id}/edit`);
    await page.getByLabel('Title').fill('Mine');
    await as(member, 'PATCH', `/employer/job_posts/${id}`, { title: 'Theirs' });
    await button(page, 'Save and publish').click();
    await page.getByRole('group', { name: 'Title' }).getByText('Theirs', { exact: true }).waitFor();
    expect(await as(owner, 'GET', `/employer/job_posts/${id}`)).toMatchObject({
      title: 'Theirs',
      state: 'draft',
    });
    await button(page, 'Save and publish').click();
    await page.getByText('Saved. The public page is updated.').waitFor();
    expect(await as(owner, 'GET', `/employer/job_posts/${id}`)).toMatchObject({
      title: 'Mine',
      state: 'published',
    });
  });

  test('G8 G9: what is entered while a save runs is a change, and no conflict with that save', async () => {
    const { id } = await newPost();
    const { page } = await visits.signedIn('owner@demo.test', `/employer/jobs/${id}/edit`);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/api/employer/job_posts/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await held;
      await route.continue();
    });
    await page.getByLabel('Title').fill('Saved first');
    const isSent = page.waitForRequest((request) => request.method() === 'PATCH');
    await button(page, 'Save').click();
    await isSent;
    await page.getByLabel('Location').fill('Entered meanwhile');
    release();
    await heading(page, 'Saved first');
    await page.getByRole('link', { name: 'Members' }).click();
    await button(page, 'Stay on this page').click();
    expect(await page.getByLabel('Location').inputValue()).toBe('Entered meanwhile');
    await button(page, 'Save').click();
    await waitFor(async () =>
      (await as(owner, 'GET', `/employer/job_posts/${id}`)).location === 'Entered meanwhile'
        ? true
        : undefined,
    );
    expect((await as(owner, 'GET', `/employer/job_posts/${id}`)).title).toBe('Saved first');
  });

  test.each(['a link', 'its address'])(
    'G9: a page opened by %s without a change follows a newer version, and saves onto it',
    async (way) => {
      const { id } = await newPost();
      const { page, context } = await visits.signedIn('owner@demo.test', `/employer/jobs/${id}/edit`);
      await heading(page, 'Lock keeper');
      if (way === 'its address') await page.reload();
      await as(member, 'PATCH', `/employer/job_posts/${id}`, { location: 'Sopot', kind: 'contract' });
      // Another tab announces a session change, and this one loads its data again.
      const other = await context.newPage();
      await other.goto(visits.publicUrl('/jobs'));
      await other.evaluate(() => new BroadcastChannel('gatehouse-session').postMessage('changed'));
      await waitFor(async () =>
        (await page.getByLabel('Location').inputValue()) === 'Sopot' ? true : undefined,
      );
      expect(await page.getByLabel('Job type').inputValue()).toBe('contract');
      await page.getByLabel('Title').fill('Renamed');
      await button(page, 'Save').click();
      await heading(page, 'Renamed');
      expect(await as(owner, 'GET', `/employer/job_posts/${id}`)).toMatchObject({
        title: 'Renamed',
        location: 'Sopot',
        kind: 'contract',
      });
    },
  );
});

test('U8 G9: two members move one application: the second sees where it is, and can still move it', async () => {
  const { items } = await as(owner, 'GET', '/employer/applications?stage=submitted');
  const path = `/employer/applications/${items[0].id}`;
  const { page } = await visits.signedIn('owner@demo.test', `${path}`);
  await button(page, /^Make offer/).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Your message').fill('Welcome aboard.');
  await as(member, 'PATCH', path, { stage: 'interview' });
  await dialog.getByRole('button', { name: 'Make offer' }).click();
  await dialog.getByRole('alert').getByText('This has changed since you opened it').waitFor();
  const stage = dialog.getByRole('region', { name: 'Stage', exact: true });
  await stage.getByText(`Current version by ${await nameOf(member)}`).waitFor();
  await stage.getByText('Offer', { exact: true }).last().waitFor();
  await stage.getByText('Interview', { exact: true }).waitFor();
  expect(await dialog.getByLabel('Your message').inputValue()).toBe('Welcome aboard.');
  expect((await as(owner, 'GET', path)).stage).toBe('interview');
  await dialog.getByRole('button', { name: 'Make offer' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: /^Stage Offer/ }).waitFor();
  expect((await as(owner, 'GET', path)).stage).toBe('offer');
});

test('U8 G9: two owners change one membership: the dialog stays with both versions', async () => {
  const { employer_access } = await as(owner, 'GET', '/identities/user_sessions/current');
  const colleague = await makeColleague(system.database, { companyId: employer_access.company.id }, 'member');
  await system.database.query("update identity.users set name = 'Cora Colleague' where id = $1", [
    colleague.userId,
  ]);
  const { page } = await visits.signedIn('owner@demo.test', '/employer/members');
  await button(page, 'Make owner Cora Colleague').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  await as(owner, 'PATCH', `/employer/org_memberships/${colleague.membershipId}`, { status: 'revoked' });
  await dialog.getByRole('button', { name: 'Make owner' }).click();
  await dialog.getByRole('alert').getByText('This has changed since you opened it').waitFor();
  const access = dialog.getByRole('region', { name: 'Access' });
  await access.getByText('Your version').waitFor();
  await access.getByText('Revoked').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // The page shows the current version.
  await button(page, 'Restore access Cora Colleague').waitFor();
});

test('U8 G9: two admins decide on one user: the second sees who decided what, and the reason stays', async () => {
  const [user] = await system.database.query<{ id: string }>(
    "select id from identity.users where email = 'pending@demo.test'",
  );
  const { page } = await visits.signedInAdmin('admin@demo.test', `/people/${user?.id}`);
  await button(page, /^Refuse/).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Reason', { exact: true }).fill('The profile copies another one.');
  const other = await makeAdmin(system.database, 'operator');
  await system.teamHost.request(`/api/identities/admin/users/${user?.id}/talent_access`, {
    method: 'PUT',
    cookie: other.cookie,
    body: { state: 'active', reason: 'Looks good.' },
  });
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  const access = dialog.getByRole('region', { name: 'Talent access' });
  await access.getByText('Current version by Test Admin').waitFor();
  await access.getByText('Active', { exact: true }).waitFor();
  await access.getByText('None', { exact: true }).waitFor();
  expect(await dialog.getByLabel('Reason', { exact: true }).inputValue()).toBe(
    'The profile copies another one.',
  );
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [row] = await system.database.query('select talent_access_state from identity.users where id = $1', [
    user?.id,
  ]);
  expect(row).toEqual({ talent_access_state: 'none' });
});
