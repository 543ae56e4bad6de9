import { createHash } from 'node:crypto';
import { demoId } from '../demo-id.ts';
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

/** Open reports of the demo. */
export function reportRows({
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
        address_hash: isTalent ? null : `\\x${createHash('sha256').update(`visitor ${index}`).digest('hex')}`,
        created_at: new Date(at).toISOString(),
      },
    ];
  });
}
