import { CURRENCIES } from '@gatehouse/contract/iso-codes';
import { languageName } from '@gatehouse/contract/language-name';
import type { JobPostTerms, Pay } from '@gatehouse/contract/wire';
import type { FormValues } from '#api/form-values.ts';
import { SelectField, TextField } from '#design/fields.tsx';
import { PAY_PERIOD_LABELS, REMOTE_MODE_LABELS, SENIORITY_LABELS } from '#design/labels.ts';
import { languageCode } from './language-code.ts';

/** The terms of a post that states none. */
export const NO_TERMS: JobPostTerms = { languages: [], expires_on: '' };

const CURRENCY_LABELS = Object.fromEntries(CURRENCIES.map((code) => [code, code]));

/** The fields of a job post's terms; each may stay empty. */
export function TermsFields({ terms }: { terms: JobPostTerms | undefined }) {
  const texts = termsTexts(terms);
  return (
    <>
      <div className="field-row short">
        <AmountField label="Minimum pay" name="minimum" defaultValue={texts.minimum} />
        <AmountField label="Maximum pay" name="maximum" defaultValue={texts.maximum} />
        <OptionalChoice
          label="Currency"
          name="currency"
          choices={CURRENCY_LABELS}
          defaultValue={texts.currency}
        />
        <OptionalChoice
          label="Pay is"
          name="period"
          choices={PAY_PERIOD_LABELS}
          defaultValue={texts.period}
        />
      </div>
      <div className="field-row short">
        <OptionalChoice
          label="Workplace"
          name="remote_mode"
          choices={REMOTE_MODE_LABELS}
          defaultValue={texts.remote_mode}
        />
        <OptionalChoice
          label="Seniority"
          name="seniority"
          choices={SENIORITY_LABELS}
          defaultValue={texts.seniority}
        />
      </div>
      <div className="field-row">
        <TextField
          label="Languages"
          name="languages"
          hint="Of the work, such as “English, German”."
          defaultValue={texts.languages}
        />
        <TextField
          label="Last day to apply"
          name="expires_on"
          type="date"
          hint="In UTC. The job post is not public after it."
          defaultValue={texts.expires_on}
        />
      </div>
    </>
  );
}

function AmountField(field: { label: string; name: string; defaultValue: string }) {
  return <TextField {...field} type="number" inputMode="decimal" min="0.01" max="9999999999" step="0.01" />;
}

function OptionalChoice(field: {
  label: string;
  name: string;
  choices: Readonly<Record<string, string>>;
  defaultValue: string;
}) {
  return (
    <SelectField {...field}>
      <option value="">Not stated</option>
    </SelectField>
  );
}

/** What the fields hold for the terms of a version. */
export function termsTexts({ pay, remote_mode, seniority, languages, expires_on }: JobPostTerms = NO_TERMS) {
  return {
    minimum: String(pay?.minimum ?? ''),
    maximum: String(pay?.maximum ?? ''),
    currency: pay?.currency ?? '',
    period: pay?.period ?? '',
    remote_mode: remote_mode ?? '',
    seniority: seniority ?? '',
    languages: languages.map(languageName).join(', '),
    expires_on,
  };
}

/** The terms that a form with these fields describes. The API names what is missing or wrong. */
export function termsOf(form: FormValues): JobPostTerms {
  const pay = payOf(form);
  return {
    ...(pay === null ? {} : { pay }),
    ...optional('remote_mode', form, REMOTE_MODE_LABELS),
    ...optional('seniority', form, SENIORITY_LABELS),
    languages: form.list('languages', /[,\n]/).map(languageCode),
    expires_on: form.text('expires_on'),
  };
}

/** Null: the form says nothing of pay. */
function payOf(form: FormValues): Pay | null {
  const fields = ['minimum', 'maximum', 'currency', 'period'];
  if (fields.every((name) => form.text(name) === '')) return null;
  return {
    ...amount('minimum', form),
    ...amount('maximum', form),
    currency: form.text('currency'),
    ...optional('period', form, PAY_PERIOD_LABELS),
  };
}

function amount<Name extends string>(name: Name, form: FormValues): { readonly [Key in Name]?: number } {
  const text = form.text(name);
  return (text === '' ? {} : { [name]: Number(text) }) as { readonly [Key in Name]?: number };
}

/** The field's choice under its name; nothing for an empty field. */
function optional<Name extends string, Choice extends string>(
  name: Name,
  form: FormValues,
  choices: Readonly<Record<Choice, string>>,
): { readonly [Key in Name]?: Choice } {
  const chosen = form.text(name) === '' ? {} : { [name]: form.choice(name, choices) };
  return chosen as { readonly [Key in Name]?: Choice };
}
