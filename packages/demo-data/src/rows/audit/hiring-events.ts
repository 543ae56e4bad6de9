import { demoCompanies } from '../../companies.ts';
import { DISABLED_REASONS, HIDDEN_JOB_POST } from '../../history.ts';
import type { DemoPerson } from '../../people.ts';
import { numberOf, pick } from '../../pick.ts';
import { companyId, HOUR_MILLIS } from '../../times-and-ids.ts';
import type { JobPostRow } from '../job-post-rows.ts';
import { type EventRow, event, findOwners, operatorOf } from './event.ts';

type Row = Readonly<Record<string, unknown>>;

/** What the events of companies follow from. */
interface Past {
  readonly people: readonly DemoPerson[];
  /** Milliseconds of the demo's first day, and of now. */
  readonly firstDay: number;
  readonly now: number;
}

/** Job posts that were created, published, closed and hidden. */
export function eventsOfJobPosts(
  posts: readonly JobPostRow[],
  { people, firstDay, now }: Past,
): readonly EventRow[] {
  const byOwner = findOwners(people, firstDay);
  return posts.flatMap(({ id, company_id, created_at, state, hidden_at }) => {
    const [who, post, at] = [byOwner(company_id), { kind: 'job_post', id }, Date.parse(created_at)];
    const events = [event('job_post.created', who, post, { at })];
    if (state !== 'draft') {
      const published = Math.min(at + HOUR_MILLIS, now);
      events.push(event('job_post.changed', who, post, { at: published, change: 'draft → published' }));
    }
    if (state === 'closed') {
      const closed = at + (0.3 + (numberOf(`${id} closed`) % 60) / 100) * (now - at);
      events.push(event('job_post.changed', who, post, { at: closed, change: 'published → closed' }));
    }
    if (hidden_at !== null) {
      const hidden = { at: Date.parse(hidden_at), reason: HIDDEN_JOB_POST.reason };
      events.push(event('job_post.hidden', operatorOf(firstDay), post, hidden));
    }
    return events;
  });
}

/** Applications that were sent, moved and answered. */
export function eventsOfApplications(
  applications: readonly Row[],
  { people, firstDay, now }: Past,
): readonly EventRow[] {
  const byOwner = findOwners(people, firstDay);
  return applications.flatMap(({ id, user_id, company_id, stage, offer_answer, created_at, updated_at }) => {
    const application = { kind: 'application', id: String(id) };
    const self = { kind: 'user', id: String(user_id) } as const;
    const events = [event('application.created', self, application, { at: Date.parse(String(created_at)) })];
    if (stage === 'submitted') return events;
    const at = Date.parse(String(updated_at));
    const change = `submitted → ${stage}`;
    events.push(event('application.stage_changed', byOwner(company_id), application, { at, change }));
    if (offer_answer !== null) {
      const answered = at + (now - at) / 2;
      events.push(event(`application.offer_${offer_answer}`, self, application, { at: answered }));
    }
    return events;
  });
}

/** Notes that members wrote. */
export function eventsOfNotes(notes: readonly Row[]): readonly EventRow[] {
  return notes.map(({ application_id, author_id, created_at }) =>
    event(
      'application.note_added',
      { kind: 'user', id: String(author_id) },
      { kind: 'application', id: String(application_id) },
      { at: Date.parse(String(created_at)) },
    ),
  );
}

/** Invitations that owners sent. */
export function eventsOfInvitations(invitations: readonly Row[]): readonly EventRow[] {
  return invitations.map(({ id, invited_by, role, created_at }) =>
    event(
      'invitation.created',
      { kind: 'user', id: String(invited_by) },
      { kind: 'invitation', id: String(id) },
      { at: Date.parse(String(created_at)), change: `as ${role}` },
    ),
  );
}

/** Companies that staff disabled. */
export function eventsOfCompanies({ firstDay, now }: Pick<Past, 'firstDay' | 'now'>): readonly EventRow[] {
  return demoCompanies
    .filter(({ condition }) => condition === 'disabled')
    .map(({ name }) => {
      const company = { kind: 'company', id: companyId(name, firstDay) };
      const at = now - (5 + (numberOf(name) % 30)) * 24 * HOUR_MILLIS;
      const reason = pick(name, DISABLED_REASONS);
      const change = 'active → disabled';
      return event('company.condition_changed', operatorOf(firstDay), company, { at, change, reason });
    });
}
