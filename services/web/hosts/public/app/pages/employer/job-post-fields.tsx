import type { JobPost } from '@gatehouse/contract/wire';
import type { FormValues } from '#api/form-action.ts';
import { SelectField, TextArea, TextField } from '#design/fields.tsx';
import { KIND_LABELS } from '#design/labels.ts';

/** The fields of a job post, for a new one and for one that is there. */
export function JobPostFields({ post }: { post?: JobPost }) {
  return (
    <>
      <TextField label="Title" name="title" defaultValue={post?.title} required maxLength={140} />
      <div className="field-row">
        <TextField label="Place" name="location" defaultValue={post?.location} maxLength={140} />
        <SelectField label="Kind" name="kind" defaultValue={post?.kind ?? 'full_time'}>
          {Object.entries(KIND_LABELS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
      </div>
      <TextArea
        label="What the job is"
        name="description"
        hint="The work, the people, the pay. An empty line begins a paragraph."
        defaultValue={post?.description}
        maxLength={20000}
        rows={10}
      />
    </>
  );
}

/** What a form with these fields says. */
export function jobPostOf(form: FormValues) {
  return {
    title: form.text('title'),
    description: form.text('description'),
    location: form.text('location'),
    kind: form.choice('kind', KIND_LABELS),
  };
}
