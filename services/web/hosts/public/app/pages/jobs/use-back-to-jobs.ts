import { useListAddress } from '#design/list-memory.tsx';

/** A page's link back to the catalogue, with the search from which the user came (U18). */
export function useBackToJobs(): { readonly to: string; readonly title: string } {
  const to = useListAddress('/jobs');
  return { to, title: to === '/jobs' ? 'All jobs' : 'Jobs found' };
}
