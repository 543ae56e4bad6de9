import { countryName } from '@gatehouse/contract/country-name';
import type { Pay, PublicJobPost } from '@gatehouse/contract/wire';
import { htmlOf } from '#rich-text/html.ts';
import type { RichText } from '#rich-text/tree.ts';

const EMPLOYMENT_TYPES = {
  full_time: 'FULL_TIME',
  part_time: 'PART_TIME',
  contract: 'CONTRACTOR',
  internship: 'INTERN',
} as const;

/**
 * A job post as schema.org's JobPosting, in the shape that search engines ask for. Without `directApply`: to apply needs talent
 * access, which staff approve.
 * @param logo its absolute address; undefined: the company has none.
 */
export function structuredData(
  post: Omit<PublicJobPost, 'description'>,
  description: RichText,
  logo?: string,
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: post.title,
    description: htmlOf(
      description.length === 0 ? [{ type: 'paragraph', children: [post.title] }] : description,
    ),
    datePosted: post.published_at,
    employmentType: EMPLOYMENT_TYPES[post.kind],
    identifier: { '@type': 'PropertyValue', name: 'Gatehouse', value: post.id },
    hiringOrganization: {
      '@type': 'Organization',
      name: post.company.name,
      ...(post.company.website === '' ? {} : { sameAs: post.company.website }),
      ...(logo === undefined ? {} : { logo }),
    },
    ...jobLocation(post),
    ...(post.terms?.pay === undefined ? {} : { baseSalary: baseSalary(post.terms.pay) }),
    // The whole last day, in UTC.
    ...(post.terms?.expires_on ? { validThrough: `${post.terms.expires_on}T23:59:59Z` } : {}),
  };
}

const UNITS = { hour: 'HOUR', day: 'DAY', month: 'MONTH', year: 'YEAR' } as const;

function baseSalary({ minimum, maximum, currency, period }: Pay): object {
  return {
    '@type': 'MonetaryAmount',
    currency,
    value: {
      '@type': 'QuantitativeValue',
      ...(minimum === maximum ? { value: minimum } : { minValue: minimum, maxValue: maximum }),
      ...(period === undefined ? {} : { unitText: UNITS[period] }),
    },
  };
}

/** Between the alternatives or the parts of a location. */
const SEPARATORS = /[,()/–]|\s-\s|\bor\b/i;

/** A part of a location that is only a word for remote work. */
const REMOTE = /^(?:fully\s+|100\s?%\s+)?remote$/i;

/** What says that remote work is one of several ways to do a job. */
const ALTERNATIVES = /\/|\b(?:or|hybrid|office|on-?site)\b/i;

/**
 * A remote job has a region where applicants may live, not a place of work: its country, if it states one. A post without a
 * workplace is remote if its location is only a word for it, with or without one place.
 */
function jobLocation(post: Pick<PublicJobPost, 'location' | 'country_code' | 'terms'>): object {
  const { location, country_code, terms } = post;
  const place = placeOf(location);
  const isRemote = terms?.remote_mode === undefined ? isOnlyRemote(location) : terms.remote_mode === 'remote';
  if (isRemote) {
    const anywhere = isOnlyRemote(location) || location === '' ? 'Worldwide' : location;
    return {
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements:
        country_code === undefined
          ? { '@type': 'AdministrativeArea', name: place || anywhere }
          : { '@type': 'Country', name: countryName(country_code) },
    };
  }
  const addressLocality = withoutCountry(place, country_code);
  if (addressLocality === '' && country_code === undefined) return {};
  return {
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        ...(addressLocality === '' ? {} : { addressLocality }),
        ...(country_code === undefined ? {} : { addressCountry: country_code }),
      },
    },
  };
}

/** A place without the name of its country at its end, which has a field of its own. */
function withoutCountry(place: string, code: string | undefined): string {
  const country = code === undefined ? '' : countryName(code).toLowerCase();
  if (country === '' || !place.toLowerCase().endsWith(country)) return place;
  const rest = place.slice(0, -country.length);
  // “New Mexico” is no place in Mexico.
  return rest === '' || /[,()/–-]\s*$/.test(rest) ? rest.replace(/[\s,(/–-]+$/, '') : place;
}

function partsOf(location: string): readonly string[] {
  return location
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Whether a location is like "Remote", "Remote (EU)" or "Portugal, remote". */
function isOnlyRemote(location: string): boolean {
  if (ALTERNATIVES.test(location)) return false;
  const [first = '', second = '', ...others] = partsOf(location);
  return REMOTE.test(first) || (REMOTE.test(second) && others.length === 0);
}

/** The location without the parts that speak of remote work. */
function placeOf(location: string): string {
  const isPlace = (part: string) => !/\bremote\b/i.test(part);
  return isPlace(location) ? location : partsOf(location).filter(isPlace).join(', ');
}
