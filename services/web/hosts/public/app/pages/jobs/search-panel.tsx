import { languageName } from '@gatehouse/contract/language-name';
import type { JobPostFilterCounts } from '@gatehouse/contract/wire';
import { type FormEvent, useRef } from 'react';
import { Form, useNavigate, useNavigation } from 'react-router';
import { TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { KIND_LABELS, REMOTE_MODE_LABELS, SENIORITY_LABELS } from '#design/labels.ts';
import { FoldedChoices, MoreChoices, SearchChoice, useShownValue } from '#design/search-form.tsx';
import { chosenFilters, optionCount, withCount } from './chosen-filters.ts';
import { addressOf, DEFAULT_CURRENCY, ORDER_LABELS, type Search, searchOf } from './search.ts';

/** Where not all languages are counted: what many job posts are in. An address may name any other. */
const LANGUAGES =
  'ar bg cs da de el en es et fi fr hi hr hu it ja lt lv nl no pl pt ro sk sl sv tr uk zh'.split(' ');
const CURRENCIES = 'EUR GBP USD CHF CZK DKK HUF NOK PLN SEK'.split(' ');

/** The form of the catalogue's search. A choice applies at once, words when they are sent; without scripts, so does all. */
export function SearchPanel({
  search,
  counts,
}: {
  search: Search;
  /** Of the options; empty: not counted. */
  counts: readonly JobPostFilterCounts[];
}) {
  const { state, location } = useNavigation();
  const isSearching = state !== 'idle' && location?.pathname === '/jobs';
  const onSubmit = useSubmitByAddress(search);
  const chosen = chosenFilters(search).filter(({ name }) => name !== 'location').length;
  return (
    <Form className="search card" role="search" action="/jobs" onSubmit={onSubmit}>
      <FormBody>
        <TextField
          key={`query ${search.query}`}
          label="What"
          name="query"
          type="search"
          placeholder="Joiner, nurse, engineer…"
          defaultValue={search.query}
          maxLength={200}
        />
        <TextField
          key={`location ${search.location}`}
          label="Where"
          name="location"
          placeholder="Porto, Leeds, remote…"
          defaultValue={search.location}
          maxLength={140}
        />
        <div className="actions">
          <button type="submit" className="primary">
            {isSearching ? 'Searching…' : 'Search'}
          </button>
        </div>
        <FoldedChoices chosen={chosen}>
          <Filters search={search} counts={counts} />
        </FoldedChoices>
      </FormBody>
    </Form>
  );
}

/** Goes to the address that says what the form asks, and nothing else: it is short enough to be sent to others. */
function useSubmitByAddress(search: Search) {
  const navigate = useNavigate();
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
    const url = new URL(`?${new URLSearchParams(fields)}`, document.baseURI);
    const address = addressOf(searchOf(url));
    void navigate(address, { preventScrollReset: true, replace: address === addressOf(search) });
  };
}

function Filters({ search, counts }: { search: Search; counts: readonly JobPostFilterCounts[] }) {
  const { currency, minimum_pay, order, query } = search;
  const countsOf = (name: string) => counts.find(({ filter }) => filter === name);
  const choices = (name: string, chosen: string | null, labels: Readonly<Record<string, string>>) => ({
    name,
    value: chosen ?? '',
    choices: { '': 'Any', ...withCounts(labels, chosen, countsOf(name)) },
  });
  const languages = namesOf(languagesOf(countsOf('language')), search.language);
  const best = query === '' ? { '': 'Newest' } : { '': 'Best match', newest: ORDER_LABELS.newest };
  return (
    <>
      <SearchChoice label="Job type" {...choices('kind', search.kind, KIND_LABELS)} />
      <SearchChoice label="Workplace" {...choices('remote_mode', search.remote_mode, REMOTE_MODE_LABELS)} />
      <SearchChoice label="Seniority" {...choices('seniority', search.seniority, SENIORITY_LABELS)} />
      <SearchChoice
        label="Sort by"
        name="order"
        value={order ?? ''}
        choices={{ ...best, pay: ORDER_LABELS.pay }}
      />
      <MoreChoices isOpen={search.language !== '' || currency !== ''}>
        <SearchChoice label="Language" {...choices('language', search.language, languages)} />
        <MinimumPay value={minimum_pay} />
        <SearchChoice
          label="Currency"
          name="currency"
          value={currency || DEFAULT_CURRENCY}
          choices={Object.fromEntries(withChosen(CURRENCIES, currency).map((code) => [code, code]))}
        />
      </MoreChoices>
      {currency === '' ? null : (
        <p className="search-note hint">
          Pay is compared in {currency} only, by the upper end of a range. Pay per month, day or hour counts
          for a year of 12 months, 260 days or 2,080 hours.
          {order === 'pay' ? ` Jobs without pay in ${currency} follow at the end.` : ''}
        </p>
      )}
    </>
  );
}

/** Applies when the focus leaves it, or with Enter. */
function MinimumPay({ value }: { value: string }) {
  const input = useRef<HTMLInputElement>(null);
  useShownValue(input, value);
  return (
    <TextField
      ref={input}
      label="Minimum pay"
      name="minimum_pay"
      type="number"
      inputMode="numeric"
      placeholder="per year"
      min="1"
      max="999999999"
      defaultValue={value}
      data-keeps-focus=""
      onBlur={({ currentTarget }) => {
        if (currentTarget.value !== value && currentTarget.checkValidity())
          currentTarget.form?.requestSubmit();
      }}
    />
  );
}

/** The chosen option has no number: the page's lead has it. */
function withCounts(
  labels: Readonly<Record<string, string>>,
  chosen: string | null,
  counts: JobPostFilterCounts | undefined,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(labels).map(([value, label]) => [
      value,
      value === chosen ? label : withCount(label, optionCount(counts, value), counts?.is_exact ?? false),
    ]),
  );
}

/** The languages that posts ask for, as far as all of them are known. */
function languagesOf(counts: JobPostFilterCounts | undefined): readonly string[] {
  const counted = counts?.options.map(({ value }) => value) ?? [];
  return counts?.is_exact === true ? counted : [...new Set([...LANGUAGES, ...counted])];
}

function withChosen(codes: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || codes.includes(chosen) ? codes : [...codes, chosen];
}

/** Languages by their names, in the names' order. */
function namesOf(codes: readonly string[], chosen: string): Readonly<Record<string, string>> {
  const names = withChosen(codes, chosen).map((code) => [code, languageName(code)] as const);
  return Object.fromEntries(names.toSorted(([, one], [, other]) => one.localeCompare(other, 'en')));
}
