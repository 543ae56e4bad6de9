import type { ApplicationNote, ListApplicationNotesResponse } from '@gatehouse/contract/wire';
import { type RefObject, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { resetUnlessChanged } from '#api/changed-forms.ts';
import type { ActionResult } from '#api/page-result.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { formatMoment } from '#design/dates.ts';
import { enterText } from '#design/enter-text.ts';
import { TextArea } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { useKeptAnswer } from '#design/kept-answer.ts';
import { Moment, useTimeZone } from '#design/local-time.tsx';
import { DoneNote, SubmitButton, useOnDone } from '#design/submit-button.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';

const MAX_LENGTH = 4000;
const GONE = 'This note no longer exists.';

/** What members of the company have written about the application, newest first, and the form for another note. */
export function Notes({ notes }: { notes: ApiAnswer<ListApplicationNotesResponse> }) {
  const shown = useKeptAnswer(notes);
  const newNote = useRef<HTMLFormElement>(null);
  return (
    <section className="card stack" aria-labelledby="notes">
      <h2 id="notes">Notes</h2>
      <p className="hint">Only members of your company see notes. The applicant does not.</p>
      {shown.ok ? (
        <>
          <AddNote form={newNote} isFirst={shown.data.items.length === 0} />
          <NoteList page={shown.data} onGone={(typed) => keepTyped(newNote.current, typed)} />
        </>
      ) : (
        <p className="notice">{shown.refusal.title}</p>
      )}
    </section>
  );
}

/** In the field for a new note: the note that was edited has gone, and what was typed stays (G8). */
function keepTyped(form: HTMLFormElement | null, typed: string): void {
  const field = form?.elements.namedItem('text');
  if (!(field instanceof HTMLTextAreaElement)) return;
  enterText(field, field.value === '' ? typed : `${field.value}\n\n${typed}`);
}

function AddNote({ form, isFirst }: { form: RefObject<HTMLFormElement | null>; isFirst: boolean }) {
  const fetcher = useFetcher<ActionResult>();
  const { data, state } = fetcher;
  useOnDone(data, () => resetUnlessChanged(form.current));
  return (
    <fetcher.Form method="post" ref={form}>
      <FormBody intent="add_note" refusal={data?.refusal}>
        <TextArea label="New note" name="text" required maxLength={MAX_LENGTH} rows={3} />
        <div className="actions">
          <SubmitButton isBusy={state !== 'idle'} busyLabel="Saving…">
            Add note
          </SubmitButton>
          <DoneNote result={isFirst ? undefined : data}>Note added.</DoneNote>
        </div>
      </FormBody>
    </fetcher.Form>
  );
}

/** Takes what was typed into a note that no longer exists. */
type OnGone = (typed: string) => void;

function NoteList({
  page: { items, next_cursor },
  onGone,
}: {
  page: ListApplicationNotesResponse;
  onGone: OnGone;
}) {
  if (items.length === 0) return <p>No notes yet.</p>;
  return (
    <>
      <ol className="notes" aria-label="Notes">
        {items.map((note) => (
          <Note key={note.id} note={note} onGone={onGone} />
        ))}
      </ol>
      {next_cursor === '' ? null : <p className="hint">Only the newest {items.length} notes are shown.</p>}
    </>
  );
}

const textsOf = ({ text }: ApplicationNote) => ({ text });

function Note({ note, onGone }: { note: ApplicationNote; onGone: OnGone }) {
  const { id, text, author_name, is_own, can_delete, created_at, edited_at } = note;
  const author = author_name === '' ? 'A former member' : author_name;
  const about = `note by ${author}, ${formatMoment(created_at, useTimeZone())}`;
  return (
    <li>
      <p className="prose" dir="auto">
        {text}
      </p>
      <small>
        {author}, <Moment at={created_at} />
        {edited_at === undefined ? null : ', edited'}
      </small>
      {can_delete ? (
        <div className="actions">
          {is_own ? (
            <ConfirmChange
              label="Edit"
              confirmLabel="Save"
              about={about}
              title="Edit note"
              intent="edit_note"
              fields={{ id }}
              done="Note saved."
              gone={(form) => {
                const typed = String(form.get('text'));
                if (typed !== text) onGone(typed);
                return GONE;
              }}
              description="Only members of your company see notes."
            >
              <EditedVersion resource={note} textsOf={textsOf} />
              <TextArea
                label="Note"
                name="text"
                defaultValue={text}
                required
                maxLength={MAX_LENGTH}
                rows={6}
              />
            </ConfirmChange>
          ) : null}
          <ConfirmChange
            label="Delete"
            about={about}
            title={`Delete the ${about}?`}
            tone="bad"
            intent="delete_note"
            fields={{ id }}
            done="Note deleted."
            gone={GONE}
            description="It is deleted for all members of your company. This cannot be undone."
          />
        </div>
      ) : null}
    </li>
  );
}
