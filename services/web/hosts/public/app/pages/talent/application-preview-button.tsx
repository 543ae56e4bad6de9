import type { CurrentCv, Profile, ScreeningQuestion } from '@gatehouse/contract/wire';
import type { FormValues } from '#api/form-values.ts';
import { PreviewButton } from '#design/preview-button.tsx';
import type { PreviewedApplication } from './application-preview.tsx';
import { answersOf } from './question-answers.tsx';

const loadPreview = () => import('./application-preview.tsx');

/** What the form of an application does not hold. */
interface BesideForm {
  readonly questions: readonly ScreeningQuestion[];
  readonly profile: Profile;
  readonly cv: CurrentCv['file'];
}

/** In the form of an application: shows what is typed as the company will see it. */
export function ApplicationPreviewButton(beside: BesideForm) {
  return <PreviewButton load={loadPreview} shownOf={(form) => previewOf(form, beside)} />;
}

function previewOf(form: FormValues, { questions, profile, cv }: BesideForm): PreviewedApplication {
  const given = answersOf(form);
  const current = form.text('with_cv') === 'on' ? cv?.name : undefined;
  return {
    message: form.text('message').trim(),
    profile,
    cvName: form.file('cv')?.name ?? current ?? null,
    answers: questions.map(({ text, kind }) => ({
      question: text,
      kind,
      answer: given.find(({ question }) => question === text)?.answer.trim() ?? '',
    })),
  };
}
