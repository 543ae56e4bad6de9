import { COUNTRIES } from '@gatehouse/contract/countries';
import { countryName } from '@gatehouse/contract/country-name';
import { SelectField } from '#design/fields.tsx';

const CHOICES = COUNTRIES.map((code) => [code, countryName(code)] as const).toSorted(([, one], [, other]) =>
  one.localeCompare(other, 'en'),
);

/** The country of a job post's location. */
export function CountryField({ chosen = '' }: { chosen: string | undefined }) {
  return (
    <SelectField label="Country" name="country_code" hint="Search engines ask for it." defaultValue={chosen}>
      <option value="">Not stated</option>
      {CHOICES.map(([code, name]) => (
        // A browser may know another name than the server.
        <option key={code} value={code} suppressHydrationWarning>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
