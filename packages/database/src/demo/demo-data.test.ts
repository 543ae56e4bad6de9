import { describe, expect, test } from '@jest/globals';
import { demoCompanies } from './companies.ts';
import { demoAdmins, demoPeople } from './people.ts';

const companyNamed = (name: string) => demoCompanies.find((company) => company.name === name);
const published = demoCompanies.flatMap(({ posts }) =>
  posts.filter(([, , , , state]) => state === undefined),
);

describe('the demo', () => {
  test.each([
    ['talent@demo.test', 'active', null],
    ['newcomer@demo.test', 'none', null],
    ['pending@demo.test', 'pending', null],
    ['suspended@demo.test', 'suspended', null],
    ['owner@demo.test', 'none', 'owner, active, in an active company'],
    ['member@demo.test', 'none', 'member, active, in an active company'],
    ['revoked@demo.test', 'none', 'member, revoked, in an active company'],
    ['disabled@demo.test', 'none', 'owner, active, in a disabled company'],
  ])('%s has talent access %s and is %s', (email, talentAccess, place) => {
    const person = demoPeople.find((candidate) => candidate.email === email);
    const membership = person?.membership;
    const condition = companyNamed(membership?.company ?? '')?.condition ?? 'active';
    const article = condition === 'active' ? 'an' : 'a';
    expect(person?.talentAccess).toBe(talentAccess);
    expect(
      membership === undefined
        ? null
        : `${membership.role}, ${membership.status}, in ${article} ${condition} company`,
    ).toBe(place);
  });

  test('has a full profile of the talent and of nobody else', () => {
    const [talent, ...others] = demoPeople;
    for (const field of Object.values(talent?.profile ?? { none: '' })) expect(field).not.toHaveLength(0);
    expect(others.filter(({ profile }) => profile !== undefined)).toEqual([]);
  });

  test('has both kinds of staff', () => {
    expect(demoAdmins.map(({ email, role }) => [email, role])).toEqual([
      ['admin@demo.test', 'operator'],
      ['viewer@demo.test', 'viewer'],
    ]);
  });

  test('has everybody in a company that exists', () => {
    for (const { membership } of demoPeople) {
      if (membership !== undefined) expect(companyNamed(membership.company)).toBeDefined();
    }
  });

  test('has a catalogue that looks alive, and the owner has posts in every state', () => {
    expect(demoCompanies.length).toBeGreaterThanOrEqual(12);
    expect(published.length).toBeGreaterThanOrEqual(40);
    const states = companyNamed('Harbour & Pine')?.posts.map(([, , , , state]) => state ?? 'published');
    expect(new Set(states)).toEqual(new Set(['published', 'draft', 'closed']));
  });

  test('has names and titles that do not clash, since ids are made from them', () => {
    const names = demoCompanies.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { posts } of demoCompanies) {
      expect(new Set(posts.map(([title]) => title)).size).toBe(posts.length);
    }
  });
});
