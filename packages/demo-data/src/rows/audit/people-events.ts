import { demoId } from '../../demo-id.ts';
import { APPROVAL_REASONS, REFUSAL_REASONS, SUSPENSION_REASONS } from '../../history.ts';
import type { DemoPerson } from '../../people.ts';
import { numberOf, pick } from '../../pick.ts';
import {
  accessRequestOf,
  companyId,
  HOUR_MILLIS,
  personId,
  timeOfAccessRequest,
  timeOfPerson,
} from '../../times-and-ids.ts';
import { type EventRow, event, operatorOf } from './event.ts';

const LEFT = 'Has left the company';

/** Of requests for talent access, by what became of them. */
const DECISIONS = {
  approved: { change: 'pending → active', reasons: APPROVAL_REASONS },
  refused: { change: 'pending → none', reasons: REFUSAL_REASONS },
  pending: { change: '', reasons: [] },
} as const;

interface Days {
  /** Milliseconds of the demo's first day, and of now. */
  readonly firstDay: number;
  readonly now: number;
}

/** Sign-ups, requests for talent access and their decisions, and memberships. */
export function eventsOfPeople(people: readonly DemoPerson[], days: Days): readonly EventRow[] {
  return people.flatMap((person, index) => [
    ...eventsOfAccount(person, index, days),
    ...eventsOfMembership(person, index, days),
  ]);
}

function eventsOfAccount(person: DemoPerson, index: number, { firstDay, now }: Days): readonly EventRow[] {
  const { email, talentAccess } = person;
  const operator = operatorOf(firstDay);
  const user = { kind: 'user', id: personId(email, index, firstDay) } as const;
  const events = [event('user.signed_up', user, user, { at: timeOfPerson(index, firstDay) })];
  const [request, askedAt] = [accessRequestOf(person), timeOfAccessRequest(person, index, firstDay)];
  if (request !== null && askedAt !== null) {
    events.push(event('talent_access.requested', user, user, { at: askedAt, change: 'none → pending' }));
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
    events.push(event('talent_access.changed', operator, user, { at, change: 'active → suspended', reason }));
  }
  return events;
}

function eventsOfMembership(
  { email, membership }: DemoPerson,
  index: number,
  { firstDay, now }: Days,
): readonly EventRow[] {
  if (membership === undefined) return [];
  const joined = timeOfPerson(index, firstDay);
  const self = { kind: 'user', id: personId(email, index, firstDay) } as const;
  const company = { kind: 'company', id: companyId(membership.company, firstDay) };
  const place = { kind: 'org_membership', id: demoId(`${email} membership`, joined) };
  const came = membership.role === 'owner' ? 'company.created' : 'invitation.accepted';
  const events = [
    event(came, self, company, { at: joined }),
    event('org_membership.created', self, place, {
      at: joined + 1,
      change: `none → active, ${membership.role}`,
    }),
  ];
  if (membership.status === 'revoked') {
    events.push(
      event('org_membership.status_changed', operatorOf(firstDay), place, {
        at: now - (3 + (numberOf(email) % 30)) * 24 * HOUR_MILLIS,
        change: 'active → revoked by staff',
        reason: LEFT,
      }),
    );
  }
  return events;
}
