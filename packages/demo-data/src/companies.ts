import { choiceOf, listOf, objectOf, readData, textOf } from './data-file.ts';

/** What a job is like, for the sentences that posts of one field share. */
export const FIELDS = [
  'craft',
  'software',
  'care',
  'office',
  'logistics',
  'food',
  'teaching',
  'science',
  'outdoors',
] as const;
export type Field = (typeof FIELDS)[number];

const KINDS = ['full_time', 'part_time', 'contract', 'internship'] as const;
const STATES = ['draft', 'published', 'closed'] as const;

/** A company of the demo with its job posts, oldest first. */
export interface DemoCompany {
  readonly name: string;
  readonly about: string;
  readonly website: string;
  readonly condition: 'active' | 'disabled';
  /** Of a company that waits for its review, nothing is public. */
  readonly review: 'approved' | 'pending';
  /** How hiring goes, in the company's own words. */
  readonly hiring?: string;
  readonly posts: readonly DemoJobPost[];
}

export interface DemoJobPost {
  readonly title: string;
  readonly location: string;
  readonly kind: (typeof KINDS)[number];
  readonly state: (typeof STATES)[number];
  /** Absent: it follows from the title. */
  readonly field?: Field;
  /** What the job is. */
  readonly work: string;
  /** Whether its text has headings, lists and a link. */
  readonly isStructured?: boolean;
}

/** The companies that the demo began with. */
export const firstCompanies: readonly DemoCompany[] = readCompanies('first');

/** Every company. New files go to the end: the position is part of the ids. */
export const demoCompanies: readonly DemoCompany[] = [
  ...firstCompanies,
  ...['making', 'care', 'food', 'software', 'moving', 'learning', 'outdoor', 'service', 'waiting'].flatMap(
    readCompanies,
  ),
];

/** @throws {Error} naming what does not fit. */
function readCompanies(file: string): readonly DemoCompany[] {
  return listOf(readData(`companies/${file}`), file).map((value) => {
    const { name, about, website, condition, review, hiring, posts } = objectOf(value, file);
    const company = textOf(name, file);
    return {
      name: company,
      about: textOf(about, company),
      website: textOf(website, company),
      condition: choiceOf(condition ?? 'active', ['active', 'disabled'], company),
      review: choiceOf(review ?? 'approved', ['approved', 'pending'], company),
      ...(hiring === undefined ? {} : { hiring: textOf(hiring, company) }),
      posts: listOf(posts, company).map((post) => jobPostOf(post, company)),
    };
  });
}

function jobPostOf(value: unknown, company: string): DemoJobPost {
  const post = objectOf(value, company);
  const title = textOf(post['title'], company);
  const name = `${company}: ${title}`;
  return {
    title,
    location: textOf(post['location'], name),
    kind: choiceOf(post['kind'], KINDS, name),
    state: choiceOf(post['state'] ?? 'published', STATES, name),
    ...(post['field'] === undefined ? {} : { field: choiceOf(post['field'], FIELDS, name) }),
    work: textOf(post['work'], name),
    ...(post['is_structured'] === true ? { isStructured: true } : {}),
  };
}
