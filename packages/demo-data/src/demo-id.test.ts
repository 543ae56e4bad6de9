import { expect, test } from '@jest/globals';
import { demoId } from './demo-id.ts';

const AT = Date.UTC(2026, 5, 1, 8);

test('a demo id never changes: data that is kept between runs holds it', () => {
  expect(demoId('owner@demo.test', AT)).toBe('019e8232-6000-7681-8ae0-090d719df2e3');
});

test('a demo id is a UUIDv7 of its moment', () => {
  const id = demoId('owner@demo.test', AT);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(AT);
  expect(id < demoId('owner@demo.test', AT + 1)).toBe(true);
});

test('names of one moment have ids of their own', () => {
  expect(demoId('a', AT)).not.toBe(demoId('b', AT));
});
