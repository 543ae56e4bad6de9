import { decide, type Grant, type RequestFacts } from '@gatehouse/access';
import type { AccessRule, RefusalCode } from '@gatehouse/contract';
import { Refusal } from '../refusal.ts';

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
