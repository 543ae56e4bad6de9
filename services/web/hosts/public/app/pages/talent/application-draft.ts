import type { ScreeningQuestion } from '@gatehouse/contract/wire';
import { isChanged, markChanged, markSaved } from '#api/changed-forms.ts';
import { FormValues } from '#api/form-values.ts';
import { type GivenAnswers, withAnswers } from './former-answers.tsx';
import { answersOf } from './question-answers.tsx';

/** Whose application to which job post. */
export interface ApplicationKey {
  readonly accountId: string | undefined;
  readonly jobPostId: string;
}

/** What a user had entered into an application before they opened their profile from it. */
export interface ApplicationDraft extends ApplicationKey {
  readonly message: string;
  /** With those to former questions. */
  readonly answers: GivenAnswers;
  readonly sendsCv: boolean;
  readonly file: File | null;
}

/** In the memory of this document: it waits for the user's return, and another account never sees it (C2). */
let kept: ApplicationDraft | undefined;

/** Keeps what a form holds (G8); the page can then be left without a question. */
export function keepDraft(
  form: HTMLFormElement,
  key: ApplicationKey,
  { given, questions }: { given: GivenAnswers; questions: readonly ScreeningQuestion[] },
): void {
  if (!isChanged(form)) return;
  const values = new FormValues(new FormData(form));
  const box = form.elements.namedItem('with_cv');
  kept = {
    ...key,
    message: values.text('message'),
    answers: withAnswers(given, answersOf(values), questions),
    sendsCv: box instanceof HTMLInputElement ? box.checked : true,
    file: values.file('cv'),
  };
  markSaved(form);
}

/** The draft with this key, if one is kept. */
export function keptDraft({ accountId, jobPostId }: ApplicationKey): ApplicationDraft | undefined {
  return kept?.accountId === accountId && kept?.jobPostId === jobPostId ? kept : undefined;
}

/** Call it when the form shows the draft, to put the file back; the form has text again that is not saved. */
export function endDraft({ file }: ApplicationDraft, form: HTMLFormElement): void {
  kept = undefined;
  const input = form.elements.namedItem('cv');
  if (file !== null && input instanceof HTMLInputElement) {
    const files = new DataTransfer();
    files.items.add(file);
    input.files = files.files;
  }
  markChanged(form);
}
