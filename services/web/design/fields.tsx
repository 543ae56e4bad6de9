import { type ComponentProps, createContext, type ReactNode, use, useEffect, useId, useRef } from 'react';
import type { ApiRefusal } from '../session/api-answer.ts';

const FieldErrors = createContext<ReadonlyMap<string, string>>(new Map());

/**
 * The inside of a form: an error summary that takes the focus when a write is refused, then the fields, each of which
 * shows its own error. Fields are uncontrolled, so that what was typed stays.
 */
export function FormBody({ refusal, children }: { refusal: ApiRefusal | undefined; children: ReactNode }) {
  const errors = new Map(refusal?.errors.map(({ field, message }) => [field, message]));
  return (
    <FieldErrors value={errors}>
      {refusal === undefined ? null : <ErrorSummary refusal={refusal} />}
      {children}
    </FieldErrors>
  );
}

function ErrorSummary({ refusal }: { refusal: ApiRefusal }) {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new refusal is read out again.
  useEffect(() => ref.current?.focus(), [refusal]);
  return (
    <div className="notice bad" role="alert" tabIndex={-1} ref={ref}>
      <strong>{refusal.title}</strong>
      {refusal.detail === refusal.title ? null : <p>{refusal.detail}</p>}
    </div>
  );
}

type FieldProps = { label: string; name: string; hint?: string };

/** A one-line text field with its label, hint and error. */
export function TextField({ label, name, hint, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} name={name} hint={hint}>
      {(described) => <input {...described} name={name} {...input} />}
    </Field>
  );
}

/** A text field of several lines. */
export function TextArea({ label, name, hint, ...textarea }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} name={name} hint={hint}>
      {(described) => <textarea {...described} name={name} {...textarea} />}
    </Field>
  );
}

/** A choice of one. */
export function SelectField({ label, name, hint, ...select }: FieldProps & ComponentProps<'select'>) {
  return (
    <Field label={label} name={name} hint={hint}>
      {(described) => <select {...described} name={name} {...select} />}
    </Field>
  );
}

function Field({
  label,
  name,
  hint,
  children,
}: {
  label: string;
  name: string;
  hint: string | undefined;
  children: (described: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean;
  }) => ReactNode;
}) {
  const id = useId();
  const errors = use(FieldErrors);
  const error = [...errors].find(
    ([field]) => field === name || field.endsWith(`.${name}`) || field.startsWith(`${name}[`),
  )?.[1];
  const described = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`]
    .join(' ')
    .trim();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint === undefined ? null : (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error !== undefined,
      })}
      {error === undefined ? null : (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
