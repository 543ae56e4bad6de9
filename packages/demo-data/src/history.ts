import { listOf, objectOf, readData, textOf, textsOf } from './data-file.ts';

const history = objectOf(readData('history'), 'history');

/** What applicants wrote with their applications. */
export const APPLICATION_MESSAGES = textsOf(history['application_messages'], 'application_messages');

/** What members of companies noted about applicants. */
export const APPLICATION_NOTES = textsOf(history['application_notes'], 'application_notes');

/** What companies and applicants wrote to each other, by turns: the company begins. */
export const CONVERSATION_TEXTS = textsOf(history['conversation'], 'conversation');

/** Templates of the demo company. */
export const MESSAGE_TEMPLATES = listOf(history['message_templates'], 'message_templates').map((template) => {
  const { name, text } = objectOf(template, 'a message template');
  return { name: textOf(name, 'name'), text: textOf(text, 'text') };
});

/** Where interviews take place, and what a company adds. */
export const INTERVIEW_PLACES = textsOf(history['interview_places'], 'interview_places');

/** The reasons that staff gave, by what they did. */
export const APPROVAL_REASONS = textsOf(history['approval_reasons'], 'approval_reasons');
export const REFUSAL_REASONS = textsOf(history['refusal_reasons'], 'refusal_reasons');
export const SUSPENSION_REASONS = textsOf(history['suspension_reasons'], 'suspension_reasons');
export const DISABLED_REASONS = textsOf(history['company_disabled_reasons'], 'company_disabled_reasons');

const hidden = objectOf(history['hidden_job_post'], 'hidden_job_post');

/** The job post that staff hide, with their reason and what its company reads. */
export const HIDDEN_JOB_POST = {
  company: textOf(hidden['company'], 'hidden_job_post'),
  title: textOf(hidden['title'], 'hidden_job_post'),
  reason: textOf(hidden['reason'], 'hidden_job_post'),
  ownerReason: textOf(hidden['owner_reason'], 'hidden_job_post'),
} as const;

/** What the owners of a disabled company read. */
export const OWNER_REASONS = textsOf(history['company_owner_reasons'], 'company_owner_reasons');
