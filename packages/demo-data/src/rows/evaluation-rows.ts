import { demoId } from '../demo-id.ts';
import { numberOf } from '../pick.ts';
import { companyId } from '../times-and-ids.ts';

type Row = Readonly<Record<string, unknown>>;

interface Evaluated {
  readonly applications: readonly Row[];
  readonly firstDay: number;
  readonly now: number;
}

/** Up to two ratings of each application that the demo company has looked at, rather good ones for an interview or an offer. */
export function ratingRows({
  applications,
  raterIds,
  firstDay,
  now,
}: Evaluated & { raterIds: readonly string[] }): readonly Row[] {
  return ours({ applications, firstDay }).flatMap(({ id, company_id, stage, created_at }) => {
    if (stage === 'submitted') return [];
    const applied = Date.parse(String(created_at));
    return raterIds.slice(0, numberOf(`${id} ratings`) % (raterIds.length + 1)).map((raterId) => {
      const at = Math.floor(applied + (now - applied) * 0.5);
      const leaning = stage === 'rejected' ? 1 : stage === 'in_review' ? 2 : 3;
      return {
        id: demoId(`${id} rating ${raterId}`, at),
        application_id: id,
        company_id,
        rater_id: raterId,
        value: leaning + (numberOf(`${id} ${raterId}`) % 2),
        rated_at: new Date(at).toISOString(),
      };
    });
  });
}

/** An assignee for two thirds of the demo company's applications. */
export function assignmentRows({
  applications,
  membershipIds,
  firstDay,
  now,
}: Evaluated & { membershipIds: readonly string[] }): readonly Row[] {
  return ours({ applications, firstDay }).flatMap(({ id, created_at }) => {
    const membershipId = membershipIds[numberOf(`${id} assignee`) % (membershipIds.length + 1)];
    if (membershipId === undefined) return [];
    const applied = Date.parse(String(created_at));
    const at = Math.floor(applied + (now - applied) * 0.2);
    return [{ application_id: id, membership_id: membershipId, assigned_at: new Date(at).toISOString() }];
  });
}

function ours({ applications, firstDay }: Pick<Evaluated, 'applications' | 'firstDay'>): readonly Row[] {
  const company = companyId('Harbour & Pine', firstDay);
  return applications.filter(({ company_id }) => company_id === company);
}
