import { decide, type Grant } from '@gatehouse/access';
import type { Endpoint } from '@gatehouse/contract';
import type { Attributes } from '@opentelemetry/api';
import { refuse } from '../refusal.ts';
import type { Caller } from './caller.ts';
import { factAttributes } from './fact-attributes.ts';

/** @throws {Refusal} with the rule's code when the facts do not pass it; the span then says which facts they were. */
export function requireGrant(
  endpoint: Endpoint,
  { facts }: Pick<Caller, 'facts'>,
  attributes: Attributes,
): Grant {
  const decision = decide(endpoint.rule, facts);
  if (decision.allowed) return decision.grant;
  Object.assign(attributes, factAttributes(facts));
  return refuse(decision.code);
}

/** What a handler's context gets of a grant. */
export function grantedOf(grant: Grant): object {
  const { kind: _, ...granted } = grant;
  return granted;
}
