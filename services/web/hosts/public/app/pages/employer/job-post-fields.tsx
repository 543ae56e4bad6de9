import type { JobPost } from '@gatehouse/contract/wire';
import { SelectField, TextArea, TextField } from '#design/fields.tsx';
import { KIND_WORDS } from '#design/words.ts';
import { jobKindOf } from '../jobs/job-kind.ts';

/** The fields of a job post, for a new one and for one that is there. */
export function JobPostFields({ post }: { post?: JobPost }) {
  return (
    <>
      <TextField label="Title" name="title" defaultValue={post?.title} required maxLength={140} />
      <div className="field-row">
        <TextField label="Place" name="location" defaultValue={post?.location} maxLength={140} />
        <SelectField label="Kind" name="kind" defaultValue={post?.kind ?? 'full_time'}>
          {Object.entries(KIND_WORDS).map(([value, words]) => (
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
export function jobPostOf(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n');
  return {
    title: text('title'),
    description: text('description'),
    location: text('location'),
    kind: jobKindOf(form.get('kind')) ?? 'full_time',
  } as const;
}
