import { describe, expect, test } from '@jest/globals';
import { careerOf } from './career.ts';

const POSITION = { key: 1, employer_name: 'Foundry', title: 'Founder', to_month: '', description: '' };
const SCHOOL = { key: 1, school: 'School of bronze', degree: '', to_year: '' };
const refused = (field: string) =>
  expect.objectContaining({
    code: 'input_invalid',
    options: expect.objectContaining({ errors: [expect.objectContaining({ field, code: 'career.future' })] }),
  });

describe('a career may begin in the month that it is anywhere', () => {
  const career = { positions: [{ ...POSITION, from_month: '2026-11' }], education: [] };

  test('as soon as the month has begun in the time zone that is furthest ahead', () => {
    expect(careerOf(career, new Date('2026-10-31T10:00:00Z'))).toEqual(career);
  });

  test('and not a moment before', () => {
    expect(() => careerOf(career, new Date('2026-10-31T09:59:59.999Z'))).toThrow(
      refused('career.positions[0].from_month'),
    );
  });
});

describe('a school may begin in the year that it is anywhere', () => {
  const career = { positions: [], education: [{ ...SCHOOL, from_year: '2027' }] };

  test('as soon as the year has begun in the time zone that is furthest ahead', () => {
    expect(careerOf(career, new Date('2026-12-31T10:00:00Z'))).toEqual(career);
  });

  test('and not a moment before', () => {
    expect(() => careerOf(career, new Date('2026-12-31T09:59:59.999Z'))).toThrow(
      refused('career.education[0].from_year'),
    );
  });
});
