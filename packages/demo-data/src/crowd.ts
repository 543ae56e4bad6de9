import { careerIn, workOf } from './careers.ts';
import { demoCompanies } from './companies.ts';
import { listOf, objectOf, readData, textsOf } from './data-file.ts';
import type { DemoPerson, DemoProfile } from './people.ts';
import { numberOf, pick, pickTwo } from './pick.ts';

const data = objectOf(readData('crowd'), 'crowd');

/** First and last names that go together. */
const FAMILIES = listOf(data['families'], 'families').map((family) => {
  const { first, last } = objectOf(family, 'families');
  return { first: textsOf(first, 'first'), last: textsOf(last, 'last') };
});

/** Headlines, skills, and sentences of people about themselves. */
const TRADES = listOf(data['trades'], 'trades').map((trade) => {
  const { headlines, skills, about, titles, employers, study } = objectOf(trade, 'trades');
  return {
    headlines: textsOf(headlines, 'headlines'),
    skills: textsOf(skills, 'skills'),
    about: textsOf(about, 'about'),
    ...workOf({ titles, employers, study }),
  };
});

const PLACES = textsOf(data['places'], 'places');
const CLOSINGS = textsOf(data['closings'], 'closings');

const CROWD_SIZE = 192;
const MEMBERS = 104;

/** The rest of the 200: members of the demo companies, and people who look for a job. */
export const crowd: readonly DemoPerson[] = Array.from({ length: CROWD_SIZE }, (_, index) => personAt(index));

function personAt(index: number): DemoPerson {
  const name = nameAt(index);
  const email = `${ascii(name).replaceAll(' ', '.')}@people.demo.test`;
  return index < MEMBERS
    ? { email, name, talentAccess: 'none', membership: membershipAt(index) }
    : { email, name, ...talentAt(index, name) };
}

/** No pair of names comes twice: 12 families with 36 pairs each, of which 16 are taken. */
function nameAt(index: number): string {
  const round = Math.floor(index / FAMILIES.length);
  const { first, last } = at(FAMILIES, index);
  return `${first[round % first.length]} ${last[(round + Math.floor(round / last.length)) % last.length]}`;
}

function ascii(name: string): string {
  return name
    .replaceAll('ı', 'i')
    .replaceAll('ø', 'o')
    .normalize('NFD')
    .replaceAll(/[^\p{ASCII}]/gu, '')
    .toLowerCase();
}

/** Every company has an owner; the other members are spread over them, and a few are revoked. */
function membershipAt(index: number): NonNullable<DemoPerson['membership']> {
  // The members of these are in people.yaml and founder.yaml.
  const others = demoCompanies.filter(
    ({ name, review }) => !['Harbour & Pine', 'Quickstep Couriers'].includes(name) && review === 'approved',
  );
  const company = others[index % others.length]?.name ?? '';
  const isFirst = index < others.length;
  return {
    company,
    role: isFirst ? 'owner' : 'member',
    status: !isFirst && index % 17 === 3 ? 'revoked' : 'active',
  };
}

function talentAt(index: number, name: string): Pick<DemoPerson, 'talentAccess' | 'profile'> {
  const place = index - MEMBERS;
  if (place % 11 === 4) return { talentAccess: 'none' };
  const talentAccess = place % 6 === 1 ? 'pending' : place % 29 === 7 ? 'suspended' : 'active';
  return { talentAccess, profile: profileOf(name, place) };
}

function profileOf(name: string, place: number): DemoProfile {
  const { headlines, skills, about, ...work } = at(TRADES, place);
  const [opening, closing] = [pick(`${name} about`, about), pick(`${name} looking`, CLOSINGS)];
  const years = 2 + (numberOf(`${name} years`) % 24);
  const [one, two] = pickTwo(`${name} skills`, skills);
  return {
    headline: pick(`${name} headline`, headlines),
    summary: `${years} years of it, and still learning. ${opening}\n\nWhat I am asked for most: ${one.toLowerCase()} and ${two.toLowerCase()}. ${closing}`,
    skills,
    location: pick(`${name} place`, PLACES),
    links: numberOf(`${name} link`) % 3 === 0 ? [`https://${ascii(name).replaceAll(' ', '-')}.example`] : [],
    career: careerIn(work, name),
  };
}

/** The item at a position, round and round. @throws {Error} where there is none. */
function at<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('the list is empty');
  return item;
}
