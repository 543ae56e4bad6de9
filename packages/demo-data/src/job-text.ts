import type { DemoCompany, DemoJobPost, Field } from './companies.ts';
import { objectOf, readData, textsOf } from './data-file.ts';
import { numberOf, pick, pickTwo } from './pick.ts';

const data = objectOf(readData('job-texts'), 'job-texts');

/** What a week looks like, and what applicants bring, by field. */
const WEEKS = objectOf(data['weeks'], 'weeks');
const REQUIREMENTS = objectOf(data['requirements'], 'requirements');

/** How hiring goes, where the company does not say. */
const HIRING = textsOf(data['hiring'], 'hiring');

/** What companies give beside pay. */
const BENEFITS = textsOf(data['benefits'], 'benefits');

type Pay = readonly [from: number, step: number, period: DemoPay['period'], words: string];

const YEARLY: Pay = [31_000, 1800, 'year', 'a year before tax, for a full week'];
const HOURLY: Pay = [17, 1, 'hour', 'an hour, every hour'];

const PAY: Record<DemoJobPost['kind'], Pay> = {
  full_time: [2600, 150, 'month', 'a month before tax, for a full week'],
  part_time: HOURLY,
  contract: [220, 20, 'day', 'a day, paid within two weeks'],
  internship: [1150, 50, 'month', 'a month, because learning is work'],
};

/** Full-time pay is quoted for a year in these countries, and by these fields everywhere; contracts of others are paid by the hour. */
const YEARLY_PLACES = /England|Scotland|United Kingdom|Ireland|Netherlands|Switzerland/;
const YEARLY_FIELDS: readonly Field[] = ['software', 'science', 'office'];

function payOf({ title, location, kind, field = fieldOf(title) }: DemoJobPost): Pay {
  const isYearly = YEARLY_PLACES.test(location) || YEARLY_FIELDS.includes(field);
  if (kind === 'full_time' && isYearly) return YEARLY;
  return kind === 'contract' && !YEARLY_FIELDS.includes(field) ? HOURLY : PAY[kind];
}

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
  readonly period: 'hour' | 'day' | 'month' | 'year';
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
  const link = `[${company.name}](${company.website})`;
  const structured = () =>
    [
      ...[work, '# Your week', bulletsOf(week), '# What you bring', bulletsOf(bring), '# Pay and hiring'],
      ...[`**${pay}** ${hiring}`, `More about us: ${link}.`],
    ].join('\n\n');
  const formats = [
    structured,
    () =>
      [
        ...[`**${title}** at ${link}: ${work}`, `## A week with us`, bulletsOf(week), `_${bring.join(' ')}_`],
        `${pay} ${hiring}`,
      ].join('\n\n'),
    () =>
      [
        ...[work, '## The job', bulletsOf([...week, ...bring]), '## How it goes on'],
        numberedOf(['You apply here.', hiring, `**${pay}**`]),
      ].join('\n\n'),
  ] as const;
  if (post.isStructured === true) return structured();
  // About a third of all posts.
  if (numberOf(`${key} format`) % 3 === 0) return pick(`${key} which format`, formats)();
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

/** What a company says of itself: about a third add a list and a link. */
export function companyText({ name, about, website, review }: DemoCompany): string {
  if (review === 'pending' || numberOf(`${name} about format`) % 3 > 0) return about;
  const [one, two] = pickTwo(`${name} benefits`, BENEFITS);
  const others = BENEFITS.filter((benefit) => benefit !== one && benefit !== two);
  const benefits = [one, two, pick(`${name} another benefit`, others)];
  const more = `**${name}** has more pictures than words: [see our workplace](${website}).`;
  return [about.trim(), '## Working here', bulletsOf(benefits), more].join('\n\n');
}

/** A bulleted list. */
function bulletsOf(texts: readonly string[]): string {
  return texts.map((text) => `- ${text}`).join('\n');
}

/** A numbered list. */
function numberedOf(texts: readonly string[]): string {
  return texts.map((text, at) => `${at + 1}. ${text}`).join('\n');
}

/** The pay of a post, as its text says; the same in every run. */
export function jobPay(company: DemoCompany, post: DemoJobPost): DemoPay {
  const key = `${company.name} ${post.title}`;
  const [from, step, period] = payOf(post);
  const low = from + step * pick(`${key} pay`, [0, 1, 2, 3, 4, 5, 6]);
  const high = low + step * pick(`${key} range`, [2, 3, 4]);
  const [, currency, , factor] = moneyOf(post.location);
  const amount = (euros: number) => {
    const figure = euros * factor;
    const unit = figure < 100 ? 1 : figure < 1000 ? 10 : period === 'year' ? 500 : 50;
    return Math.round(figure / unit) * unit;
  };
  return { minimum: amount(low), maximum: amount(high), currency, period };
}

function payText({ minimum, maximum }: DemoPay, post: DemoJobPost): string {
  const [, , sign] = moneyOf(post.location);
  const [, , , words] = payOf(post);
  const text = (amount: number) => `${sign}${amount.toLocaleString('en')}`;
  return `We pay ${text(minimum)} to ${text(maximum)} ${words}.`;
}

function moneyOf(location: string): (typeof MONEY)[number] {
  return MONEY.find(([country]) => country.test(location)) ?? [/./, 'EUR', '€', 1];
}
