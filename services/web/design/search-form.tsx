import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { SelectField, TextField } from './fields.tsx';
import { FormBody } from './form-body.tsx';

/** Searches by the address, so that a result can be bookmarked and sent. */
export function SearchForm({
  label,
  query,
  kept = {},
  chosen,
  children,
}: {
  label: string;
  query: string;
  /** Other filters of the address that a search keeps; an empty one is none. */
  kept?: Readonly<Record<string, string>>;
  /** How many of the further fields differ from what they are at first. Present: a phone folds them. */
  chosen?: number;
  /** Further fields, such as a `SearchChoice`. */
  children?: ReactNode;
}) {
  return (
    <Form className="search" role="search" key={query}>
      <FormBody>
        {Object.entries(kept).map(([name, value]) =>
          value === '' ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        <TextField label={label} name="query" type="search" defaultValue={query} maxLength={200} />
        {chosen === undefined ? children : null}
        <div className="actions">
          <button type="submit">Search</button>
        </div>
        {chosen === undefined ? null : <FoldedChoices chosen={chosen}>{children}</FoldedChoices>}
      </FormBody>
    </Form>
  );
}

/** Choices that a phone shows on demand, so that the list is in view. Where there is room, they are always open. */
export function FoldedChoices({
  label = 'Filters and sorting',
  chosen,
  isOpen = false,
  children,
}: {
  label?: string;
  chosen: number;
  /** At first, on a phone. */
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="search-filters" open={isOpen}>
      <summary>{chosen === 0 ? label : `${label} (${chosen})`}</summary>
      <div className="search-choices">{children}</div>
    </details>
  );
}

/** Those of `FoldedChoices` that few need: a wide screen shows them on demand, a phone with the others. */
export function MoreChoices({ isOpen, children }: { /** At first. */ isOpen: boolean; children: ReactNode }) {
  // Not while it is used: clearing a choice would close it.
  const [isOpenAtFirst] = useState(isOpen);
  return (
    <details className="search-more" open={isOpenAtFirst}>
      <summary>More filters</summary>
      <div className="search-choices">{children}</div>
    </details>
  );
}

/** Back and Forward change the address, and the field follows it. What was entered before the scripts arrived stays. */
export function useShownValue(
  field: RefObject<HTMLInputElement | HTMLSelectElement | null>,
  value: string,
): void {
  const shown = useRef(value);
  useEffect(() => {
    if (field.current !== null && shown.current !== value) field.current.value = value;
    shown.current = value;
  }, [field, value]);
}

/** A choice in a `SearchForm` that applies at once, and keeps the focus. */
export function SearchChoice({
  label,
  name,
  value,
  choices,
}: {
  label: string;
  name: string;
  value: string;
  /** Each value's label, in their order. */
  choices: Readonly<Record<string, string>>;
}) {
  const select = useRef<HTMLSelectElement>(null);
  useShownValue(select, value);
  return (
    <SelectField
      ref={select}
      label={label}
      name={name}
      defaultValue={value}
      data-keeps-focus=""
      onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
      choices={choices}
    />
  );
}
