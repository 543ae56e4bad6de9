import type { MessageTemplate } from '@gatehouse/contract/wire';
import { type RefObject, useRef } from 'react';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  useFetcher,
  useLoaderData,
} from 'react-router';
import { resetUnlessChanged } from '#api/changed-forms.ts';
import { formAction } from '#api/form-action.ts';
import { orReload } from '#api/or-reload.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { type ActionResult, sendChange, sendWrite } from '#api/page-result.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { enterText } from '#design/enter-text.ts';
import { TextArea, TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { Day } from '#design/local-time.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { DoneNote, SubmitButton, useOnDone } from '#design/submit-button.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { useIsOwner } from './own-role.ts';
import { TemplatePreview } from './template-preview.tsx';

const TITLE = 'Message templates';
const GONE = 'This template has already been deleted.';
const LEAD = 'Begin a message to an applicant with one of these texts.';
const READERS_LEAD = `${LEAD} Owners write them.`;

const PLACEHOLDERS =
  'Placeholders: {applicant_name}, {job_title}, {company_name} and {member_name}, who sends it.';

export const handle = {
  reads: () => ({
    // A company has at most 50.
    answer: read('MessageTemplateService.ListMessageTemplates', { cursor: '', limit: 100 }),
  }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadReads(handle, args);
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  const { signal } = request;
  return formAction(request, {
    add: (form) => {
      const input = { name: form.text('name'), text: form.text('text') };
      return sendWrite('MessageTemplateService.CreateMessageTemplate', input, signal);
    },
    edit: (form) => {
      const input = { id: form.text('id'), name: form.text('name'), text: form.text('text') };
      return orReload(
        sendChange(form, 'MessageTemplateService.UpdateMessageTemplate', input, signal),
        'not_found',
      );
    },
    remove: (form) =>
      orReload(
        sendChange(form, 'MessageTemplateService.DeleteMessageTemplate', { id: form.text('id') }, signal),
        'not_found',
      ),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} lead={useIsOwner() ? LEAD : READERS_LEAD} />;
}

/** The texts that members begin messages to applicants with; owners write them. */
export default function MessageTemplatesPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const isOwner = useIsOwner();
  const newTemplate = useRef<HTMLFormElement>(null);
  return (
    <PageData title={TITLE} answer={answer}>
      {({ items }) => (
        <Page title={TITLE} lead={isOwner ? LEAD : READERS_LEAD}>
          <div className="stack">
            {items.length === 0 ? (
              <EmptyState title="No templates yet">
                <p>
                  {isOwner
                    ? 'Write the first one below.'
                    : 'Once an owner has written one, you find it here and beside each conversation.'}
                </p>
              </EmptyState>
            ) : (
              <section className="card">
                <ul className="notes" aria-label="Templates">
                  {items.map((template) => (
                    <Template
                      key={template.id}
                      template={template}
                      isOwner={isOwner}
                      onGone={(name, text) => keepTyped(newTemplate.current, name, text)}
                    />
                  ))}
                </ul>
              </section>
            )}
            {isOwner ? <AddTemplate form={newTemplate} /> : null}
          </div>
        </Page>
      )}
    </PageData>
  );
}

/** In the form for a new template: the one that was edited has gone, and what was typed stays (G8). */
function keepTyped(form: HTMLFormElement | null, name: string, text: string): void {
  const [nameField, textField] = [form?.elements.namedItem('name'), form?.elements.namedItem('text')];
  if (!(nameField instanceof HTMLInputElement && textField instanceof HTMLTextAreaElement)) return;
  if (nameField.value === '') enterText(nameField, name);
  enterText(textField, textField.value === '' ? text : `${textField.value}\n\n${text}`);
}

function AddTemplate({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const fetcher = useFetcher<ActionResult>();
  const { data, state } = fetcher;
  useOnDone(data, () => resetUnlessChanged(form.current));
  return (
    <section className="card" aria-labelledby="add">
      <h2 id="add">New template</h2>
      <fetcher.Form method="post" ref={form}>
        <FormBody intent="add" refusal={data?.refusal}>
          <TemplateFields />
          <div className="actions">
            <SubmitButton className="primary" isBusy={state !== 'idle'} busyLabel="Saving…">
              Add template
            </SubmitButton>
            <DoneNote result={data}>Template added.</DoneNote>
          </div>
        </FormBody>
      </fetcher.Form>
    </section>
  );
}

function TemplateFields({ template }: { template?: MessageTemplate }) {
  const text = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <TextField label="Name" name="name" defaultValue={template?.name} required maxLength={80} />
      <TextArea
        label="Text"
        name="text"
        ref={text}
        hint={PLACEHOLDERS}
        defaultValue={template?.text}
        required
        maxLength={3000}
        rows={8}
      />
      <TemplatePreview field={text} />
    </>
  );
}

const textsOf = ({ name, text }: MessageTemplate) => ({ name, text });

const wholeText = ({ name, text }: MessageTemplate) => ({ template: `${name}\n\n${text}` });
const WHOLE_NAMES = { template: { label: 'Template', values: {} } };

function Template({
  template,
  isOwner,
  onGone,
}: {
  template: MessageTemplate;
  isOwner: boolean;
  /** Takes what was typed into a template that no longer exists. */
  onGone: (name: string, text: string) => void;
}) {
  const { id, name, text, changed_at, changed_by_name } = template;
  const about = `template ${name}`;
  return (
    <li>
      <h2 dir="auto">{name}</h2>
      <p className="prose" dir="auto">
        {text}
      </p>
      <small>
        Changed by {changed_by_name === '' ? 'a former member' : changed_by_name} on <Day at={changed_at} />
      </small>
      {isOwner ? (
        <div className="actions">
          <ConfirmChange
            label="Edit"
            confirmLabel="Save"
            about={about}
            title="Edit template"
            intent="edit"
            fields={{ id }}
            done="Template saved."
            gone={(form) => {
              const [typedName, typedText] = [String(form.get('name')), String(form.get('text'))];
              if (typedName !== name || typedText !== text) onGone(typedName, typedText);
              return GONE;
            }}
            description="Messages that were sent with it stay as they are."
          >
            <EditedVersion resource={template} textsOf={textsOf} />
            <TemplateFields template={template} />
          </ConfirmChange>
          <ConfirmChange
            label="Delete"
            about={about}
            title={`Delete the template ${name}?`}
            tone="bad"
            intent="remove"
            fields={{ id, template: 'Deleted' }}
            done="Template deleted."
            gone={GONE}
            description="Messages that were sent with it stay. This cannot be undone."
          >
            <EditedVersion resource={template} textsOf={wholeText} names={WHOLE_NAMES} />
          </ConfirmChange>
        </div>
      ) : null}
    </li>
  );
}
