/** What a job is like, for the paragraphs that posts of one field share. */
export type Field =
  | 'craft'
  | 'software'
  | 'care'
  | 'office'
  | 'logistics'
  | 'food'
  | 'teaching'
  | 'science'
  | 'outdoors';

/** A company of the demo with its job posts, oldest first. */
export interface DemoCompany {
  readonly name: string;
  readonly about: string;
  readonly website: string;
  readonly condition?: 'disabled';
  /** How hiring goes, in the company's own words. */
  readonly hiring?: string;
  readonly posts: readonly DemoJobPost[];
}

/** title, place, kind, what the job is, its state (published unless it says otherwise), its field. */
export type DemoJobPost = readonly [
  title: string,
  location: string,
  kind: 'full_time' | 'part_time' | 'contract' | 'internship',
  work: string,
  state?: 'draft' | 'closed' | 'published',
  field?: Field,
];
