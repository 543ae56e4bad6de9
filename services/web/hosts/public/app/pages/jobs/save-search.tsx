import type { SavedSearch } from '@gatehouse/contract/wire';
import { Link, useFetcher } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';
import { SelectField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { DoneNote, SubmitButton } from '#design/submit-button.tsx';
import { useIdentitiesUserSession } from '../../session-hook.ts';
import { SignInFirst } from '../../sign-in-first.tsx';
import { FREQUENCY_LABELS } from '../saved/frequencies.ts';
import { savedNote } from '../saved/saved-note.ts';
import { addressOf, queryOf, type Search } from './search.ts';

/** A search is saved for its mail: `none` is chosen among the saved ones. */
const CHOICES = { daily: FREQUENCY_LABELS.daily, weekly: FREQUENCY_LABELS.weekly };

/** Saves a search with words or filters. A visitor signs in first, and comes back to the same search, which is saved then. */
export function SaveSearch({ search }: { search: Search }) {
  const isSignedIn = useIdentitiesUserSession() !== null;
  if (queryOf(search).size === 0) return null;
  const address = addressOf(search);
  // Another search has not been saved.
  return isSignedIn ? <SaveForm key={address} address={address} /> : <SignInToSave address={address} />;
}

function SaveForm({ address }: { address: string }) {
  const { data, state, Form: FetcherForm } = useFetcher<ActionResult<Pick<SavedSearch, 'frequency'>>>();
  return (
    <FetcherForm
      className="save-search"
      method="post"
      action="/saved/searches"
      defaultShouldRevalidate={false}
    >
      <FormBody intent="save" refusal={data?.refusal}>
        <input type="hidden" name="address" value={address} />
        <div className="actions">
          <SelectField label="How often" name="frequency" choices={CHOICES} />
          <SubmitButton isBusy={state !== 'idle'} busyLabel="Saving…">
            Email me new jobs
          </SubmitButton>
          <DoneNote result={data}>
            {savedNote(data?.done)} <Link to="/saved/searches">Your saved searches</Link>
          </DoneNote>
          {data === undefined ? <small>Saves this search. You can change it later.</small> : null}
        </div>
      </FormBody>
    </FetcherForm>
  );
}

function SignInToSave({ address }: { address: string }) {
  return (
    <div className="save-search actions">
      <SignInFirst returnTo={address} saves={{ searchAddress: address }}>
        Email me new jobs<span className="visually-hidden"> after you sign in</span>
      </SignInFirst>
      <small>Saves this search. Sign in first.</small>
    </div>
  );
}
