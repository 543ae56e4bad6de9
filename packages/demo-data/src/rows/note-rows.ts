import { demoId } from '../demo-id.ts';
import { APPLICATION_NOTES } from '../history.ts';
import { numberOf, pick } from '../pick.ts';
import { companyId } from '../times-and-ids.ts';

type Row = Readonly<Record<string, unknown>>;

/** Up to two notes on each application that the demo company has looked at, by one member after another. */
export function noteRows({
  applications,
  authorIds,
  firstDay,
  now,
}: {
  applications: readonly Row[];
  authorIds: readonly string[];
  firstDay: number;
  now: number;
}): readonly Row[] {
  const ours = companyId('Harbour & Pine', firstDay);
  return applications.flatMap(({ id, company_id, stage, created_at }) => {
    if (company_id !== ours || stage === 'submitted') return [];
    const applied = Date.parse(String(created_at));
    return Array.from({ length: numberOf(`${id} notes`) % 3 }, (_, n) => {
      const at = Math.floor(applied + (now - applied) * (0.4 + n * 0.3));
      return {
        id: demoId(`${id} note ${n}`, at),
        application_id: id,
        author_id: authorIds[(numberOf(`${id} author`) + n) % authorIds.length],
        text: pick(`${id} note ${n}`, APPLICATION_NOTES),
        created_at: new Date(at).toISOString(),
      };
    });
  });
}
