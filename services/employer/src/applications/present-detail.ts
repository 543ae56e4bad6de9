import type { Queryable } from '@gatehouse/boundary';
import type { Application } from '@gatehouse/contract';
import { previewMail, REPORTED_STAGES } from '@gatehouse/mail';
import { type ApplicationRow, presentApplication } from './application-row.ts';
import { findTimeline, stageChangesOf } from './history.ts';
import { findStageMail, type StageMailValues, stageMailValues } from './stage-mail.ts';

/** An application with its history and its mails. Of a withdrawn one nothing but that is left (U17). */
export async function presentDetail(
  queryable: Queryable,
  row: ApplicationRow,
  company: string,
): Promise<Application> {
  const application = presentApplication(row);
  if (row.withdrawn_at !== null) return application;
  const [mail, timeline] = await Promise.all([
    findStageMail(queryable, row.id),
    findTimeline(queryable, row.id),
  ]);
  const preview = (stage: StageMailValues['stage']) => ({
    stage,
    ...previewMail('application_stage', stageMailValues(row, { company, stage, message: '' })),
  });
  return {
    ...application,
    history: stageChangesOf(timeline),
    timeline,
    mails: REPORTED_STAGES.map(preview),
    ...(mail.waitsUntil === null ? {} : { mail_at: mail.waitsUntil.toISOString() }),
    ...(mail.undoStage === null || row.offer_answer !== null ? {} : { undo_stage: mail.undoStage }),
  };
}
