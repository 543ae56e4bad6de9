import { demoId } from '../demo-id.ts';
import { CONVERSATION_TEXTS, INTERVIEW_PLACES, MESSAGE_TEMPLATES } from '../history.ts';
import { numberOf, pick } from '../pick.ts';
import { companyId } from '../times-and-ids.ts';

type Row = Readonly<Record<string, unknown>>;

const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 86_400_000;
const DELIVERY_MILLIS = 65_000;

interface Conversations {
  readonly applications: readonly Row[];
  readonly authorIds: readonly string[];
  readonly talentId: string;
  /** By the ids of their companies. */
  readonly ownerIds: ReadonlyMap<string, string>;
  readonly firstDay: number;
  readonly now: number;
}

/** Applications whose company writes: those that the demo company has looked at, and the demo talent's. */
function talkedAbout({ applications, talentId, ownerIds, firstDay }: Conversations): readonly Row[] {
  const ours = companyId('Harbour & Pine', firstDay);
  return applications.filter(
    ({ company_id, user_id, stage }) =>
      stage !== 'submitted' &&
      stage !== 'rejected' &&
      (company_id === ours || (user_id === talentId && ownerIds.has(String(company_id)))),
  );
}

const iso = (at: number) => new Date(Math.floor(at)).toISOString();

/** A member of the company: of the demo company one of its two, of another one its owner. */
function writerOf({ id, company_id }: Row, { authorIds, ownerIds, firstDay }: Conversations, n: number) {
  return company_id === companyId('Harbour & Pine', firstDay)
    ? authorIds[(numberOf(`${String(id)} writer`) + n) % authorIds.length]
    : ownerIds.get(String(company_id));
}

/** Up to six messages on each of them, the last one of some unread. */
export function messageRows(demo: Conversations): readonly Row[] {
  return talkedAbout(demo).flatMap((application) => {
    const { id, user_id, stage, created_at } = application;
    const applied = Date.parse(String(created_at));
    const drawn = 1 + (numberOf(`${String(id)} messages`) % CONVERSATION_TEXTS.length);
    // The company has the last word before the talent's interview: an odd number.
    const count = user_id === demo.talentId && stage === 'interview' ? drawn - ((drawn + 1) % 2) : drawn;
    return CONVERSATION_TEXTS.slice(0, count).map((text, n) => {
      const isCompany = n % 2 === 0;
      const at = applied + (demo.now - HOUR_MILLIS - applied) * (0.5 + (n + 1) * 0.08);
      return {
        id: demoId(`${String(id)} message ${n}`, Math.floor(at)),
        application_id: id,
        side: isCompany ? 'company' : 'applicant',
        author_id: isCompany ? writerOf(application, demo, n) : user_id,
        text,
        sent_at: iso(at),
        delivered_at: iso(at + DELIVERY_MILLIS),
      };
    });
  });
}

/**
 * A side that has answered has read what was before; the last message is unread in every third conversation, and in each one whose
 * company is still to be answered by the demo's talent.
 */
export function messageReadRows(
  messages: readonly Row[],
  { applications, talentId }: Conversations,
): readonly Row[] {
  const ofTalent = new Set(applications.filter(({ user_id }) => user_id === talentId).map(({ id }) => id));
  const byApplication = Map.groupBy(messages, ({ application_id }) => String(application_id));
  return [...byApplication].flatMap(([applicationId, rows]) =>
    (['company', 'applicant'] as const).flatMap((side) => {
      const received = rows.filter((row) => row['side'] !== side);
      const isOpen = ofTalent.has(applicationId) || numberOf(`${applicationId} read`) % 3 === 0;
      const isLastOpen = isOpen && rows.at(-1)?.['side'] !== side;
      const last = (isLastOpen ? received.slice(0, -1) : received).at(-1);
      return last === undefined
        ? []
        : [{ application_id: applicationId, side, read_until: last['delivered_at'] }];
    }),
  );
}

const LONDON_HOUR = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  weekday: 'short',
  hour: '2-digit',
  hourCycle: 'h23',
});
const WORKING_HOUR = /^(Mon|Tue|Wed|Thu|Fri),? (09|1[0-6])$/;

/** The hours of the two weeks after `now` in which people work in London, 9:00 to 17:00. */
function workingHours(now: number): readonly string[] {
  const tomorrow = Math.floor(now / DAY_MILLIS + 1) * DAY_MILLIS;
  return Array.from({ length: 14 * 24 }, (_, hour) => tomorrow + hour * HOUR_MILLIS)
    .filter((at) => WORKING_HOUR.test(LONDON_HOUR.format(at)))
    .map(iso);
}

const ANSWERS = {
  proposed: '',
  accepted: 'With pleasure. I will be there.',
  declined: 'I am away on these days. Could we talk by phone?',
  cancelled: '',
} as const;

/** A proposal on each application in the stage of interviews: open or accepted, and of the demo company's one declined and one cancelled. */
export function interviewRows(demo: Conversations): readonly Row[] {
  const { firstDay, now, talentId } = demo;
  const interviewed = talkedAbout(demo).filter(({ stage }) => stage === 'interview');
  const ours = companyId('Harbour & Pine', firstDay);
  const [declined, cancelled] = interviewed.filter(
    ({ company_id, user_id }) => company_id === ours && user_id !== talentId,
  );
  const hours = workingHours(now);
  const third = Math.floor(hours.length / 3);
  return interviewed.map((application) => {
    const { id, updated_at } = application;
    const key = String(id);
    const proposed = Math.min(Date.parse(String(updated_at)) + HOUR_MILLIS, now);
    const starts = [0, 1, 2].map((part) =>
      pick(`${key} start ${part}`, hours.slice(part * third, (part + 1) * third)),
    );
    const drawn = numberOf(`${key} interview`) % 2 === 0 ? 'accepted' : 'proposed';
    const state = application === declined ? 'declined' : application === cancelled ? 'cancelled' : drawn;
    const proposed_by = writerOf(application, demo, 0);
    const changed_at = iso(state === 'proposed' ? proposed : proposed + (now - proposed) / 2);
    return {
      id: demoId(`${key} interview`, Math.floor(proposed)),
      application_id: id,
      proposed_by,
      starts,
      time_zone: 'Europe/London',
      duration_minutes: 60,
      place: pick(`${key} place`, INTERVIEW_PLACES),
      note: 'You will meet two of us, and see the workshop.',
      state,
      accepted_start: state === 'accepted' ? pick(`${key} accepted`, starts) : null,
      answer: ANSWERS[state],
      proposed_at: iso(proposed),
      answered_at: state === 'accepted' || state === 'declined' ? changed_at : null,
      changed_at,
      cancelled_by: state === 'cancelled' ? proposed_by : null,
    };
  });
}

/** Templates of the demo company, written by its owner. */
export function templateRows({ authorIds, firstDay, now }: Conversations): readonly Row[] {
  const ours = companyId('Harbour & Pine', firstDay);
  return MESSAGE_TEMPLATES.map(({ name, text }, n) => {
    const at = now - (60 - n) * DAY_MILLIS;
    return {
      id: demoId(`template ${name}`, at),
      company_id: ours,
      name,
      text,
      changed_at: iso(at),
      changed_by: authorIds[0],
    };
  });
}
