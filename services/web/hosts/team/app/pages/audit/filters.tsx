import type { AuditParty } from '@gatehouse/contract/wire';
import { Form, Link } from 'react-router';
import type { ApiRefusal } from '#api/api-answer.ts';
import { SelectField, TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { FoldedChoices } from '#design/search-form.tsx';
import { ALL_BUT_SESSIONS, AUDIT_ACTION_LABELS } from './audit-actions.ts';
import { ALL_ACTIONS, type AuditSearch, actionAtFirst, auditPath, isId } from './audit-filter.ts';

/** The filters of the audit trail. They are in the address, so that a result can be bookmarked and sent. */
export function Filters({
  search,
  party,
  refusal,
}: {
  search: AuditSearch;
  party: AuditParty | null;
  /** Why the API has refused the filters. */
  refusal: ApiRefusal | undefined;
}) {
  const { who, action, from, to } = search;
  const chosen = [action !== actionAtFirst(who), from !== '', to !== ''].filter(Boolean).length;
  return (
    <Form className="search card" role="search" action="/audit">
      <FormBody refusal={refusal}>
        {isId(who) ? (
          <Chosen search={search} party={party} />
        ) : (
          <TextField
            label="User, company or staff member"
            name="who"
            type="search"
            defaultValue={who}
            maxLength={254}
            placeholder="Name, email address or ID"
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <FoldedChoices label="Filters" chosen={chosen} isOpen={refusal !== undefined}>
          <SelectField
            label="Action"
            name="action"
            defaultValue={action || ALL_ACTIONS}
            choices={AUDIT_ACTION_LABELS}
          >
            <option value={ALL_ACTIONS}>All actions</option>
            <option value={ALL_BUT_SESSIONS}>All but sign-ins</option>
          </SelectField>
          <TextField label="From (UTC)" name="from" type="date" defaultValue={from} min="1970-01-01" />
          <TextField label="Through (UTC)" name="to" type="date" defaultValue={to} min="1970-01-01" />
        </FoldedChoices>
        <div className="actions">
          <button type="submit" className="primary">
            Apply filters
          </button>
          {who !== '' || chosen > 0 ? <Link to="/audit">Clear filters</Link> : null}
        </div>
      </FormBody>
    </Form>
  );
}

/** What the filter hides, and the way to see it: a phone folds the filters. */
export function HiddenSessions({ search }: { search: AuditSearch }) {
  if (search.action !== ALL_BUT_SESSIONS) return null;
  return (
    <p className="hint">
      Sign-ins and sessions are hidden.{' '}
      <Link to={auditPath({ ...search, action: '' })}>Show all actions</Link>
    </p>
  );
}

/** The user, admin or company whose events are shown, in place of the text field. */
function Chosen({ search, party }: { search: AuditSearch; party: AuditParty | null }) {
  return (
    <div className="field">
      <span className="field-label">User, company or staff member</span>
      <input type="hidden" name="who" value={search.who} />
      <p className="chosen">
        <bdi>{party === null ? search.who : party.name}</bdi>
        <Link to={auditPath({ ...search, who: '' })}>
          Remove<span className="visually-hidden"> this filter</span>
        </Link>
      </p>
    </div>
  );
}
