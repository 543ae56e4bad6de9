import { demoId } from '../../demo-id.ts';
import type { DemoPerson } from '../../people.ts';
import { demoAdmins } from '../../staff.ts';
import { companyId, personId } from '../../times-and-ids.ts';

export type EventRow = Readonly<Record<string, unknown>>;

interface Actor {
  readonly kind: 'user' | 'admin';
  readonly id: string | null;
}

/** The member of the staff who decides. */
export const operatorOf = (firstDay: number): Actor => ({
  kind: 'admin',
  id: demoId(demoAdmins[0].email, firstDay),
});

/** The owner of a company, by its id. */
export function findOwners(people: readonly DemoPerson[], firstDay: number): (company: unknown) => Actor {
  const ids = new Map(
    people.flatMap(({ email, membership }, index) =>
      membership?.role === 'owner'
        ? [[companyId(membership.company, firstDay), personId(email, index, firstDay)] as const]
        : [],
    ),
  );
  return (company) => ({ kind: 'user', id: ids.get(String(company)) ?? null });
}

/** One row of the audit trail; `at` is in milliseconds. */
export function event(
  action: string,
  actor: Actor,
  subject: { readonly kind: string; readonly id: string },
  {
    at,
    change = '',
    reason = '',
  }: { readonly at: number; readonly change?: string; readonly reason?: string },
): EventRow {
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
