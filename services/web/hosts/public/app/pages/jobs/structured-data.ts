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
 * A job post as schema.org's JobPosting, in the shape that search engines ask for.
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
    directApply: true,
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

/** A remote job has a region where applicants may live, not a place of work. Without a mode, the location says which. */
function jobLocation({ location, terms }: Pick<PublicJobPost, 'location' | 'terms'>): object {
  const mode = terms?.remote_mode ?? (/\bremote\b/i.test(location) ? 'remote' : 'on_site');
  if (location === '' && mode !== 'remote') return {};
  if (mode !== 'remote') {
    return {
      jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', addressLocality: location } },
    };
  }
  const region = location.replace(/\bremote\b/i, '').replaceAll(/^[\s,()/–-]+|[\s,()/–-]+$/g, '');
  return {
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: {
      '@type': 'AdministrativeArea',
      name: region === '' ? 'Worldwide' : region,
    },
  };
}
