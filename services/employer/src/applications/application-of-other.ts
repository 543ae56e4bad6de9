import { type Queryable, statement } from '@gatehouse/boundary';

/** What decides whether a member takes part in the work on an application. */
interface FoundApplication {
  readonly user_id: string;
}

interface LockedApplication extends FoundApplication {
  readonly withdrawn_at: Date | null;
}

/** The member who calls. */
interface Member {
  readonly facts: { readonly identities_user: { readonly id: string } };
  readonly org_company: { readonly id: string };
}

/** Refuses what the caller may not work on. */
interface Refusing {
  refuse(code: 'not_found' | 'own_application', options?: { readonly detail?: string }): never;
}

const FIND_APPLICATION = statement<FoundApplication>(
  'find_application_of_other',
  'select user_id from talent.applications where id = $1 and company_id = $2',
);

/**
 * A withdrawal, which deletes what members have written about the application, waits, and so does a second member who writes.
 * Not `for share`: shared row locks can overlap without end, and it would starve.
 */
const LOCK_APPLICATION = statement<LockedApplication>(
  'lock_application_of_other',
  'select user_id, withdrawn_at from talent.applications where id = $1 and company_id = $2 for no key update',
);

/**
 * What members share about an application of the caller's company, read in the same round trip as the check.
 * @param own the detail for the applicant, who does not see it.
 * @throws {Refusal} not_found, own_application.
 */
export async function readAboutOther<Row>(
  context: Member & Refusing & { readonly read: Queryable },
  applicationId: string,
  rows: Promise<Row[]>,
  own: { readonly detail?: string } = {},
): Promise<Row[]> {
  const [[application], found] = await Promise.all([
    context.read.query(FIND_APPLICATION, [applicationId, context.org_company.id]),
    rows,
  ]);
  requireOfOther(context, context, application, own);
  return found;
}

/** Locks an application of the caller's company; undefined: there is none. */
export async function lockReceivedApplication(
  tx: Member & Queryable,
  applicationId: string,
): Promise<LockedApplication | undefined> {
  const [application] = await tx.query(LOCK_APPLICATION, [applicationId, tx.org_company.id]);
  return application;
}

/**
 * Locks an application of the caller's company that is not the caller's own.
 * @throws {Refusal} not_found, own_application.
 */
export async function lockApplicationOfOther(
  tx: Member & Queryable,
  context: Refusing,
  applicationId: string,
  own: { readonly detail?: string } = {},
): Promise<LockedApplication> {
  return requireOfOther(tx, context, await lockReceivedApplication(tx, applicationId), own);
}

function requireOfOther<Application extends FoundApplication>(
  { facts }: Member,
  context: Refusing,
  application: Application | undefined,
  own: { readonly detail?: string },
): Application {
  if (application === undefined) return context.refuse('not_found');
  return application.user_id === facts.identities_user.id
    ? context.refuse('own_application', own)
    : application;
}
