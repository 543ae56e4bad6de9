import { describe, expect, test } from '@jest/globals';
import { renderTemplate, unknownPlaceholders } from './placeholders.ts';

const NAMES = {
  applicant_name: 'Ada {company_name} $& $1',
  job_title: 'Rigger',
  company_name: 'Pier',
  member_name: 'Mika',
};

describe('the placeholders of a template', () => {
  test('are replaced by names, each occurrence, and a name is not read again', () => {
    const text = 'Dear {applicant_name},\n{job_title} at {company_name}. {company_name}\n{member_name}';
    expect(renderTemplate(text, NAMES)).toBe('Dear Ada {company_name} $& $1,\nRigger at Pier. Pier\nMika');
  });

  test.each([
    ['Dear {applicant_name}', []],
    ['{applicant}, {applicant} and { job_title }', ['applicant', ' job_title ']],
    ['{toString} {}', ['toString', '']],
    ['a { b\n} and } and {', []],
  ])('%j has the unknown ones %j', (text, unknown) => {
    expect(unknownPlaceholders(text)).toEqual(unknown);
  });
});
