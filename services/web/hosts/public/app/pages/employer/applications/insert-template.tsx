import type { ListMessageTemplatesResponse } from '@gatehouse/contract/wire';
import { type RefObject, useRef } from 'react';
import type { ApiAnswer } from '#api/api-answer.ts';
import { SelectField } from '#design/fields.tsx';
import { putTemplate } from './put-template.ts';

/** No form has this id: the choice is not sent. */
const NO_FORM = 'not-sent';

/** The same as `TemplateChoice` inside the form of a dialog: nothing is sent, and nothing counts as entered until it is inserted. */
export function InsertTemplate({
  templates,
  field,
  maxLength,
  textOf,
}: {
  /** Undefined: they are on their way. */
  templates: ApiAnswer<ListMessageTemplatesResponse> | undefined;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Of the field, in UTF-16 code units. A longer template cannot be chosen: a field that a script fills has no limit. */
  maxLength: number;
  /** What the field gets of a template's text. */
  textOf: (template: string) => string;
}) {
  const choice = useRef<HTMLSelectElement>(null);
  if (templates?.ok !== true || templates.data.items.length === 0) return null;
  const { items } = templates.data;
  return (
    <>
      <SelectField label="Template" name="template" form={NO_FORM} ref={choice}>
        {items.map(({ id, name, text }) => {
          const isTooLong = textOf(text).length > maxLength;
          return (
            <option key={id} value={id} disabled={isTooLong}>
              {name}
              {isTooLong ? ` (longer than ${maxLength} characters)` : ''}
            </option>
          );
        })}
      </SelectField>
      <div className="actions">
        <button
          type="button"
          onClick={() => {
            const template = items.find(({ id }) => id === choice.current?.value);
            if (template !== undefined) putTemplate(field.current, textOf(template.text));
          }}
        >
          Insert template
        </button>
      </div>
    </>
  );
}
