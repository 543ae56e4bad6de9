import type { FormValues } from '#api/form-values.ts';
import { sendWrite } from '#api/page-result.ts';
import { STAGE_LABELS } from '#design/stage.tsx';

/** Moves the applications that a form names with their versions. */
export function moveSelected(form: FormValues, signal: AbortSignal) {
  const input = {
    stage: form.choice('stage', STAGE_LABELS),
    items: seenOf(form),
    message: form.text('message'),
  };
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
