import { createContext, type ReactNode, use, useEffect, useId, useRef, useState } from 'react';
import type { ApiRefusal } from '#api/api-answer.ts';
import { FORM_ID, noteShown } from '#api/changed-forms.ts';
import { NeedsJavaScript } from './feedback/needs-javascript.tsx';
import { fieldErrorMessage, fieldNameOf } from './field-errors.ts';

interface FormState {
  /** Why the last write was refused. */
  readonly refusal: ApiRefusal | undefined;
  /** In front of the id of each field of this form. */
  readonly id: string;
  /** Each field's first error, by its name. */
  readonly errors: ReadonlyMap<string, string>;
  /** Each field's label, by its name; the fields register them. */
  readonly labels: Map<string, string>;
}

const FormContext = createContext<FormState | null>(null);

/** The state of the form around a field. @throws {Error} for a field outside a `FormBody`. */
export function useFormState(): FormState {
  const form = use(FormContext);
  if (form === null) throw new Error('a field needs a FormBody');
  return form;
}

/**
 * The inside of a form: an error summary that takes the focus when a write is refused, then the fields, each with its own
 * error. Fields are uncontrolled and keep their text.
 */
export function FormBody({
  intent,
  refusal,
  children,
}: {
  /** What the form asks its action for; absent in a form that only searches. */
  intent?: string;
  refusal?: ApiRefusal | undefined;
  children: ReactNode;
}) {
  const id = useId();
  const [labels] = useState(() => new Map<string, string>());
  const errors = new Map<string, string>();
  for (const error of refusal?.errors ?? []) {
    // A field of a list has the whole path as its name.
    const name = labels.has(error.field) ? error.field : fieldNameOf(error);
    if (!errors.has(name)) errors.set(name, fieldErrorMessage(error));
  }
  const summaryId = `${id}-summary`;
  return (
    <FormContext value={{ id, refusal, errors, labels }}>
      {intent === undefined ? null : (
        <>
          <NeedsJavaScript what="form" />
          <input type="hidden" name="intent" value={intent} />
          <FormId id={id} />
        </>
      )}
      {refusal === undefined ? null : <ErrorSummary id={summaryId} refusal={refusal} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a legend that only repeats the heading. */}
      <div role="group" aria-describedby={refusal === undefined ? undefined : summaryId}>
        {children}
      </div>
    </FormContext>
  );
}

/** By it the guard against leaving knows what the form held, and an action which form it has saved (G8). */
function FormId({ id }: { id: string }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = input.current?.form;
    if (form != null) noteShown(form);
  }, []);
  return <input type="hidden" name={FORM_ID} value={id} ref={input} />;
}

function ErrorSummary({ id, refusal }: { id: string; refusal: ApiRefusal }) {
  const ref = useRef<HTMLDivElement>(null);
  const { id: formId, errors, labels } = useFormState();
  // The fields register their labels after the first render: a form that starts with a refusal shows them in its second.
  const [, renderAgain] = useState(false);
  useEffect(() => renderAgain(true), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new refusal is announced again.
  useEffect(() => ref.current?.focus(), [refusal]);
  return (
    <div className="notice bad" role="alert" tabIndex={-1} ref={ref} id={id}>
      <strong>{errors.size === 0 ? refusal.title : 'Check the fields below'}</strong>
      {errors.size > 0 || refusal.detail === refusal.title ? null : <p>{refusal.detail}</p>}
      {errors.size === 0 ? null : (
        <ul>
          {[...errors].map(([name, message]) => (
            <li key={name}>
              <a
                href={`#${formId}-${name}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(`${formId}-${name}`)?.focus();
                }}
              >
                {labels.get(name) ?? name}
              </a>
              : {message}
            </li>
          ))}
        </ul>
      )}
      {refusal.status >= 500 && refusal.traceId !== null ? (
        <p className="quote-id">
          For support: <code>{refusal.traceId}</code>
        </p>
      ) : null}
    </div>
  );
}
