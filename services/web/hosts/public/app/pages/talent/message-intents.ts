import type { FormValues } from '#api/form-values.ts';
import { orReload } from '#api/or-reload.ts';
import { sendWrite } from '#api/page-result.ts';

/** What the forms of the conversation ask for. */
export const messageIntents = (application_id: string, signal: AbortSignal) => ({
  send_message: (form: FormValues) =>
    sendWrite(
      'TalentMessageService.CreateTalentMessage',
      { application_id, text: form.text('text') },
      signal,
    ),
  undo_message: (form: FormValues) =>
    orReload(
      sendWrite('TalentMessageService.DeleteTalentMessage', { id: form.text('id') }, signal),
      'not_found',
    ),
  read_messages: (form: FormValues) =>
    sendWrite(
      'TalentMessageService.MarkTalentMessagesRead',
      { application_id, newest_id: form.text('newest_id') },
      signal,
    ),
});
