import { describe, expect, test } from '@jest/globals';
import { FormValues } from '#api/form-values.ts';
import { actionResult } from '#api/page-result.ts';
import { atEntries, careerOf, careerTexts, monthOf } from './career-form.ts';

const POSITION = {
  key: 4,
  title: 'Keeper',
  employer_name: 'Canal Trust',
  from_month: '2019-04',
  to_month: '',
  description: 'Nights.\nWeekends.',
};
const SCHOOL = { key: 10, school: 'Nautical school', degree: '', from_year: '2014', to_year: '2016' };
const CAREER = { positions: [{ ...POSITION, key: 15 }, POSITION], education: [SCHOOL] };

const formOf = (texts: Readonly<Record<string, string>>) => {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  return new FormValues(form);
};

describe('the form of a career', () => {
  test('has a text for each field of each possible entry, and describes the same career again', () => {
    const texts = careerTexts(CAREER);
    expect(Object.keys(texts)).toHaveLength(15 * 5 + 10 * 4);
    expect(careerOf(formOf(texts))).toEqual({ ...CAREER, positions: [POSITION, { ...POSITION, key: 15 }] });
    expect(careerOf(formOf(careerTexts(undefined)))).toEqual({ positions: [], education: [] });
  });

  test('G8: has an entry with one text alone, and none of spaces', () => {
    const form = formOf({
      'career.positions[2].description': 'Text.',
      'career.positions[3].title': ' ',
      'career.education[1].to_year': ' 2016 ',
    });
    expect(careerOf(form)).toMatchObject({
      positions: [{ key: 2, title: '', description: 'Text.' }],
      education: [{ key: 1, school: '', to_year: '2016' }],
    });
  });

  test.each([
    ['2021-03', '2021-03'],
    [' 2021-3 ', '2021-03'],
    ['2021/11', '2021-11'],
    ['3/2021', '2021-03'],
    ['03.2021', '2021-03'],
    ['present', ''],
    ['', ''],
    ['2021', '2021'],
    ['2021-2022', '2021-2022'],
    ['3/21', '3/21'],
    ['March 2021', 'March 2021'],
  ])('reads the month “%s” as “%s”', (text, month) => {
    expect(monthOf(text)).toBe(month);
  });

  test.each([
    ['career.positions[0].from_month', 'Enter a month like 2021-03.'],
    ['career.education[0].to_year', 'Enter a year like 2014.'],
    ['career.education[0].school', 'pattern'],
  ])('says what to enter in %s', (field, message) => {
    const errors = [{ field, code: 'string.pattern', message: 'pattern' }];
    const refusal = { status: 400, code: null, title: '', detail: '', traceId: null, errors };
    const shown = atEntries(actionResult({ ok: false, refusal }), CAREER);
    expect(shown.data.refusal?.errors[0]?.message).toBe(message);
  });

  test('shows an error at the entry that it is about', () => {
    const fields = [
      'career.positions[1].to_month',
      'career.education[0].school',
      'career.positions[7].title',
      'career.positions',
      'skills[1]',
    ];
    const errors = fields.map((field) => ({ field, code: 'x', message: 'x' }));
    const refusal = { status: 400, code: null, title: '', detail: '', traceId: null, errors };
    const shown = atEntries(actionResult({ ok: false, refusal }), CAREER);
    expect(shown.data.refusal?.errors.map(({ field }) => field)).toEqual([
      'career.positions[4].to_month',
      'career.education[10].school',
      'career.positions[7].title',
      'career.positions',
      'skills[1]',
    ]);
    expect(shown.init?.status).toBe(400);
    const saved = actionResult({ ok: true, data: {} });
    expect(atEntries(saved, CAREER)).toBe(saved);
  });
});
