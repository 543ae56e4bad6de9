import { type RefObject, useEffect, useState } from 'react';

/** What a field of a form has now, also after the form is reset. */
export function useTextOf(field: RefObject<HTMLTextAreaElement | null>): string {
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
