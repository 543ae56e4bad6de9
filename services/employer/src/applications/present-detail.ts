import { randomUUID } from 'node:crypto';
import { onlyRow, type Queryable, statement } from '@gatehouse/boundary';
import type { Application, Career } from '@gatehouse/contract';
import { previewMail, REPORTED_STAGES } from '@gatehouse/mail';
import { type ApplicationRow, presentApplication } from './application-row.ts';
import { findTimeline, forApplicant, stageChangesOf } from './history.ts';
import { findStageMail, type StageMailValues, stageMailValues } from './stage-mail.ts';

/** Apart, because lists do without it: it may have 30,000 characters. */
const FIND_CAREER = statement<{ career: Career }>(
  'find_career_of_application',
  'select career from talent.applications where id = $1',
);

/** The member who reads. */
export interface Reader {
  readonly facts: { readonly identities_user: { readonly id: string } };
  readonly org_company: { readonly id: string; readonly name: string };
}

/** A mail about a stage, and where it would have a message of the company. */
function presentStageMail(
  row: ApplicationRow,
  of: Pick<StageMailValues, 'company' | 'stage'>,
): Application['mails'][number] {
  const mailWith = (message: string) =>
    previewMail('application_stage', stageMailValues(row, { ...of, message }));
  // What no user can have typed.
  const mark = randomUUID();
  const [text_before_message = '', text_after_message = ''] = mailWith(mark).text.split(mark);
  return { stage: of.stage, ...mailWith(''), text_before_message, text_after_message };
}

/** An application with its history and its mails. Of a withdrawn one nothing but that is left (U17). */
export async function presentDetail(
  queryable: Queryable,
  row: ApplicationRow,
  { facts, org_company: { name: company } }: Reader,
): Promise<Application> {
  const application = presentApplication(row);
  if (row.withdrawn_at !== null) return application;
  const [mail, timeline, careers] = await Promise.all([
    findStageMail(queryable, row),
    findTimeline(queryable, row.id),
    queryable.query(FIND_CAREER, [row.id]),
  ]);
  const preview = (stage: StageMailValues['stage']) => presentStageMail(row, { company, stage });
  const isOwn = row.user_id === facts.identities_user.id;
  const shown = isOwn ? forApplicant(timeline) : timeline;
  return {
    ...application,
    applicant: { ...application.applicant, ...onlyRow(careers, 'the application') },
    answers: [...row.answers],
    history: stageChangesOf(shown),
    timeline: shown,
    mails: REPORTED_STAGES.map(preview),
    ...(isOwn || mail.waitsUntil === null ? {} : { mail_at: mail.waitsUntil.toISOString() }),
    ...(isOwn || mail.undoStage === null ? {} : { undo_stage: mail.undoStage }),
  };
}
