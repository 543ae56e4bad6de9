import type { SavedSearch } from '@gatehouse/contract/wire';

/** What happened to a search that was saved. One that was saved before keeps its frequency. */
export function savedNote(saved: Pick<SavedSearch, 'frequency'> | undefined): string {
  const frequency = saved?.frequency;
  if (frequency === 'none')
    return 'You have saved this search without email. Change that in your saved searches.';
  return `Search saved: new jobs come by email, once a ${frequency === 'weekly' ? 'week' : 'day'} at most.`;
}
