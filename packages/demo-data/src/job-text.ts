import type { DemoCompany, DemoJobPost, Field } from './companies.ts';
import { objectOf, readData, textsOf } from './data-file.ts';
import { pick, pickTwo } from './pick.ts';

const data = objectOf(readData('job-texts'), 'job-texts');

/** What a week looks like, and what applicants bring, by field. */
const WEEKS = objectOf(data['weeks'], 'weeks');
const REQUIREMENTS = objectOf(data['requirements'], 'requirements');

/** How hiring goes, where the company does not say. */
const HIRING = textsOf(data['hiring'], 'hiring');

type PayOfKind = readonly [from: number, step: number, period: DemoPay['period'], words: string];

const PAY: Record<DemoJobPost['kind'], PayOfKind> = {
  full_time: [2600, 150, 'month', 'a month before tax, for a full week'],
  part_time: [17, 1, 'hour', 'an hour, every hour'],
  contract: [220, 20, 'day', 'a day, paid within two weeks'],
  internship: [1150, 50, 'month', 'a month, because learning is work'],
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

/** What pay is quoted in, by country: the currency, its sign, and its worth beside the euro's figures. */
const MONEY: readonly (readonly [country: RegExp, currency: string, sign: string, factor: number])[] = [
  [/England|Scotland/, 'GBP', '£', 0.9],
  [/Switzerland/, 'CHF', 'CHF ', 1.9],
  [/Norway/, 'NOK', 'NOK ', 14],
  [/Sweden/, 'SEK', 'SEK ', 12],
  [/Denmark/, 'DKK', 'DKK ', 9],
  [/Poland/, 'PLN', 'PLN ', 3],
];

/** What a job of the demo pays. */
export interface DemoPay {
  readonly minimum: number;
  readonly maximum: number;
  readonly currency: string;
  readonly period: 'hour' | 'day' | 'month';
}

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
  const week = pickTwo(`${key} week`, textsOf(WEEKS[field], field));
  const bring = pickTwo(`${key} bring`, textsOf(REQUIREMENTS[field], field));
  const pay = payText(jobPay(company, post), post);
  const hiring = company.hiring ?? pick(`${company.name} hiring`, HIRING);
  if (post.isStructured === true) {
    return [
      ...[work, '# Your week', bulletsOf(week), '# What you bring', bulletsOf(bring), '# Pay and hiring'],
      ...[`**${pay}** ${hiring}`, `More about us: [${company.name}](${company.website}).`],
    ].join('\n\n');
  }
  const parts = {
    work,
    week: week.join(' '),
    bring: `${pick(`${key} words`, REQUIREMENT_HEADINGS)} ${bring.join(' ')}`.trim(),
    pay: `${pay} ${hiring}`,
  };
  return pick(`${key} shape`, SHAPES)
    .map((part) => parts[part])
    .join('\n\n');
}

/** A bulleted list. */
function bulletsOf(texts: readonly string[]): string {
  return texts.map((text) => `- ${text}`).join('\n');
}

/** The pay of a post, as its text says; the same in every run. */
export function jobPay(company: DemoCompany, { title, location, kind }: DemoJobPost): DemoPay {
  const key = `${company.name} ${title}`;
  const [from, step, period] = PAY[kind];
  const low = from + step * pick(`${key} pay`, [0, 1, 2, 3, 4, 5, 6]);
  const high = low + step * pick(`${key} range`, [2, 3, 4]);
  const [, currency, , factor] = moneyOf(location);
  const amount = (euros: number) => {
    const figure = euros * factor;
    const unit = figure < 100 ? 1 : figure < 1000 ? 10 : 50;
    return Math.round(figure / unit) * unit;
  };
  return { minimum: amount(low), maximum: amount(high), currency, period };
}

function payText({ minimum, maximum }: DemoPay, { location, kind }: DemoJobPost): string {
  const [, , sign] = moneyOf(location);
  const [, , , words] = PAY[kind];
  const text = (amount: number) => `${sign}${amount.toLocaleString('en')}`;
  return `We pay ${text(minimum)} to ${text(maximum)} ${words}.`;
}

function moneyOf(location: string): (typeof MONEY)[number] {
  return MONEY.find(([country]) => country.test(location)) ?? [/./, 'EUR', '€', 1];
}
