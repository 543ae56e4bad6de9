import type { GivenAnswer } from '@gatehouse/contract/wire';
import { markSaved } from '#api/changed-forms.ts';
import { FormValues } from '#api/form-values.ts';
import { formerAnswersOf, type GivenAnswers } from './former-answers.tsx';
import { answersOf } from './question-answers.tsx';

/** What a user has entered into an application and not sent, without a file. */
export interface ApplicationDraft {
  readonly message: string;
  readonly answers: readonly GivenAnswer[];
  readonly withCv: boolean;
}

const keyOf = (jobPostId: string) => `gatehouse-application-${jobPostId}`;

/**
 * Keeps what a form holds while the user is on another page (G8), in the storage of the tab, which belongs to one account
 * (`tab-owner.ts`). A file cannot be kept: with one, or where the browser refuses storage, leaving the page asks first.
 * @param given former answers, of which the form's own come later and win.
 */
export function keepDraft(
  jobPostId: string,
  { form, given }: { form: HTMLFormElement; given: GivenAnswers },
): void {
  const values = new FormValues(new FormData(form));
  const box = form.elements.namedItem('with_cv');
  const draft: ApplicationDraft = {
    message: values.text('message'),
    answers: [...formerAnswersOf(given), ...answersOf(values)],
    withCv: box instanceof HTMLInputElement ? box.checked : true,
  };
  try {
    sessionStorage.setItem(keyOf(jobPostId), JSON.stringify(draft));
  } catch {
    return;
  }
  if (values.file('cv') === null) markSaved(form);
}

/** The draft stays until the application is sent. */
export function readDraft(jobPostId: string): ApplicationDraft | undefined {
  try {
    const kept = sessionStorage.getItem(keyOf(jobPostId));
    return kept === null ? undefined : JSON.parse(kept);
  } catch {
    return undefined;
  }
}

/** Call it when the application has been sent. */
export function forgetDraft(jobPostId: string): void {
  try {
    sessionStorage.removeItem(keyOf(jobPostId));
  } catch {
    // Refused: then nothing was kept.
  }
}
