import { demoId } from './demo-id.ts';
import type { JobPostRow } from './job-post-rows.ts';
import type { DemoPerson } from './people.ts';
import { numberOf, pick } from './pick.ts';
import { companyId, personId } from './times-and-ids.ts';

const DAY_MILLIS = 86_400_000;
const WEEKS = 12;

const MESSAGES = [
  '',
  'I read your post twice, the second time to my neighbour. I would like to come and see the place.',
  'What you describe is close to what I do now, with better hours and kinder people. When can we talk?',
  'I have done this for years under another name. My profile says the rest.',
  'I live twenty minutes away and have passed your door for a decade.',
  'A former colleague of mine works for you and says that you mean what you write.',
  'I am new to this part of the trade, but not to hard work. Let me show you.',
  'Could we speak in the evening? I am still in my present job until the end of the month.',
  'I would begin with the small things and ask a lot of questions.',
  'I have looked for this kind of work for a while. The part about answering everybody made me write.',
];

type Stage = 'submitted' | 'in_review' | 'interview' | 'offer' | 'rejected';

/** Who has applied where in the last twelve weeks: the longer ago, the further it has come. */
export function applicationRows({
  everybody,
  posts,
  firstDay,
  now,
}: {
  everybody: readonly DemoPerson[];
  posts: readonly JobPostRow[];
  firstDay: number;
  now: number;
}): readonly Readonly<Record<string, unknown>>[] {
  const open = posts.filter(({ state }) => state !== 'draft');
  const ours = companyId('Harbour & Pine', firstDay);
  const oursOpen = open.filter(({ company_id }) => company_id === ours);
  return everybody.flatMap((person, index) => {
    if (person.talentAccess !== 'active' || person.profile === undefined) return [];
    const { email, profile } = person;
    const isTilda = email === 'talent@demo.test';
    const count = isTilda ? 7 : 4 + (numberOf(`${email} applications`) % 6);
    const wanted = Array.from({ length: count }, (_, n) => pick(`${email} applies ${n}`, open));
    // The demo company is popular, or its pages would have little to show.
    const alsoOurs = isTilda ? [] : [0, 1].map((n) => pick(`${email} also ${n}`, oursOpen));
    const chosen = new Map([...wanted, ...alsoOurs].map((post) => [post.id, post]));
    return [...chosen.values()].map((post, n) => {
      const key = `${email} ${post.id}`;
      const earliest = Math.max(Date.parse(post.created_at), now - WEEKS * 7 * DAY_MILLIS);
      const at = earliest + (numberOf(`${key} when`) / 2 ** 32) * (now - earliest);
      const stage = isTilda ? (TILDAS_STAGES[n] ?? 'submitted') : stageOf(key, (now - at) / DAY_MILLIS);
      const moved = stage === 'submitted' ? at : at + (now - at) * 0.5;
      return {
        id: demoId(key, Math.floor(at)),
        job_post_id: post.id,
        company_id: post.company_id,
        user_id: personId(email, index, firstDay),
        message: pick(`${key} message`, MESSAGES),
        ...profile,
        stage,
        created_at: new Date(at).toISOString(),
        updated_at: new Date(moved).toISOString(),
      };
    });
  });
}

const TILDAS_STAGES: readonly Stage[] = [
  'interview',
  'offer',
  'rejected',
  'in_review',
  'submitted',
  'submitted',
];

function stageOf(key: string, ageDays: number): Stage {
  const luck = numberOf(`${key} luck`) % 100;
  if (ageDays < 6) return luck < 80 ? 'submitted' : 'in_review';
  if (ageDays < 20)
    return luck < 25 ? 'submitted' : luck < 65 ? 'in_review' : luck < 85 ? 'interview' : 'rejected';
  return luck < 5
    ? 'submitted'
    : luck < 15
      ? 'in_review'
      : luck < 30
        ? 'interview'
        : luck < 42
          ? 'offer'
          : 'rejected';
}
