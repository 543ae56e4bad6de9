import type { PublicJobPost } from '@gatehouse/contract/wire';
import escapeHtml from 'escape-html';

const EMPLOYMENT_TYPES = {
  full_time: 'FULL_TIME',
  part_time: 'PART_TIME',
  contract: 'CONTRACTOR',
  internship: 'INTERN',
} as const;

/** A job post as schema.org's JobPosting, in the shape that search engines ask for. */
export function structuredData(post: PublicJobPost) {
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: post.title,
    description: htmlOf(post.description === '' ? post.title : post.description),
    datePosted: post.published_at,
    employmentType: EMPLOYMENT_TYPES[post.kind],
    directApply: true,
    identifier: { '@type': 'PropertyValue', name: 'Gatehouse', value: post.id },
    hiringOrganization: {
      '@type': 'Organization',
      name: post.company.name,
      ...(post.company.website === '' ? {} : { sameAs: post.company.website }),
    },
    ...jobLocation(post.location),
  };
}

/** A remote job has a region where applicants may live, not a place of work. */
function jobLocation(location: string): object {
  if (location === '') return {};
  if (!/\bremote\b/i.test(location)) {
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

function htmlOf(text: string): string {
  return escapeHtml(text)
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('');
}
