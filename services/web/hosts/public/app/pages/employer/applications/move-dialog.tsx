import type { Application, ListMessageTemplatesResponse } from '@gatehouse/contract/wire';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ApiAnswer } from '#api/api-answer.ts';
import { callApi } from '#api/browser-api.ts';
import { type Change, ConfirmDialog } from '#design/confirm-dialog.tsx';
import { TextArea } from '#design/fields.tsx';
import { useFormState } from '#design/form-body.tsx';
import { STAGE_LABELS } from '#design/stage.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { useNames, withNames } from '../message-names.ts';
import { useTextOf } from '../use-text-of.ts';
import { InsertTemplate } from './insert-template.tsx';
import { MailPreview } from './mail-preview.tsx';
import type { MailedStage } from './mailed-stages.ts';
import { stageNames, stageTexts } from './stage-versions.ts';
import { readTemplates } from './templates.ts';

const MAX_LENGTH = 1000;

const TEXTS = {
  interview: {
    one: (name: string) => `Invite ${name} to an interview?`,
    several: (count: number) => `Invite ${count} applicants to an interview?`,
    confirm: 'Invite to interview',
    done: (name: string) => `${name} will get an invitation by email.`,
    tone: 'primary',
  },
  offer: {
    one: (name: string) => `Make ${name} an offer?`,
    several: (count: number) => `Make ${count} applicants an offer?`,
    confirm: 'Make offer',
    done: (name: string) => `${name} will get your offer by email.`,
    tone: 'primary',
  },
  rejected: {
    one: (name: string) => `Decline ${name}’s application?`,
    several: (count: number) => `Decline ${count} applications?`,
    confirm: 'Decline',
    done: (name: string) => `Declined. ${name} will be notified by email.`,
    tone: 'bad',
  },
} as const;

/** Whose application is moved. */
export interface Moving {
  readonly id: string;
  readonly name: string;
  readonly job: string;
}

/** What the user is about to do. */
export interface MailedMove {
  readonly stage: MailedStage;
  /** Those who get the email, at least one. */
  readonly applicants: readonly Moving[];
  /** Whether the API replaces placeholders in the message, as one message is for several applicants. */
  readonly hasPlaceholders?: boolean;
  /** Whether it may end an offer that is answered: the application's own page alone does (decision 0038). */
  readonly canEndOffer?: boolean;
  /** What the message begins as. */
  readonly message?: string;
}

/** The version of an application that a move refers to (G9). */
type Version = Pick<Application, 'etag' | 'stage' | 'offer_answer'>;

/**
 * Asks before each move that an applicant is mailed about, with that email, and takes a message for it (U7). The one dialog of the
 * application's page, the board and the list: loaded on demand, never rendered on the server.
 */
export function MoveDialog<Done>({
  move: { stage, applicants, hasPlaceholders = false, canEndOffer = false, message = '' },
  mails,
  version,
  isWaiting = false,
  form,
  ...dialog
}: {
  move: MailedMove;
  /** Of the first applicant, if the page has them. */
  mails?: Application['mails'];
  /**
   * The application as the user saw it when they asked, where the form changes one: not what the page has read since, which this
   * dialog does not show (G9).
   */
  version?: Version;
  /** A move before this one is on its way. */
  isWaiting?: boolean;
  /** Without `onDone`, a toast says what was done. */
  form: Pick<Change<Done>, 'intent' | 'fields' | 'onDone'>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  opener: RefObject<HTMLElement | null>;
}) {
  const [first] = applicants;
  const { length: count } = applicants;
  const name = first?.name ?? '';
  const { confirm, tone, done, ...titles } = TEXTS[stage];
  const mail = useMail(first?.id ?? '', stage, mails);
  const templates = useTemplates();
  const [found, setFound] = useState<Version>();
  const obstacle = found && obstacleOf(found, { stage, name, canEndOffer });
  const warning = warningOf(found ?? version, name);
  return (
    <ConfirmDialog
      {...dialog}
      change={{
        ...form,
        label: confirm,
        about: name,
        title: count === 1 ? titles.one(name) : titles.several(count),
        tone,
        done: form.onDone === undefined ? done(name) : undefined,
        isLoading: isWaiting || mail === undefined,
        isBlocked: obstacle !== undefined,
        description:
          obstacle ??
          (count === 1
            ? `This email is sent after one minute. ${warning ?? `Until then ${name} does not see it, and you can undo it.`}`
            : `${count} applicants get an email after one minute. Until then you can undo the move.`),
        children: (
          <>
            {version === undefined ? null : (
              <EditedVersion resource={version} textsOf={stageTexts} names={stageNames} />
            )}
            <FoundVersion onFound={setFound} />
            {count === 1 ? null : <p dir="auto">{applicants.map((one) => one.name).join(', ')}</p>}
            {first === undefined ? null : (
              <MessageFields
                first={first}
                count={count}
                hasPlaceholders={hasPlaceholders}
                message={message}
                mail={obstacle === undefined ? mail : null}
                templates={templates}
              />
            )}
          </>
        ),
      }}
    />
  );
}

/** Reports the current version of a conflict, which the form shows and sends from then on (G9). */
function FoundVersion({ onFound }: { onFound: (found: Version) => void }) {
  const { refusal } = useFormState();
  const current = refusal?.code === 'edit_conflict' ? refusal.conflict?.current : undefined;
  useEffect(() => {
    // The API presents the application as it does everywhere.
    if (current !== undefined) onFound(current as unknown as Version);
  }, [current, onFound]);
  return null;
}

/** Why a move is not offered any more, after another member's change; undefined: it is. */
function obstacleOf(
  { stage, offer_answer }: Version,
  to: { readonly stage: MailedStage; readonly name: string; readonly canEndOffer: boolean },
): string | undefined {
  if (stage === to.stage) {
    // The API would answer that all is well, without the message.
    return `${to.name} is in ${STAGE_LABELS[stage]} already, and no other email is sent. A message that you typed stays here until you close this dialog.`;
  }
  if (offer_answer === undefined || to.canEndOffer) return undefined;
  return `${to.name} has ${offer_answer} the offer. Open the application to move it, which ends the offer.`;
}

/** An answer that a change has ended does not come back. */
function warningOf(version: Version | undefined, name: string): string | undefined {
  return version?.offer_answer === undefined
    ? undefined
    : `It ends the offer that ${name} has ${version.offer_answer}. This cannot be undone.`;
}

/** The message, and the email with it as the first applicant gets it. */
function MessageFields({
  first,
  count,
  hasPlaceholders,
  message,
  mail,
  templates,
}: {
  first: Moving;
  count: number;
  hasPlaceholders: boolean;
  /** What the field begins as. */
  message: string;
  mail: Mail;
  templates: Templates;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useTextOf(field);
  const names = useNames({ applicant: first.name, job: first.job });
  return (
    <>
      <InsertTemplate
        templates={templates}
        field={field}
        maxLength={MAX_LENGTH}
        textOf={(template) => (hasPlaceholders ? template : withNames(template, names))}
      />
      <TextArea
        label="Your message (optional)"
        name="message"
        ref={field}
        hint={hintOf(count, hasPlaceholders)}
        defaultValue={message}
        maxLength={MAX_LENGTH}
        rows={4}
      />
      <FirstMail mail={mail} message={hasPlaceholders ? withNames(text, names) : text} />
      {count === 1 ? null : (
        <p className="hint">
          This is the email to {first.name}. The others get it with their own name and job post.
        </p>
      )}
    </>
  );
}

function hintOf(count: number, hasPlaceholders: boolean): string {
  const added =
    count === 1
      ? 'Added to the email below the news, and kept in the history.'
      : `Added to each of the ${count} emails below the news, and kept in the history: the same words for all.`;
  return hasPlaceholders
    ? `${added} {applicant_name}, {job_title}, {company_name} and {member_name} are replaced for each applicant.`
    : added;
}

function FirstMail({ mail, message }: { mail: Mail; message: string }) {
  if (mail === undefined) return <p role="status">Loading the email…</p>;
  if (typeof mail === 'string') {
    return <p className="field-error">The email cannot be shown. {mail}.</p>;
  }
  return mail === null ? null : <MailPreview mail={mail} message={message} />;
}

/** Undefined: it is on its way. A text: why it could not be read. Null: there is none. */
type Mail = Application['mails'][number] | string | null | undefined;

/** The mail about a stage. @param mails if the page has them. */
function useMail(id: string, stage: MailedStage, mails: Application['mails'] | undefined): Mail {
  const [answer, setAnswer] = useState<ApiAnswer<Application>>();
  const isKnown = mails !== undefined;
  useEffect(() => {
    if (!isKnown) void callApi('ApplicationService.GetApplication', { id }).then(setAnswer);
  }, [id, isKnown]);
  if (answer?.ok === false) return answer.refusal.title;
  const found = mails ?? answer?.data.mails;
  return found === undefined ? undefined : (found.find((one) => one.stage === stage) ?? null);
}

/** Undefined: they are on their way. */
type Templates = ApiAnswer<ListMessageTemplatesResponse> | undefined;

function useTemplates(): Templates {
  const [templates, setTemplates] = useState<Templates>();
  useEffect(() => {
    const { id, input } = readTemplates();
    void callApi(id, input).then(setTemplates);
  }, []);
  return templates;
}
