import type { JobPost } from '@gatehouse/contract/wire';
import type { FormValues } from '#api/form-values.ts';
import { SelectField, TextField } from '#design/fields.tsx';
import { KIND_LABELS } from '#design/labels.ts';
import { RichTextArea } from '#rich-text/rich-text-area.tsx';
import { CountryField } from './country-field.tsx';
import { QuestionFields, questionsOf, questionTexts } from './question-fields.tsx';
import { TermsFields, termsOf, termsTexts } from './terms-fields.tsx';

/** The fields of a new or an existing job post. */
export function JobPostFields({ post }: { post?: JobPost }) {
  return (
    <>
      <TextField label="Title" name="title" defaultValue={post?.title} required maxLength={140} />
      <div className="field-row">
        <TextField
          label="Location"
          name="location"
          hint="A town, or “Remote”. Required to publish."
          defaultValue={post?.location}
          maxLength={140}
        />
        <CountryField chosen={post?.country_code} />
        <SelectField
          label="Job type"
          name="kind"
          defaultValue={post?.kind ?? 'full_time'}
          choices={KIND_LABELS}
        />
      </div>
      <RichTextArea
        label="Description"
        name="description"
        hint="Describe the work and the team. At least 100 characters to publish. Separate paragraphs with an empty line."
        defaultValue={post?.description}
        maxLength={20000}
        rows={10}
      />
      <TermsFields terms={post?.terms} />
      <QuestionFields questions={post?.questions} />
    </>
  );
}

/** What the fields hold for a version of the job post. */
export function jobPostTexts({
  title,
  location,
  country_code = '',
  kind,
  description,
  terms,
  questions,
}: JobPost) {
  return {
    title,
    location,
    country_code,
    kind,
    description,
    ...termsTexts(terms),
    ...questionTexts(questions),
  };
}

/** The job post that a form with these fields describes: without a country, if none is stated. */
export function jobPostOf(form: FormValues) {
  const country_code = form.text('country_code');
  return {
    title: form.text('title'),
    description: form.text('description'),
    location: form.text('location'),
    // Left out when empty: services of before the field refuse it during an upgrade.
    ...(country_code === '' ? {} : { country_code }),
    kind: form.choice('kind', KIND_LABELS),
    terms: termsOf(form),
    questions: questionsOf(form),
  };
}
