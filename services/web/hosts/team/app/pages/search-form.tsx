import { Form } from 'react-router';
import { TextField } from '../../../../design/fields.tsx';
import { FormBody } from '../../../../design/form-body.tsx';

/** Searches by the address, so that a result can be bookmarked and sent. */
export function SearchForm({ label, query }: { label: string; query: string }) {
  return (
    <Form className="search" role="search" key={query}>
      <FormBody refusal={undefined}>
        <TextField label={label} name="query" type="search" defaultValue={query} maxLength={200} />
        <div className="actions">
          <button type="submit">Search</button>
        </div>
      </FormBody>
    </Form>
  );
}
