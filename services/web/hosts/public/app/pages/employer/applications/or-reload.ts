import { data } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';

/** A withdrawal meanwhile counts as news, and not as a failure: the page's data is read again and says so (U17). */
export async function orReload<T>(
  sending: Promise<ReturnType<typeof data<ActionResult<T>>>>,
): Promise<ReturnType<typeof data<ActionResult<T>>>> {
  const sent = await sending;
  if (sent.data.refusal?.code !== 'application_withdrawn') return sent;
  return data<ActionResult<T>>(sent.data);
}
