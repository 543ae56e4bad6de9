import { demoCompanies } from '../companies.ts';
import { demoId } from '../demo-id.ts';
import {
  APPROVAL_REASONS,
  DISABLED_REASONS,
  HIDDEN_JOB_POST,
  REFUSAL_REASONS,
  SUSPENSION_REASONS,
} from '../history.ts';
import type { DemoPerson } from '../people.ts';
import { numberOf, pick } from '../pick.ts';
import { demoAdmins } from '../staff.ts';
import {
  accessRequestOf,
  companyId,
  HOUR_MILLIS,
  personId,
  timeOfAccessRequest,
  timeOfPerson,
} from '../times-and-ids.ts';
import type { JobPostRow } from './job-post-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const LEFT = 'Has left the company';

/** Of requests for talent access, by what became of them. */
const DECISIONS = {
  approved: { change: 'pending → active', reasons: APPROVAL_REASONS },
  refused: { change: 'pending → none', reasons: REFUSAL_REASONS },
  pending: { change: '', reasons: [] },
} as const;

/** The past of the demo as its audit trail: what was created, applied for, decided and changed, and by whom. */
export function auditEventRows({
  people,
  posts,
  applications,
  notes,
  invitations,
  firstDay,
  now,
}: {
  people: readonly DemoPerson[];
  posts: readonly JobPostRow[];
  applications: readonly Row[];
  notes: readonly Row[];
  invitations: readonly Row[];
  firstDay: number;
  now: number;
}): readonly Row[] {
  const operator = { kind: 'admin', id: demoId(demoAdmins[0].email, firstDay) } as const;
  const ownerOf = new Map(
    people.flatMap(({ email, membership }, index) =>
      membership?.role === 'owner'
        ? [[companyId(membership.company, firstDay), personId(email, index, firstDay)] as const]
        : [],
    ),
  );
  const byOwner = (company: unknown) => ({ kind: 'user' as const, id: ownerOf.get(String(company)) ?? null });

  const ofPeople = people.flatMap((person, index) => {
    const { email, talentAccess, membership } = person;
    const id = personId(email, index, firstDay);
    const [self, joined] = [{ kind: 'user', id } as const, timeOfPerson(index, firstDay)];
    const user = { kind: 'user', id };
    const events = [event('user.signed_up', self, user, { at: joined })];
    const [request, askedAt] = [accessRequestOf(person), timeOfAccessRequest(person, index, firstDay)];
    if (request !== null && askedAt !== null) {
      events.push(event('talent_access.requested', self, user, { at: askedAt, change: 'none → pending' }));
      const at = askedAt + (1 + (numberOf(email) % 40)) * HOUR_MILLIS;
      const { change, reasons } = DECISIONS[request];
      if (change !== '') {
        const reason = pick(`${email} approval`, reasons);
        events.push(event('talent_access.changed', operator, user, { at, change, reason }));
      }
    }
    if (talentAccess === 'suspended') {
      const at = now - (1 + (numberOf(email) % 20)) * 24 * HOUR_MILLIS;
      const reason = pick(`${email} suspension`, SUSPENSION_REASONS);
      events.push(
        event('talent_access.changed', operator, user, { at, change: 'active → suspended', reason }),
      );
    }
    if (membership === undefined) return events;
    const company = companyId(membership.company, firstDay);
    const place = { kind: 'org_membership', id: demoId(`${email} membership`, joined) };
    const came = membership.role === 'owner' ? 'company.created' : 'invitation.accepted';
    events.push(event(came, self, { kind: 'company', id: company }, { at: joined }));
    events.push(
      event('org_membership.created', self, place, {
        at: joined + 1,
        change: `none → active, ${membership.role}`,
      }),
    );
    if (membership.status === 'revoked') {
      const at = now - (3 + (numberOf(email) % 30)) * 24 * HOUR_MILLIS;
      events.push(
        event('org_membership.status_changed', operator, place, {
          at,
          change: 'active → revoked by staff',
          reason: LEFT,
        }),
      );
    }
    return events;
  });

  const jobs = posts.flatMap(({ id, company_id, created_at, state, hidden_at }) => {
    const [who, post, at] = [byOwner(company_id), { kind: 'job_post', id }, Date.parse(created_at)];
    const events = [event('job_post.created', who, post, { at })];
    if (state !== 'draft')
      events.push(
        event('job_post.changed', who, post, {
          at: Math.min(at + HOUR_MILLIS, now),
          change: 'draft → published',
        }),
      );
    if (state === 'closed') {
      const closed = at + (0.3 + (numberOf(`${id} closed`) % 60) / 100) * (now - at);
      events.push(event('job_post.changed', who, post, { at: closed, change: 'published → closed' }));
    }
    if (hidden_at !== null)
      events.push(
        event('job_post.hidden', operator, post, {
          at: Date.parse(hidden_at),
          reason: HIDDEN_JOB_POST.reason,
        }),
      );
    return events;
  });

  const applied = applications.flatMap((row) => {
    const { id, user_id, company_id, stage, offer_answer, created_at, updated_at } = row;
    const application = { kind: 'application', id: String(id) };
    const self = { kind: 'user', id: String(user_id) } as const;
    const events = [event('application.created', self, application, { at: Date.parse(String(created_at)) })];
    if (stage !== 'submitted') {
      const at = Date.parse(String(updated_at));
      events.push(
        event('application.stage_changed', byOwner(company_id), application, {
          at,
          change: `submitted → ${stage}`,
        }),
      );
      if (offer_answer !== null) {
        events.push(
          event(`application.offer_${offer_answer}`, self, application, { at: at + (now - at) / 2 }),
        );
      }
    }
    return events;
  });

  const noted = notes.map(({ application_id, author_id, created_at }) =>
    event(
      'application.note_added',
      { kind: 'user', id: String(author_id) },
      { kind: 'application', id: String(application_id) },
      { at: Date.parse(String(created_at)) },
    ),
  );

  const asked = invitations.map(({ id, invited_by, role, created_at }) =>
    event(
      'invitation.created',
      { kind: 'user', id: String(invited_by) },
      { kind: 'invitation', id: String(id) },
      { at: Date.parse(String(created_at)), change: `as ${role}` },
    ),
  );

  const disabledCompanies = demoCompanies.flatMap(({ name, condition }) => {
    if (condition !== 'disabled') return [];
    const company = { kind: 'company', id: companyId(name, firstDay) };
    const at = now - (5 + (numberOf(name) % 30)) * 24 * HOUR_MILLIS;
    const reason = pick(name, DISABLED_REASONS);
    return [
      event('company.condition_changed', operator, company, { at, change: 'active → disabled', reason }),
    ];
  });
  return [...ofPeople, ...jobs, ...applied, ...noted, ...asked, ...disabledCompanies];
}

function event(
  action: string,
  actor: { readonly kind: 'user' | 'admin'; readonly id: string | null },
  subject: { readonly kind: string; readonly id: string },
  {
    at,
    change = '',
    reason = '',
  }: { readonly at: number; readonly change?: string; readonly reason?: string },
): Row {
  return {
    id: demoId(`${action} ${subject.id} ${change}`, Math.floor(at)),
    at: new Date(at).toISOString(),
    actor_kind: actor.kind,
    actor_id: actor.id,
    action,
    subject_kind: subject.kind,
    subject_id: subject.id,
    reason,
    change,
    trace_id: '',
  };
}
