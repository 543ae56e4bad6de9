import { createHash } from 'node:crypto';
import { demoId } from '../demo-id.ts';
import { numberOf, pick } from '../pick.ts';
import { HOUR_MILLIS } from '../times-and-ids.ts';
import type { JobPostRow } from './job-post-rows.ts';

/** What visitors and the demo's talent have reported: of the newest published posts, the first most often; and a company. */
const REPORTS = [
  { post: 0, reason: 'fee', text: 'On the phone they asked me for 80 euros for a “starter kit”.', hours: 70 },
  {
    post: 0,
    reason: 'scam',
    text: 'The same text is on another site, with another company’s name.',
    hours: 31,
  },
  { post: 0, reason: 'fee', text: '', hours: 6, isTalent: true },
  { post: 1, reason: 'not_a_job', text: 'This advertises a paid course.', hours: 52 },
  {
    post: 2,
    reason: 'other',
    text: 'The website of the company does not exist.',
    hours: 20,
    isCompany: true,
  },
] as const;

/** Closed ones, in the last twelve weeks: a job post each, dismissed within hours or days. */
const CLOSED_REPORTS = 40;
const DAYS_OF_REPORTS = 80;

const CLOSED_REASONS = ['other', 'not_a_job', 'fee', 'offensive', 'scam'] as const;

/** Reports of the demo: some open, most closed. */
export function reportRows(demo: {
  posts: readonly JobPostRow[];
  talentId: string;
  now: number;
}): readonly Readonly<Record<string, unknown>>[] {
  return [...openReports(demo), ...closedReports(demo)];
}

function closedReports({ posts, now }: { posts: readonly JobPostRow[]; now: number }) {
  return Array.from({ length: CLOSED_REPORTS }, (_, index) => {
    const key = `closed report ${index}`;
    const daysAgo = 4 + ((index * DAYS_OF_REPORTS) / CLOSED_REPORTS + (numberOf(key) % 3));
    const at = now - daysAgo * 24 * HOUR_MILLIS;
    const known = posts.filter(({ state, created_at }) => state !== 'draft' && Date.parse(created_at) < at);
    const subject = pick(key, known);
    return {
      id: demoId(key, Math.floor(at)),
      subject_kind: 'job_post',
      subject_id: subject.id,
      company_id: subject.company_id,
      reason: pick(`${key} reason`, CLOSED_REASONS),
      text: '',
      reporter_id: null,
      address_hash: hashOf(key),
      created_at: new Date(at).toISOString(),
      closed_at: new Date(at + (1 + (numberOf(`${key} closed`) % 70)) * HOUR_MILLIS).toISOString(),
      outcome: 'dismissed',
    };
  });
}

function openReports({
  posts,
  talentId,
  now,
}: {
  posts: readonly JobPostRow[];
  talentId: string;
  now: number;
}): readonly Readonly<Record<string, unknown>>[] {
  const newest = posts
    .filter(({ state }) => state === 'published')
    .toSorted((one, other) => other.created_at.localeCompare(one.created_at));
  return REPORTS.flatMap(({ post, reason, text, hours, ...report }, index) => {
    const subject = newest[post];
    if (subject === undefined) return [];
    const [isTalent, isCompany] = ['isTalent' in report, 'isCompany' in report];
    const at = now - hours * HOUR_MILLIS;
    return [
      {
        id: demoId(`report ${index}`, Math.floor(at)),
        subject_kind: isCompany ? 'company' : 'job_post',
        subject_id: isCompany ? subject.company_id : subject.id,
        company_id: subject.company_id,
        reason,
        text,
        reporter_id: isTalent ? talentId : null,
        address_hash: isTalent ? null : hashOf(`visitor ${index}`),
        created_at: new Date(at).toISOString(),
        closed_at: null,
        outcome: null,
      },
    ];
  });
}

function hashOf(visitor: string): string {
  return `\\x${createHash('sha256').update(visitor).digest('hex')}`;
}
