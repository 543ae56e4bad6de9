import { onlyRow, type Queryable, type Statement, statement } from '@gatehouse/boundary';
import { type Logger, type RepeatedTask, repeatWhileWork } from '@gatehouse/runtime';

/** So that what one company leaves behind again and again leaves others half of the processor time (G6). */
const PAUSE_MILLIS = 100;

type Step = Statement<{ has_worked: boolean }>;

/**
 * Replaces the names of renamed companies in the documents of the public search, for about 100 ms. An edit of a post waits for a
 * step that writes its document, and a revocation for the edit (G1).
 */
export const RENAME_IN_DOCUMENTS: Step = statement(
  'rename_in_documents',
  'select employer.rename_in_documents(100) as has_worked',
);

/** Notifies 200 applicants of a closed job post, of whom its closing has notified the newest alone (G1). */
export const NOTIFY_OF_NEXT_CLOSED_POST: Step = statement(
  'notify_of_next_closed_post',
  'select identity.notify_of_next_closed_post(200) as has_worked',
);

/** Deletes 1,000 more notifications and assignments of a member whose membership has ended (G1). */
export const FORGET_COMPANY_OF_NEXT_MEMBER: Step = statement(
  'forget_company_of_next_member',
  'select identity.forget_company_of_next_member(1000) as has_worked',
);

/** Closes 1,000 more reports of companies that staff have disabled (G1). */
export const CLOSE_REPORTS_OF_DISABLED_COMPANIES: Step = statement(
  'close_reports_of_disabled_companies',
  'select identity.close_reports_of_disabled_companies(1000) as has_worked',
);

/**
 * Repeats a step of what requests leave behind. Several instances may run: each works on other rows.
 * @param pollMillis the pause after a run that found nothing.
 */
export function startSteps(
  step: Step,
  writes: Queryable,
  { log, pollMillis }: { log: Logger; pollMillis: number },
): RepeatedTask {
  const next = async () => onlyRow(await writes.query(step, []), step.name).has_worked;
  return repeatWhileWork(next, {
    pollMillis,
    pauseMillis: PAUSE_MILLIS,
    onFailure: (error) => log.warn({ err: error, step: step.name }, 'a step of background work failed'),
  });
}
