import type { Endpoints } from '@gatehouse/contract/wire';
import type { FormValues } from '#api/form-values.ts';
import { sendWrite } from '#api/page-result.ts';
import { STAGE_LABELS } from '#design/stage.tsx';

/** Moves the applications that a form names with their versions. */
export function moveSelected(form: FormValues, signal: AbortSignal) {
  const message = form.text('message');
  const input = {
    stage: form.choice('stage', STAGE_LABELS),
    items: seenOf(form),
    // The API of the release before refuses a field that it does not know, also an empty one.
    ...(message === '' ? {} : { message }),
  } as Endpoints['ApplicationService.CreateApplicationMoves']['input'];
  return sendWrite('ApplicationService.CreateApplicationMoves', input, signal);
}

/** Undoes the moves of such applications. */
export function undoMoves(form: FormValues, signal: AbortSignal) {
  return sendWrite('ApplicationService.CreateApplicationMoveUndos', { items: seenOf(form) }, signal);
}

function seenOf(form: FormValues): { id: string; etag: string }[] {
  return form.list('items', /\n/).map((line) => {
    const [id = '', etag = ''] = line.split(' ');
    return { id, etag };
  });
}
