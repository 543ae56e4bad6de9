import {
  dropWaitingMails,
  findTopicMails,
  type Queryable,
  required,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import type { ApplicationStage } from '@gatehouse/contract';
import { isReportedStage, type MAILS, type ValuesOf } from '@gatehouse/mail';
import type { MovedRow } from './application-row.ts';
import {
  addStageNotifications,
  cancelUnseenStageNotifications,
  keepStagesOutOfDigest,
} from './stage-notification.ts';

const KIND = 'application_stage';

/** The mail about an application's stage. */
export interface StageMail {
  /** When the waiting mail is sent; null: none waits. */
  readonly waitsUntil: Date | null;
  /** The stage before the change that the waiting mail reports; null: that change cannot be undone. */
  readonly undoStage: ApplicationStage | null;
  /** The stage in the last mail to the applicant; null: none was sent. */
  readonly reportedStage: ApplicationStage | null;
}

const FIND_ADDRESSES = statement<{ id: string; email: string }>(
  'find_addresses_of_applicants',
  'select u.id, u.email from identity.users u where u.id = any ($1::uuid[])',
  { indexes: ['users_pkey'] },
);

const NO_MAIL: StageMail = { waitsUntil: null, undoStage: null, reportedStage: null };

/** The mails about the stages of some applications. @returns by id. A stage whose offer is answered cannot be undone. */
export async function findStageMails(
  queryable: Queryable,
  rows: readonly Pick<MovedRow, 'id' | 'offer_answer'>[],
): Promise<(id: string) => StageMail> {
  const topics = rows.map(({ id }) => id);
  const mails = await findTopicMails(queryable, KIND, topics);
  const answered = new Set(rows.filter(({ offer_answer }) => offer_answer !== null).map(({ id }) => id));
  return (id) => {
    const mail = mails.get(id);
    if (mail === undefined) return NO_MAIL;
    const { waitsUntil, stateBefore, reportedState } = mail;
    // The outbox has the stages that `notifyApplicants` wrote.
    return {
      waitsUntil,
      undoStage: answered.has(id) ? null : (stateBefore as ApplicationStage | null),
      reportedStage: reportedState as ApplicationStage | null,
    };
  };
}

/** The mail about the stage of one application. */
export async function findStageMail(
  queryable: Queryable,
  row: Pick<MovedRow, 'id' | 'offer_answer'>,
): Promise<StageMail> {
  return (await findStageMails(queryable, [row]))(row.id);
}

/** Drops the waiting mails of changes that are undone. @returns by id the stage before each; the other changes are final. */
export async function dropUndoneMails(
  tx: Transaction,
  rows: readonly Pick<MovedRow, 'id' | 'offer_answer'>[],
): Promise<ReadonlyMap<string, ApplicationStage>> {
  const open = rows.filter(({ offer_answer }) => offer_answer === null).map(({ id }) => id);
  // The outbox has the stages that `notifyApplicants` wrote; of a change that can be undone it has the one before.
  return (await dropWaitingMails(tx, KIND, open, 'undone')) as ReadonlyMap<string, ApplicationStage>;
}

/** What the mail about a stage is made of. */
export type StageMailValues = ValuesOf<(typeof MAILS)['application_stage']['slots']>;

/** The values of the mail about one stage of an application. @param message the company's own words; may be empty. */
export function stageMailValues(
  { id, name, job_post_title }: Pick<MovedRow, 'id' | 'name' | 'job_post_title'>,
  { company, stage, message }: Pick<StageMailValues, 'company' | 'stage' | 'message'>,
): StageMailValues {
  return { name, company, job: job_post_title, stage, message, link: `/talent/applications/${id}` };
}

/** A change of the stage, as its mail needs it. */
export interface StageNews {
  /** As it is after the change. */
  readonly row: MovedRow;
  /** The stage before the change; null: the change has undone another one, so that its message is not new. */
  readonly undoStage: ApplicationStage | null;
  /** The company's own words, without spaces around them; may be empty. */
  readonly message: string;
}

/**
 * Tells each applicant the new stage, in the page and by mail, after a minute, in place of what still waits. Nothing is said of
 * the stage that the applicant's last mail reported, unless the company has written a new message, or for a stage without news
 * for the applicant. A message is in no other place: its mail is sent whatever the applicant has chosen.
 */
export async function notifyApplicants(
  tx: Transaction,
  company: string,
  news: readonly StageNews[],
): Promise<void> {
  const rowsOf = (some: readonly StageNews[]) => some.map(({ row }) => row);
  const ids = news.map(({ row }) => row.id);
  // First: it waits for a mail that is claimed at this moment, which is then one that the applicant gets.
  await dropWaitingMails(tx, KIND, ids, 'withdrawn');
  const mailOf = await findStageMails(tx, rowsOf(news));
  const stageToTell = ({ row: { id, stage }, undoStage, message }: StageNews) =>
    isReportedStage(stage) && (stage !== mailOf(id).reportedStage || (message !== '' && undoStage !== null))
      ? stage
      : null;
  const silent = rowsOf(news.filter((one) => stageToTell(one) === null));
  await cancelUnseenStageNotifications(tx, silent);
  const told = news.flatMap((one) => {
    const stage = stageToTell(one);
    return stage === null ? [] : [{ ...one, stage, hasMessage: one.message !== '' }];
  });
  await addStageNotifications(tx, rowsOf(told));
  await keepStagesOutOfDigest(tx, rowsOf(told.filter(({ hasMessage }) => hasMessage)));
  const addresses = await findAddresses(tx, rowsOf(told));
  const mails = told.map(({ row, stage, undoStage, message, hasMessage }) => ({
    to: required(addresses.get(row.user_id), 'the address of the applicant'),
    topic: row.id,
    isAlwaysSent: hasMessage,
    state: { now: stage, before: undoStage },
    values: stageMailValues(row, { company, stage, message }),
  }));
  await tx.mailEach(KIND, mails);
}

/** By user. Read when the notifications have locked the users: the outbox would refuse a former address, and with it all moves (G6). */
async function findAddresses(
  tx: Transaction,
  rows: readonly Pick<MovedRow, 'user_id'>[],
): Promise<ReadonlyMap<string, string>> {
  if (rows.length === 0) return new Map();
  const users = await tx.query(FIND_ADDRESSES, [rows.map(({ user_id }) => user_id)]);
  return new Map(users.map(({ id, email }) => [id, email]));
}
