import type { CurrentCv, Profile, ScreeningQuestion } from '@gatehouse/contract/wire';
import { useRef, useState } from 'react';
import { FormValues } from '#api/form-values.ts';
import { PART_NOT_LOADED, useOnDemand } from '#design/on-demand.ts';
import type { PreviewedApplication } from './preview-dialog.tsx';
import { answersOf } from './question-answers.tsx';

const loadPreview = () => import('./preview-dialog.tsx');

/** In the form of an application: shows what is typed as the company will see it. */
export function PreviewButton({
  questions,
  profile,
  cv,
}: {
  questions: readonly ScreeningQuestion[];
  profile: Profile;
  cv: CurrentCv['file'];
}) {
  const { part, hasFailed, want } = useOnDemand(loadPreview);
  const [isOpen, setIsOpen] = useState(false);
  // Stays while the dialog closes.
  const [application, setApplication] = useState<PreviewedApplication | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        type="button"
        ref={button}
        aria-haspopup="dialog"
        onPointerEnter={want}
        onFocus={want}
        onClick={({ currentTarget: { form } }) => {
          want();
          if (form === null) return;
          setApplication(previewOf(new FormValues(new FormData(form)), { questions, profile, cv }));
          setIsOpen(true);
        }}
      >
        Preview
      </button>
      {part === null ? null : (
        <part.PreviewDialog
          isOpen={isOpen}
          application={application}
          opener={button}
          onClose={() => setIsOpen(false)}
        />
      )}
      {hasFailed && isOpen ? (
        <span className="field-error" role="alert">
          {PART_NOT_LOADED}
        </span>
      ) : null}
    </>
  );
}

function previewOf(
  form: FormValues,
  {
    questions,
    profile,
    cv,
  }: { questions: readonly ScreeningQuestion[]; profile: Profile; cv: CurrentCv['file'] },
): PreviewedApplication {
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
