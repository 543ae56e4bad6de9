import type { DemoCompany, DemoJobPost } from './companies.ts';
import { jobPay } from './job-text.ts';
import { numberOf } from './pick.ts';

/** The columns of a post's terms. */
export interface DemoTerms {
  readonly pay_minimum: number | null;
  readonly pay_maximum: number | null;
  readonly pay_currency: string | null;
  readonly pay_period: string | null;
  readonly remote_mode: string | null;
  readonly seniority: string | null;
  readonly languages: readonly string[];
  /** YYYY-MM-DD; null: no last day. */
  readonly expires_on: string | null;
  /** ISO 3166-1; null: not stated. */
  readonly country_code: string | null;
}

const DAY_MILLIS = 86_400_000;

/** What is spoken at work beside English, by country. */
const LANGUAGES: readonly (readonly [country: RegExp, language: string])[] = [
  [/Germany|Austria|Zurich/, 'de'],
  [/Netherlands|Kortrijk|Ghent/, 'nl'],
  [/France/, 'fr'],
  [/Portugal/, 'pt'],
  [/Spain/, 'es'],
  [/Denmark/, 'da'],
  [/Sweden/, 'sv'],
  [/Norway/, 'no'],
  [/Poland/, 'pl'],
  [/Slovenia/, 'sl'],
  [/Estonia/, 'et'],
];

/** By what a location says of its country. */
const COUNTRIES: readonly (readonly [place: RegExp, code: string])[] = [
  [/England|Scotland|United Kingdom/, 'GB'],
  [/Netherlands/, 'NL'],
  [/Portugal/, 'PT'],
  [/Switzerland/, 'CH'],
  [/France/, 'FR'],
  [/Belgium/, 'BE'],
  [/Germany/, 'DE'],
  [/Ireland/, 'IE'],
  [/Denmark/, 'DK'],
  [/Slovenia/, 'SI'],
  [/Sweden/, 'SE'],
  [/Norway/, 'NO'],
  [/Poland/, 'PL'],
  [/Austria/, 'AT'],
  [/Estonia/, 'EE'],
  [/Spain/, 'ES'],
];

/** The terms of a post. A few posts state none, as older ones do; nothing but the last day depends on the present. */
export function jobTerms({
  company,
  post,
  now,
}: {
  company: DemoCompany;
  post: DemoJobPost;
  now: number;
}): DemoTerms {
  const key = `${company.name} ${post.title}`;
  const number = (what: string) => numberOf(`${key} ${what}`);
  const hasTerms = number('terms') % 8 > 0;
  const pay = hasTerms ? jobPay(company, post) : null;
  const lastDay = new Date(now + (30 + (number('days') % 60)) * DAY_MILLIS).toISOString().slice(0, 10);
  return {
    pay_minimum: pay?.minimum ?? null,
    pay_maximum: pay?.maximum ?? null,
    pay_currency: pay?.currency ?? null,
    pay_period: pay?.period ?? null,
    remote_mode: hasTerms ? remoteModeOf(post, number('mode')) : null,
    seniority: hasTerms ? seniorityOf(post, number('seniority')) : null,
    languages: hasTerms ? languagesOf(post.location) : [],
    expires_on: hasTerms && post.state === 'published' && number('last day') % 3 === 0 ? lastDay : null,
    country_code: COUNTRIES.find(([place]) => place.test(post.location))?.[1] ?? null,
  };
}

function remoteModeOf({ location, title }: DemoJobPost, number: number): string {
  if (location.startsWith('Remote')) return 'remote';
  if (location.endsWith('or remote')) return 'hybrid';
  const isDesk = /engineer|developer|designer|writer|editor|manager|analyst|planner/i.test(title);
  return isDesk && number % 2 === 0 ? 'hybrid' : 'on_site';
}

/** As the title says; most posts whose title says nothing state a level, too. */
function seniorityOf({ title, kind }: DemoJobPost, number: number): string | null {
  if (kind === 'internship' || /trainee|junior|assistant|apprentice/i.test(title)) return 'entry';
  if (/head|lead|chief|director|foreman/i.test(title)) return 'lead';
  if (/senior|principal|staff/i.test(title)) return 'senior';
  return ['mid', 'mid', 'senior', 'senior', 'entry', null][number % 6] ?? null;
}

function languagesOf(location: string): readonly string[] {
  const language = LANGUAGES.find(([country]) => country.test(location))?.[1];
  return language === undefined ? ['en'] : [language, 'en'];
}
