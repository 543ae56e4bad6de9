import type { RefObject } from 'react';
import { useNames, withNames } from './message-names.ts';
import { useTextOf } from './use-text-of.ts';

const EXAMPLE = { applicant: 'Alex Example', job: 'Example job' };

/**
 * The message that a template begins, as it is typed: with the company's and the user's own name, and examples for the applicant
 * and the job. A placeholder that is none stays as it is: the API refuses it.
 */
export function TemplatePreview({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const text = useTextOf(field);
  const names = useNames(EXAMPLE);
  if (text.trim() === '') return null;
  return (
    <section className="mail-preview" aria-label="Preview">
      <p>
        <small>Preview, with an example for the applicant and the job:</small>
      </p>
      <p className="prose" dir="auto">
        {withNames(text, names)}
      </p>
    </section>
  );
}
