import { formAction } from '#api/form-action.ts';
import { sendChange, sendWrite } from '#api/page-result.ts';
import { OFFER_ANSWER_LABELS } from '#design/stage.tsx';

/** The action of a page with own applications: answers an offer, or withdraws. */
export function changeApplication(request: Request) {
  return formAction(request, {
    answer: (form) => {
      const answer = form.choice('answer', OFFER_ANSWER_LABELS);
      const input = { id: form.text('id'), answer, message: form.text('message') };
      return sendChange(form, 'TalentApplicationService.UpdateOfferAnswer', input, request.signal);
    },
    withdraw: (form) =>
      sendWrite('TalentApplicationService.DeleteApplication', { id: form.text('id') }, request.signal),
  });
}
