import { type RefObject, useEffect, useState } from 'react';
import { useIdentitiesUserSession } from '../../session-hook.ts';

/**
 * The message that a template begins, as it is typed: with the company's and the user's own name, and examples for the applicant
 * and the job. A placeholder that is none stays as it is: the API refuses it.
 */
export function TemplatePreview({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const text = useTextOf(field);
  const session = useIdentitiesUserSession();
  if (text.trim() === '') return null;
  const values = new Map([
    ['applicant_name', 'Alex Example'],
    ['job_title', 'Example job'],
    ['company_name', session?.employer_access.company?.name],
    ['member_name', session?.identities_user.name],
  ]);
  return (
    <section className="mail-preview" aria-label="Preview">
      <p>
        <small>Preview, with an example for the applicant and the job:</small>
      </p>
      <p className="prose" dir="auto">
        {text.replaceAll(/\{(\w+)\}/g, (placeholder, name) => values.get(name) ?? placeholder)}
      </p>
    </section>
  );
}

/** What a field of a form has now, also after the form is reset. */
function useTextOf(field: RefObject<HTMLTextAreaElement | null>): string {
  const [text, setText] = useState('');
  useEffect(() => {
    const input = field.current;
    const form = input?.form;
    if (input === null || !form) return undefined;
    const read = () => setText(input.value);
    // The event comes before the reset.
    const readAfter = () => queueMicrotask(read);
    read();
    form.addEventListener('input', read);
    form.addEventListener('reset', readAfter);
    return () => {
      form.removeEventListener('input', read);
      form.removeEventListener('reset', readAfter);
    };
  }, [field]);
  return text;
}
