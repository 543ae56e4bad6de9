import type { FormValues } from '#api/form-action.ts';
import { optionalRead, type PageAddress } from '#api/page-reads.ts';
import { sendWrite } from '#api/page-result.ts';
import { OLDER_PARAMETER } from '../../conversation/older-parameter.ts';

/** The messages on an application; an applicant who is a member does not see them as the company. */
export const readMessages = ({ url, params }: PageAddress) =>
  optionalRead('ApplicationMessageService.ListApplicationMessages', {
    application_id: params['id'] ?? '',
    cursor: url.searchParams.get(OLDER_PARAMETER) ?? '',
    limit: 20,
  });

/** The templates that a message can begin with: a company has at most 50. */
export const readTemplates = () =>
  optionalRead('MessageTemplateService.ListMessageTemplates', { cursor: '', limit: 100 });

/** What the forms of the conversation ask for. */
export const messageIntents = (application_id: string, signal: AbortSignal) => ({
  send_message: (form: FormValues) =>
    sendWrite(
      'ApplicationMessageService.CreateApplicationMessage',
      { application_id, text: form.text('text') },
      signal,
    ),
  undo_message: (form: FormValues) =>
    sendWrite('ApplicationMessageService.DeleteApplicationMessage', { id: form.text('id') }, signal),
  render_template: (form: FormValues) =>
    sendWrite(
      'MessageTemplateService.GetRenderedMessage',
      { id: form.text('template'), application_id },
      signal,
    ),
  read_messages: (form: FormValues) =>
    sendWrite(
      'ApplicationMessageService.MarkApplicationMessagesRead',
      { application_id, newest_id: form.text('newest_id') },
      signal,
    ),
});
