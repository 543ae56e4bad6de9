import { useSearchParams } from 'react-router';
import { safeReturnTo } from './return-to.ts';

/** Where this page leads on to, by its address; null: to its own next page. */
export function useReturnTo(): string | null {
  return safeReturnTo(useSearchParams()[0].get('return_to'));
}
