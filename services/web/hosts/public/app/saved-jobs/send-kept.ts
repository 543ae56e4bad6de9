import { type ApiAnswer, saysFactsChanged } from '#api/api-answer.ts';
import { sendShownWrite } from '#api/send-shown-write.ts';
import type { useToast } from '#design/toast.tsx';
import type { KeptSave } from '#journey/kept-save.ts';
import { filtersOf, searchOf } from '../pages/jobs/search.ts';
import { savedNote } from '../pages/saved/saved-note.ts';
import type { useSavedJobs } from './saved-jobs.tsx';

interface Page extends Pick<ReturnType<typeof useSavedJobs>, 'noteChanged'> {
  readonly showToast: ReturnType<typeof useToast>;
  readonly reload: () => void;
}

/** Saves what a visitor wanted to save before the sign-in, and says so. */
export async function sendKept(kept: KeptSave, page: Page): Promise<void> {
  if ('jobPostId' in kept) {
    const answer = await sendShownWrite('SavedJobPostService.SaveJobPost', { job_post_id: kept.jobPostId });
    if (answer?.ok) {
      page.noteChanged(kept.jobPostId, true);
      page.showToast('Job saved.');
    } else if (answer !== null) showRefusal('job', answer, page);
    return;
  }
  const search = filtersOf(searchOf(new URL(kept.searchAddress, location.origin)));
  const answer = await sendShownWrite('SavedSearchService.CreateSavedSearch', { search, frequency: 'daily' });
  if (answer?.ok) page.showToast(savedNote(answer.data));
  else if (answer !== null) showRefusal('search', answer, page);
}

function showRefusal(
  what: string,
  { refusal }: Extract<ApiAnswer<unknown>, { ok: false }>,
  { showToast, reload }: Page,
): void {
  showToast(`The ${what} was not saved. ${refusal.detail}`, 'bad');
  if (saysFactsChanged(refusal)) reload();
}
