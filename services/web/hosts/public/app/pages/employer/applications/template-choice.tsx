import type { ListMessageTemplatesResponse } from '@gatehouse/contract/wire';
import type { RefObject } from 'react';
import { Link, useFetcher } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import type { ActionResult } from '#api/page-result.ts';
import { SelectField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { SubmitButton, useOnDone } from '#design/submit-button.tsx';
import { putTemplate } from './put-template.ts';

/**
 * Puts a template, with names in place of its placeholders, into the field of a message, below what was typed: the user reads and
 * changes it before it is sent.
 */
export function TemplateChoice({
  templates,
  action,
  field,
}: {
  templates: ApiAnswer<ListMessageTemplatesResponse>;
  /** The address whose action fills in the template; absent: this page. */
  action?: string;
  field: RefObject<HTMLTextAreaElement | null>;
}) {
  const fetcher = useFetcher<ActionResult<{ text: string }>>();
  const { data, state, Form } = fetcher;
  useOnDone(data, ({ text }) => putTemplate(field.current, text));
  if (!templates.ok || templates.data.items.length === 0) return null;
  return (
    <Form method="post" {...(action === undefined ? {} : { action })}>
      <FormBody intent="render_template" refusal={data?.refusal}>
        <SelectField label="Template" name="template">
          {templates.data.items.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <div className="actions">
          <SubmitButton isBusy={state !== 'idle'} busyLabel="Inserting…">
            Insert template
          </SubmitButton>
          <Link to="/employer/templates">All templates</Link>
        </div>
      </FormBody>
    </Form>
  );
}
