import { demoId } from '../demo-id.ts';

type Row = Readonly<Record<string, unknown>>;

const DAY_MILLIS = 86_400_000;
const UNREAD_DAYS = 7;
const REPORTED_STAGES: readonly unknown[] = ['interview', 'offer', 'rejected'];

/** Notifications of the demo's talent about stages, and of a company's members about new applications; the older ones are read. */
export function notificationRows({
  applications,
  talentId,
  memberIds,
  companyId,
  now,
}: {
  applications: readonly Row[];
  talentId: string;
  memberIds: readonly string[];
  companyId: string;
  now: number;
}): readonly Row[] {
  const make = (
    userId: string,
    kind: string,
    { subjectId, value, at }: { subjectId: unknown; value: unknown; at: number },
  ): Row => ({
    id: demoId(`${userId} ${kind} ${String(subjectId)}`, Math.floor(at)),
    user_id: userId,
    kind,
    subject_id: subjectId,
    value,
    at: new Date(at).toISOString(),
    read_at: now - at < UNREAD_DAYS * DAY_MILLIS ? null : new Date(at + (now - at) / 2).toISOString(),
  });
  const stages = applications
    .filter(({ user_id, stage }) => user_id === talentId && REPORTED_STAGES.includes(stage))
    .map(({ id, stage, updated_at }) =>
      make(talentId, 'application_moved', {
        subjectId: id,
        value: stage,
        at: Date.parse(String(updated_at)),
      }),
    );
  const ofCompany = applications.filter(({ company_id }) => company_id === companyId);
  const newest = Map.groupBy(ofCompany, ({ job_post_id }) => job_post_id);
  const received = memberIds.flatMap((memberId) =>
    [...newest].map(([post, rows]) =>
      make(memberId, 'application_received', {
        subjectId: post,
        value: '',
        at: Math.max(...rows.map(({ created_at }) => Date.parse(String(created_at)))),
      }),
    ),
  );
  return [...stages, ...received];
}
