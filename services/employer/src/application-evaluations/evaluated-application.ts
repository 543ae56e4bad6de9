import { type Queryable, statement } from '@gatehouse/boundary';

/** What decides whether a member may evaluate an application. */
interface EvaluatedRow {
  readonly user_id: string;
  readonly withdrawn_at: Date | null;
}

/** A withdrawal, which deletes the evaluation, waits; and two members who assign, for each other. */
const LOCK_APPLICATION = statement<EvaluatedRow>(
  'lock_application_of_evaluation',
  'select user_id, withdrawn_at from talent.applications where id = $1 and company_id = $2 for no key update',
);

/** The member who evaluates, in the transaction that writes. */
interface Evaluator extends Queryable {
  readonly facts: { readonly identities_user: { readonly id: string } };
  readonly org_company: { readonly id: string };
}

/** Locks an application of the caller's company. The caller is not its applicant. */
export async function lockEvaluated(
  tx: Evaluator,
  applicationId: string,
  refuse: (code: 'not_found' | 'own_application') => never,
): Promise<EvaluatedRow> {
  const [application] = await tx.query(LOCK_APPLICATION, [applicationId, tx.org_company.id]);
  if (application === undefined) return refuse('not_found');
  return application.user_id === tx.facts.identities_user.id ? refuse('own_application') : application;
}
