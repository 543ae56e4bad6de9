import { formAction } from '#api/form-action.ts';
import type { FormValues } from '#api/form-values.ts';
import { orReload } from '#api/or-reload.ts';
import { sendChange, sendWrite } from '#api/page-result.ts';
import { OFFER_ANSWER_LABELS } from '#design/stage.tsx';

/** What the forms about an own application ask for: to answer an offer, or to withdraw. */
export const applicationIntents = (signal: AbortSignal) => ({
  answer: (form: FormValues) => {
    const answer = form.choice('answer', OFFER_ANSWER_LABELS);
    const input = { id: form.text('id'), answer, message: form.text('message') };
    return sendChange(form, 'TalentApplicationService.UpdateOfferAnswer', input, signal);
  },
  withdraw: (form: FormValues) =>
    orReload(
      sendWrite('TalentApplicationService.DeleteApplication', { id: form.text('id') }, signal),
      'not_found',
    ),
});

/** The action of the list of own applications. */
export function changeApplication(request: Request) {
  return formAction(request, applicationIntents(request.signal));
}
