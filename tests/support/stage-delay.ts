import type { TestSystem } from '@gatehouse/testkit';

/** The delay of a stage's mail, and a second. */
const DELAY = "interval '66 seconds'";

/** As if the time in which the last changes of applications can be undone were over, and what tells the applicants were due. */
export async function passStageDelay(
  database: TestSystem['database'],
  ...applicationIds: readonly string[]
): Promise<void> {
  const statements = [
    `update talent.applications
        set updated_at = updated_at - ${DELAY}, stage_seen_from = stage_seen_from - ${DELAY}, seen_since = seen_since - ${DELAY}
      where id = any ($1::uuid[])`,
    `update identity.audit_events set at = at - ${DELAY} where subject_id = any ($1::uuid[])`,
    `update talent.application_messages set sent_at = sent_at - ${DELAY} where application_id = any ($1::uuid[])`,
    `update identity.mail_outbox
        set send_after = send_after - ${DELAY}, next_attempt_at = next_attempt_at - ${DELAY}
      where topic = any ($1::uuid[]) and attempts = 0 and sent_at is null and dropped_at is null`,
    `update identity.notifications set at = at - ${DELAY}, mail_at = mail_at - ${DELAY}
      where subject_id = any ($1::uuid[]) and at > now()`,
  ];
  for (const statement of statements) await database.query(statement, [applicationIds]);
}
