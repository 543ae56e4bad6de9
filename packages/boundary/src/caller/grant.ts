import { decide, type Grant, type RequestFacts } from '@gatehouse/access';
import type { AccessRule, RefusalCode } from '@gatehouse/contract';
import { Refusal, refuse } from '../refusal.ts';

/** A refusal by an endpoint's rule, with the facts that led to it. */
export class AccessRefusal extends Refusal {
  readonly facts: RequestFacts;

  constructor(code: RefusalCode, facts: RequestFacts) {
    super(code);
    this.facts = facts;
  }
}

/** @throws {AccessRefusal} with the rule's code when the facts do not satisfy it. */
export function requireGrant(rule: AccessRule, facts: RequestFacts): Grant {
  const decision = decide(rule, facts);
  if (!decision.allowed) throw new AccessRefusal(decision.code, facts);
  return decision.grant;
}

/**
 * A decision that is repeated is about the company of the first one, whose lock was taken or whose file is sent: in that one,
 * a caller who has moved to another company has no membership any more (D2).
 * @param facts of the first decision.
 * @throws {Refusal} org_membership_required.
 */
export function requireSameCompany({ user }: RequestFacts, grant: Grant): void {
  if (grant.kind !== 'employer') return;
  if (grant.org_company.id !== user?.org_membership?.org_company.id) refuse('org_membership_required');
}
