import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { newContext } from '#support/chromium.ts';
import { beforeVisits, type Visits } from '#support/visits.ts';
import { watchProblems } from '#support/watch-problems.ts';

let visits: Visits;
let page: Page;
beforeVisits(async (started) => {
  ({ visits } = started);
  page = await (await newContext(started.browser)).newPage();
});

const publicUrl = (path: string) => visits.publicUrl(path);
const strength = () => page.getByRole('meter', { name: 'Strength' });
const said = (text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();

test('U23: the strength of a new password shows while its user types; the estimate loads with the first focus', async () => {
  const problems = watchProblems(page);
  await page.goto(publicUrl('/signup'), { waitUntil: 'networkidle' });
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.getByLabel('Name').fill('Philippa Wetherby');
  await page.getByLabel('Email address').fill('philippa@wetherby.test');
  expect(scripts).toEqual([]);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('lighthouse');
  await said(/^(Very weak|Weak)\. .*(commonly used|easy to guess)/);
  expect(scripts.length).toBeGreaterThan(0);
  await password.fill('wetherby');
  await said(/^(Very weak|Weak)\. Your name, your address and the name of this site are easy to guess/);
  await password.fill('a heron on the weir at noon');
  await said(/^Strong\./);
  expect(await strength().getAttribute('value')).toBe('4');
  expect(await axeViolations(page)).toEqual([]);
  // The longest that is accepted: its beginning is estimated.
  await password.fill('qwertyuiop'.repeat(13).slice(0, 128));
  await said(/^Weak\. Repeated character patterns/);
  await password.fill('');
  await strength().waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

test('U23: without the estimate the field works', async () => {
  await page.route(/password-strength/, (route) => route.abort());
  await page.goto(publicUrl('/signup'));
  await page.getByLabel('Name').fill('Philippa Wetherby');
  await page.getByLabel('Email address').fill('philippa.wetherby@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('a heron on the weir');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  expect(await strength().count()).toBe(0);
});
