import { expect, test } from '@jest/globals';
import { readAnswer } from './api-answer.ts';

const refused = (headers: Record<string, string>, detail = 'Too many attempts') =>
  readAnswer(async () => Response.json({ title: 'Too many attempts', detail }, { status: 429, headers }));

test.each([
  ['1', 'Try again in a minute.'],
  ['60', 'Try again in a minute.'],
  ['61', 'Try again in 2 minutes.'],
  ['3541', 'Try again in an hour.'],
  ['86400', 'Try again in 24 hours.'],
])('U22: Retry-After %s says how long', async (seconds, detail) => {
  expect(await refused({ 'Retry-After': seconds })).toMatchObject({ ok: false, refusal: { detail } });
});

test('U22 G9: the API’s own words of why, and of when, are shown in place of the time', async () => {
  const detail = 'You have uploaded 30 files today. Try again tomorrow.';
  expect(await refused({ 'Retry-After': '3600' }, detail)).toMatchObject({ refusal: { detail } });
});

test.each([{}, { 'Retry-After': 'soon' }, { 'Retry-After': '0' }])(
  'U22: without a time, %j, the API’s words stay',
  async (headers) => {
    expect(await refused(headers, 'Later.')).toMatchObject({ refusal: { detail: 'Later.' } });
  },
);
