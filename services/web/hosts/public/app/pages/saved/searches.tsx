import type { SavedSearch } from '@gatehouse/contract/wire';
import { useEffect } from 'react';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  useFetcher,
  useLoaderData,
} from 'react-router';
import { formAction } from '#api/form-action.ts';
import type { FormValues } from '#api/form-values.ts';
import { orReload } from '#api/or-reload.ts';
import { type PageHandle, read } from '#api/page-reads.ts';
import { type ActionResult, sendWrite } from '#api/page-result.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { SelectField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { cursorOf } from '#design/list-pages.ts';
import { ListView, loadListPage } from '#design/list-view.tsx';
import { Day } from '#design/local-time.tsx';
import { EmptyState } from '#design/page.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { DoneNote, SubmitButton } from '#design/submit-button.tsx';
import { useToast } from '#design/toast.tsx';
import { addressOf, filtersOf, searchOf } from '../jobs/search.ts';
import { FREQUENCY_LABELS } from './frequencies.ts';

const TITLE = 'Saved searches';
const GONE = 'This search has already been removed.';
const LEAD = 'We email you new jobs that match, and nothing when there are none.';

export const handle = {
  reads: ({ url }) => ({
    answer: read('SavedSearchService.ListSavedSearches', { cursor: cursorOf(url), limit: 20 }),
  }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadListPage(handle, args);
}

/** `save` is sent by the page of the search. */
export function clientAction({ request }: ClientActionFunctionArgs) {
  const { signal } = request;
  return formAction(request, {
    save: (form) => {
      const input = { search: sentSearch(form), frequency: form.choice('frequency', FREQUENCY_LABELS) };
      return sendWrite('SavedSearchService.CreateSavedSearch', input, signal);
    },
    change: (form) => {
      const input = { id: form.text('id'), frequency: form.choice('frequency', FREQUENCY_LABELS) };
      return orReload(sendWrite('SavedSearchService.UpdateSavedSearch', input, signal), 'not_found');
    },
    remove: (form) =>
      orReload(
        sendWrite('SavedSearchService.DeleteSavedSearch', { id: form.text('id') }, signal),
        'not_found',
      ),
  });
}

/** The search of an address, as the form of its page names it. */
function sentSearch(form: FormValues) {
  return filtersOf(searchOf(new URL(form.text('address'), location.origin)));
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} lead={LEAD} />;
}

/** The searches that the user has saved, and how often each one mails new jobs. */
export default function SavedSearchesPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <ListView
      title={TITLE}
      answer={answer}
      heading={() => ({ lead: LEAD })}
      empty={
        <EmptyState title="No saved searches yet">
          <p>Search for jobs, then choose “Email me new jobs”.</p>
          <p>
            <Link className="button" to="/jobs">
              Search jobs
            </Link>
          </p>
        </EmptyState>
      }
    >
      {(items) => (
        <ul className="sessions saved-searches">
          {items.map((saved) => (
            <SavedSearchItem key={saved.id} saved={saved} />
          ))}
        </ul>
      )}
    </ListView>
  );
}

function SavedSearchItem({ saved: { id, name, search, frequency, created_at } }: { saved: SavedSearch }) {
  const fetcher = useFetcher<ActionResult>();
  const showToast = useToast();
  const isGone = fetcher.data?.refusal?.code === 'not_found';
  useEffect(() => {
    if (isGone) showToast(GONE);
  }, [isGone, showToast]);
  return (
    <li>
      <p>
        <Link to={addressOfSaved(search)}>
          <bdi>{name}</bdi>
        </Link>
        <small>
          Saved on <Day at={created_at} />
        </small>
      </p>
      <div className="actions">
        <fetcher.Form method="post">
          <FormBody intent="change" refusal={isGone ? undefined : fetcher.data?.refusal}>
            <input type="hidden" name="id" value={id} />
            <div className="actions">
              <SelectField
                key={frequency}
                label="Email new jobs"
                name="frequency"
                defaultValue={frequency}
                aria-label={`Email new jobs: ${name}`}
                choices={FREQUENCY_LABELS}
              />
              <SubmitButton isBusy={fetcher.state !== 'idle'} busyLabel="Saving…">
                Save<span className="visually-hidden"> {name}</span>
              </SubmitButton>
              <DoneNote result={fetcher.data}>Saved.</DoneNote>
            </div>
          </FormBody>
        </fetcher.Form>
        <ConfirmChange
          label="Remove"
          about={name}
          title="Remove this search?"
          intent="remove"
          fields={{ id }}
          done="Search removed."
          gone={GONE}
          description={`“${name}” is removed from your searches, and sends no more mail.`}
        />
      </div>
    </li>
  );
}

/** The address of the catalogue with this search: the page reads the same values from it. */
function addressOfSaved(search: SavedSearch['search']): string {
  const entries = Object.entries(search).map(([name, value]) => [name, String(value)]);
  return addressOf(searchOf(new URL(`/jobs?${new URLSearchParams(entries)}`, 'https://same-site.invalid')));
}
