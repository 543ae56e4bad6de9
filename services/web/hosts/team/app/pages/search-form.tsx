import { Form } from 'react-router';
import { TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';

/** Searches by the address, so that a result can be bookmarked and sent. */
export function SearchForm({
  label,
  query,
  kept = {},
}: {
  label: string;
  query: string;
  /** Other filters of the address that a search keeps; an empty one is none. */
  kept?: Readonly<Record<string, string>>;
}) {
  return (
    <Form className="search" role="search" key={query}>
      <FormBody>
        {Object.entries(kept).map(([name, value]) =>
          value === '' ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        <TextField label={label} name="query" type="search" defaultValue={query} maxLength={200} />
        <div className="actions">
          <button type="submit">Search</button>
        </div>
      </FormBody>
    </Form>
  );
}
