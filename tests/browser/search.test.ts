/// <reference lib="dom" />
import { makeJobPost, signIn, type TestSystem } from '@gatehouse/testkit';
import { expect, test } from '@jest/globals';
import { requireDemoCompany } from '#support/demo-company.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits(async (started) => {
  ({ system, visits } = started);
  await makeJobPost(system.database, {
    companyId: await requireDemoCompany(system.database),
    title: 'Lighthouse keeper',
    location: 'Reykjavík',
  });
});

test('U3: a search finds by company and without accents, and offers what a misspelt word may have meant', async () => {
  const { page, errors } = await visits.visit();
  await page.goto(visits.publicUrl('/jobs'));
  const search = async (what: string) => {
    await page.getByLabel('What').fill(what);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText(`“${what}”`).first().waitFor();
  };
  const job = page.getByRole('link', { name: 'Lighthouse keeper' });
  await page.getByLabel('What').fill('harbour reykjavik');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('for “harbour reykjavik”, best match first').waitFor();
  await job.waitFor();
  await search('lighthuose');
  await job.waitFor();
  await page.getByText('Nothing matches “lighthuose”. Did you mean').waitFor();
  await page.getByRole('link', { name: 'lighthouse', exact: true }).click();
  await page.waitForURL(/query=lighthouse$/);
  await page.getByText('for “lighthouse”, best match first').waitFor();
  await job.waitFor();
  expect(await page.getByText('Did you mean').count()).toBe(0);
  expect(errors).toEqual([]);
});

test('U3: a place with a typing error finds what it may have meant, which can be searched and saved', async () => {
  const { page, errors } = await visits.visit();
  await page.goto(visits.publicUrl('/jobs?query=keeper&location=Reykjavick'));
  const job = page.getByRole('link', { name: 'Lighthouse keeper' });
  await job.waitFor();
  await page.getByText('Nothing matches “keeper, Reykjavick”. Did you mean').waitFor();
  await page.getByText('1 open job in Reykjavik for “keeper”').waitFor();
  await page.getByRole('link', { name: 'keeper, Reykjavik', exact: true }).click();
  await page.waitForURL(/query=keeper&location=Reykjavik$/);
  await page.getByText('Did you mean').waitFor({ state: 'detached' });
  await job.waitFor();
  expect(await page.getByLabel('Where').inputValue()).toBe('Reykjavik');
  expect(errors).toEqual([]);
});

test('U3: a search that nothing matches says so and shows the newest jobs', async () => {
  const { page } = await visits.visit();
  await page.goto(visits.publicUrl('/jobs?query=quetzal'));
  await page.getByRole('heading', { level: 2, name: 'Nothing matches “quetzal”' }).waitFor();
  await page.getByRole('heading', { level: 2, name: 'Newest jobs' }).waitFor();
  await page.getByRole('link', { name: 'Lighthouse keeper' }).waitFor();
});

test('a feed is well-formed XML with the texts as written, whatever they contain', async () => {
  const title = '</title><script>alert(1)</script> & "quotes" ]]>';
  await makeJobPost(system.database, {
    companyId: await requireDemoCompany(system.database),
    title,
    description: `${title}\u000b\ufffe\n🏮`,
    location: '<b>',
  });
  const { page } = await visits.visit();
  await page.goto(visits.publicUrl('/jobs'));
  const [address, parsed] = await page.evaluate(async () => {
    const href = document.querySelector<HTMLLinkElement>('link[type="application/atom+xml"]')?.href ?? '';
    const feed = new DOMParser().parseFromString(await (await fetch(href)).text(), 'application/xml');
    const textOf = (name: string) => feed.querySelector(`entry > ${name}`)?.textContent;
    return [
      href,
      { root: feed.documentElement.localName, title: textOf('title'), content: textOf('content') },
    ];
  });
  expect(address).toBe(visits.publicUrl('/jobs/feed.xml'));
  expect(parsed).toEqual({ root: 'feed', title, content: `${title}\n🏮` });
  await page.getByRole('link', { name: 'Atom feed' }).waitFor();
});

test('U19: a talent’s page recommends jobs that fit, and says so when none does', async () => {
  const cookie = await signIn(system.publicHost, 'talent@demo.test');
  const { page } = await visits.as({ cookie });
  const withSkills = async (...skills: readonly string[]) => {
    const body = { headline: '', summary: '', skills, location: '', links: [] };
    const answer = await system.publicHost.request('/api/talent/profiles/current', {
      method: 'PUT',
      cookie,
      body,
    });
    expect(answer.status).toBe(200);
    await page.goto(visits.publicUrl('/talent'));
    await heading(page, 'Your job search');
  };
  const section = (title: string) => page.getByRole('heading', { level: 2, name: title });
  await withSkills('Lighthouse', 'Quetzal care');
  await section('Recommended jobs').waitFor();
  await page.getByRole('link', { name: 'Lighthouse keeper' }).waitFor();
  // A skill that is only like a word of a job does not fit it.
  await withSkills('Quetzal care', 'Lighthuose');
  await section('Newest jobs').waitFor();
  await page.getByText('No open job asks for your skills at the moment.').waitFor();
  await page.getByRole('link', { name: 'Lighthouse keeper' }).waitFor();
  await withSkills();
  await section('Newest jobs').waitFor();
  await page.getByText('Add skills to your profile').waitFor();
});
