import type { Career } from '@gatehouse/contract/wire';
import { EntryFields } from '#design/entry-fields.tsx';
import { TextArea, TextField } from '#design/fields.tsx';
import { careerTexts, fieldNameOf, MAX_ENTRIES } from './career-form.ts';

const NO_ENTRIES = [] as const;

/** Work history and education in the form of the profile. */
export function CareerFields({ career, version }: { career: Career | undefined; version: string }) {
  const texts = careerTexts(career);
  const field = (list: keyof typeof MAX_ENTRIES, key: number, name: string) => ({
    name: fieldNameOf(list, key, name),
    defaultValue: texts[fieldNameOf(list, key, name)],
  });
  return (
    <>
      <EntryFields
        title="Work history"
        noun="position"
        hint="The newest comes first. Write months like 2021-03; leave “To” empty where you still work."
        max={MAX_ENTRIES.positions}
        keys={(career?.positions ?? NO_ENTRIES).map(({ key }) => key)}
        version={version}
      >
        {(key) => (
          <>
            <div className="field-row">
              <TextField label="Job title" {...field('positions', key, 'title')} maxLength={140} />
              <TextField label="Employer" {...field('positions', key, 'employer_name')} maxLength={140} />
            </div>
            <div className="field-row short">
              <TextField
                label="From"
                {...field('positions', key, 'from_month')}
                placeholder="YYYY-MM"
                maxLength={10}
              />
              <TextField
                label="To"
                {...field('positions', key, 'to_month')}
                placeholder="Present"
                maxLength={10}
              />
            </div>
            <TextArea
              label="Description"
              {...field('positions', key, 'description')}
              maxLength={2000}
              rows={3}
            />
          </>
        )}
      </EntryFields>
      <EntryFields
        title="Education"
        noun="school"
        hint="The newest comes first. The last year may be an expected one."
        max={MAX_ENTRIES.education}
        keys={(career?.education ?? NO_ENTRIES).map(({ key }) => key)}
        version={version}
      >
        {(key) => (
          <>
            <div className="field-row">
              <TextField label="School" {...field('education', key, 'school')} maxLength={140} />
              <TextField label="Degree or field" {...field('education', key, 'degree')} maxLength={140} />
            </div>
            <div className="field-row short">
              <TextField
                label="From"
                {...field('education', key, 'from_year')}
                placeholder="YYYY"
                inputMode="numeric"
                maxLength={10}
              />
              <TextField
                label="To"
                {...field('education', key, 'to_year')}
                placeholder="YYYY"
                inputMode="numeric"
                maxLength={10}
              />
            </div>
          </>
        )}
      </EntryFields>
    </>
  );
}
