import { demoId } from '../demo-id.ts';
import { APPLICATION_MESSAGES } from '../history.ts';
import type { DemoPerson } from '../people.ts';
import { numberOf, pick } from '../pick.ts';
import { demoAnswers } from '../screening.ts';
import { companyId, personId } from '../times-and-ids.ts';
import type { JobPostRow } from './job-post-rows.ts';

const DAY_MILLIS = 86_400_000;
const WEEKS = 12;

type Stage = 'submitted' | 'in_review' | 'interview' | 'offer' | 'rejected';

/** The applications of the last twelve weeks: the older one is, the further its stage. */
export function applicationRows({
  people,
  posts,
  cvIds,
  firstDay,
  now,
}: {
  people: readonly DemoPerson[];
  posts: readonly JobPostRow[];
  /** The current CVs by address: they were sent with every application but a fifth. */
  cvIds: ReadonlyMap<string, string>;
  firstDay: number;
  now: number;
}): readonly Readonly<Record<string, unknown>>[] {
  const open = posts.filter(({ state }) => state !== 'draft');
  const ours = companyId('Harbour & Pine', firstDay);
  const oursOpen = open.filter(({ company_id }) => company_id === ours);
  return people.flatMap((person, index) => {
    if (person.talentAccess !== 'active' || person.profile === undefined) return [];
    const { email, profile } = person;
    const isTilda = email === 'talent@demo.test';
    const count = isTilda ? 7 : 4 + (numberOf(`${email} applications`) % 6);
    const wanted = Array.from({ length: count }, (_, n) => pick(`${email} applies ${n}`, open));
    // The demo company gets more applications, so that its pages have something to show.
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
        message: pick(`${key} message`, APPLICATION_MESSAGES),
        answers: demoAnswers(key, post.title, post.questions),
        ...profile,
        cv_id: numberOf(`${key} cv`) % 5 === 0 ? null : (cvIds.get(email) ?? null),
        stage,
        offer_answer: stage === 'offer' && !isTilda ? offerAnswerOf(key) : null,
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

/** Of three offers one waits for its answer. Tilda's own waits always. */
function offerAnswerOf(key: string): 'accepted' | 'declined' | null {
  return ([null, 'accepted', 'declined'] as const)[numberOf(`${key} answer`) % 3] ?? null;
}
