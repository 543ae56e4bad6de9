import { data } from 'react-router';
import { ownRefusal } from './api-answer.ts';
import { noteSaved } from './changed-forms.ts';
import { FormValues, UnknownChoice } from './form-values.ts';
import type { ActionResult } from './page-result.ts';

/** Handlers by intent: what the forms of a page can ask for. */
type Intents = Readonly<Record<string, (form: FormValues) => Promise<unknown>>>;

/**
 * A page's action: runs the handler that the form's field `intent` names. A form with an unknown intent, or with a choice
 * that its handler does not know, is refused with 400 before anything is sent. After success its text counts as saved (G8).
 */
export async function formAction<Handlers extends Intents>(
  request: Request,
  handlers: Handlers,
): Promise<Awaited<ReturnType<Handlers[keyof Handlers]>> | ReturnType<typeof refuseForm>> {
  const sent = await request.formData();
  const form = new FormValues(sent);
  try {
    const handle = handlers[form.choice('intent', handlers)] as Handlers[keyof Handlers];
    const result = (await handle(form)) as Awaited<ReturnType<Handlers[keyof Handlers]>>;
    if (!isRefused(result)) noteSaved(sent);
    return result;
  } catch (error) {
    if (error instanceof UnknownChoice) return refuseForm();
    throw error;
  }
}

/** Whether an action has returned a refusal; a redirect is a success. */
function isRefused(result: unknown): boolean {
  const body = typeof result === 'object' && result !== null && 'data' in result ? result.data : null;
  return (body as ActionResult | null)?.refusal !== undefined;
}

function refuseForm() {
  const refusal = ownRefusal(
    400,
    'This form is out of date',
    'Nothing was changed. Reload the page and try again.',
  );
  return data<ActionResult<never>>({ refusal }, { status: 400 });
}
