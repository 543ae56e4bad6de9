import { useState } from 'react';
import { useLocation } from 'react-router';
import { type ApiAnswer, isOutage } from '#api/api-answer.ts';

/**
 * The answer to show: the last good one of the same address while a reload of it fails, because what is shown holds the
 * forms in which the user types (G8).
 * @param isKept whether the last good one stays for this refusal; by default for an outage.
 */
export function useKeptAnswer<T>(
  answer: ApiAnswer<T>,
  isKept = !answer.ok && isOutage(answer.refusal),
): ApiAnswer<T> {
  const { pathname, search } = useLocation();
  const address = `${pathname}${search}`;
  const [last, setLast] = useState({ address, answer });
  const shown = isKept && last.answer.ok && last.address === address ? last.answer : answer;
  if (last.answer !== shown || last.address !== address) setLast({ address, answer: shown });
  return shown;
}
