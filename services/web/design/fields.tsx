import { type ComponentProps, createContext, type ReactNode, use, useEffect } from 'react';
import { useFormState } from './form-body.tsx';

export type FieldProps = { label: string; name: string; hint?: string };

/** Around the fields of one entry of a list: `Position 2: `, which errors and conflicts state before the field's label. */
export const FieldEntry = createContext('');

/** A one-line text field with its label, hint and error. */
export function TextField({ label, name, hint, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} name={name} hint={hint}>
      {(described) => <input {...described} name={name} dir="auto" {...input} />}
    </Field>
  );
}

/** A choice of a file. */
export function FileField({ label, name, hint, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} name={name} hint={hint}>
      {(described) => <input {...described} type="file" name={name} {...input} />}
    </Field>
  );
}

/** A text field of several lines. */
export function TextArea({ label, name, hint, ...textarea }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} name={name} hint={hint}>
      {(described) => <textarea {...described} name={name} dir="auto" {...textarea} />}
    </Field>
  );
}

/** A choice of one. */
export function SelectField({
  label,
  name,
  hint,
  choices = {},
  children,
  ...select
}: FieldProps &
  ComponentProps<'select'> & {
    /** Each value's label, in their order, after the options among the children. */
    choices?: Readonly<Record<string, string>>;
  }) {
  return (
    <Field label={label} name={name} hint={hint}>
      {(described) => (
        <select {...described} name={name} {...select}>
          {children}
          {Object.entries(choices).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A choice of yes or no; the form holds `on` for yes. */
export function CheckboxField({ label, name, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <label className="check">
      <input type="checkbox" name={name} {...input} />
      {label}
    </label>
  );
}

/** A label, with hint and error, around any element that is a field. */
export function Field({
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
  const { id: formId, errors, labels } = useFormState();
  const id = `${formId}-${name}`;
  const error = errors.get(name);
  const entry = use(FieldEntry);
  useEffect(() => {
    labels.set(name, entry + label);
  }, [labels, name, label, entry]);
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
