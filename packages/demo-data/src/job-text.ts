import type { DemoCompany, DemoJobPost, Field } from './companies.ts';
import { objectOf, readData, textsOf } from './data-file.ts';
import { pick, pickTwo } from './pick.ts';

const data = objectOf(readData('job-texts'), 'job-texts');

/** What a week looks like, and what applicants bring, by field. */
const WEEKS = objectOf(data['weeks'], 'weeks');
const REQUIREMENTS = objectOf(data['requirements'], 'requirements');

/** How hiring goes, where the company does not say. */
const HIRING = textsOf(data['hiring'], 'hiring');

const PAY: Record<DemoJobPost['kind'], readonly [from: number, step: number, words: string]> = {
  full_time: [2600, 150, 'a month before tax, for a full week'],
  part_time: [17, 1, 'an hour, every hour'],
  contract: [220, 20, 'a day, paid within two weeks'],
  internship: [1150, 50, 'a month, because learning is work'],
};

/** The field of a job whose post does not name one, by the words of its title. */
function fieldOf(title: string): Field {
  const fields: readonly (readonly [RegExp, Field])[] = [
    [/engineer|developer|designer|software|data|product/i, 'software'],
    [/nurse|doctor|midwife|physio|clinic|care(?!er)/i, 'care'],
    [/scientist|research|chemist|hydrolog|analyst|lab/i, 'science'],
    [/driver|courier|logistics|dispatch|warehouse/i, 'logistics'],
    [/baker|cook|kitchen|barista|counter/i, 'food'],
    [/teacher|tutor|trainer|coach/i, 'teaching'],
    [/joiner|finish|timber|print|upholster|operator|installer|technician|artist|photograph/i, 'craft'],
    [/field|garden|farm|outdoor/i, 'outdoors'],
  ];
  return fields.find(([words]) => words.test(title))?.[1] ?? 'office';
}

/** What pay is quoted in, by country: the sign, its worth beside the euro's figures, and what amounts are rounded to. */
const MONEY: readonly (readonly [country: RegExp, sign: string, factor: number])[] = [
  [/England|Scotland/, '£', 0.9],
  [/Switzerland/, 'CHF ', 1.9],
  [/Norway/, 'NOK ', 14],
  [/Sweden/, 'SEK ', 12],
  [/Denmark/, 'DKK ', 9],
  [/Poland/, 'PLN ', 3],
];

const REQUIREMENT_HEADINGS = ['What you bring:', 'It helps if this is you:', 'Who we look for:', ''];

const SHAPES = [
  ['work', 'week', 'bring', 'pay'],
  ['work', 'bring', 'week', 'pay'],
  ['work', 'pay', 'week', 'bring'],
  ['work', 'week', 'pay', 'bring'],
] as const;

/** The text of a post: the job, a week in it, the requirements and the pay; the same in every run. */
export function jobText(company: DemoCompany, post: DemoJobPost): string {
  const { title, work, field = fieldOf(title) } = post;
  const key = `${company.name} ${title}`;
  const parts = {
    work,
    week: pickTwo(`${key} week`, textsOf(WEEKS[field], field)).join(' '),
    bring:
      `${pick(`${key} words`, REQUIREMENT_HEADINGS)} ${pickTwo(`${key} bring`, textsOf(REQUIREMENTS[field], field)).join(' ')}`.trim(),
    pay: `${pay(key, post)} ${company.hiring ?? pick(`${company.name} hiring`, HIRING)}`,
  };
  return pick(`${key} shape`, SHAPES)
    .map((part) => parts[part])
    .join('\n\n');
}

function pay(key: string, { location, kind }: DemoJobPost): string {
  const [from, step, words] = PAY[kind];
  const low = from + step * pick(`${key} pay`, [0, 1, 2, 3, 4, 5, 6]);
  const high = low + step * pick(`${key} range`, [2, 3, 4]);
  const [, sign, factor] = MONEY.find(([country]) => country.test(location)) ?? [null, '€', 1];
  const amount = (euros: number) => {
    const figure = euros * factor;
    const unit = figure < 100 ? 1 : figure < 1000 ? 10 : 50;
    return `${sign}${(Math.round(figure / unit) * unit).toLocaleString('en')}`;
  };
  return `We pay ${amount(low)} to ${amount(high)} ${words}.`;
}
