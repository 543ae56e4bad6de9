import { data } from 'react-router';
import type { ActionResult } from './page-result.ts';

/**
 * A withdrawal meanwhile counts as news, and not as a failure: the page's data is read again and says so (U17).
 * @param gone the code of the refusal when what is changed no longer exists, such as a note that a colleague has deleted, or
 * reports that another operator has dismissed.
 */
export async function orReload<T>(
  sending: Promise<ReturnType<typeof data<ActionResult<T>>>>,
  gone?: 'not_found',
): Promise<ReturnType<typeof data<ActionResult<T>>>> {
  const sent = await sending;
  const code = sent.data.refusal?.code;
  if (code === undefined || (code !== 'application_withdrawn' && code !== gone)) return sent;
  return data<ActionResult<T>>(sent.data);
}
