import { Form, useNavigation } from 'react-router';
import { SelectField, TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { KIND_LABELS } from '#design/labels.ts';
import type { Search } from './search.ts';

/** The form of the catalogue's search. */
export function SearchPanel({ search }: { search: Search }) {
  const { state, location } = useNavigation();
  const isSearching = state !== 'idle' && location?.pathname === '/jobs';
  return (
    <Form className="search card" role="search" key={JSON.stringify(search)}>
      <FormBody>
        <TextField label="What" name="query" type="search" defaultValue={search.query} maxLength={200} />
        <TextField label="Where" name="location" defaultValue={search.location} maxLength={140} />
        <SelectField label="Job type" name="kind" defaultValue={search.kind ?? ''}>
          <option value="">Any type</option>
          {Object.entries(KIND_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <div className="actions">
          <button type="submit" className="primary">
            {isSearching ? 'Searching…' : 'Search'}
          </button>
        </div>
      </FormBody>
    </Form>
  );
}
