import { careerOf, type DemoCareer } from './careers.ts';
import { choiceOf, listOf, objectOf, readData, textOf, textsOf } from './data-file.ts';

/** A profile as its person wrote it. */
export interface DemoProfile {
  readonly headline: string;
  readonly summary: string;
  readonly skills: readonly string[];
  readonly location: string;
  readonly links: readonly string[];
  readonly career: DemoCareer;
}

/** A person of the demo, by situation. */
export interface DemoPerson {
  readonly email: string;
  readonly name: string;
  readonly talentAccess: 'none' | 'pending' | 'active' | 'suspended';
  readonly profile?: DemoProfile;
  /** The company's name, with the person's place in it; absent: no membership record. */
  readonly membership?: { company: string; role: 'owner' | 'member'; status: 'active' | 'revoked' };
}

/** The people to sign in as. */
export const demoPeople: readonly DemoPerson[] = listOf(readData('people'), 'people').map(personOf);

/** Also to sign in as: came last, and owns the company that waits for its review. */
export const demoFounder: DemoPerson = personOf(readData('founder'));

function personOf(value: unknown): DemoPerson {
  const { email, name, talentAccess, profile, membership } = objectOf(value, 'people');
  const address = textOf(email, 'people');
  return {
    email: address,
    name: textOf(name, address),
    talentAccess: choiceOf(talentAccess, ['none', 'pending', 'active', 'suspended'], address),
    ...(profile === undefined ? {} : { profile: profileOf(profile, address) }),
    ...(membership === undefined ? {} : { membership: membershipOf(membership, address) }),
  };
}

function profileOf(value: unknown, name: string): DemoProfile {
  const { headline, summary, skills, location, links, career } = objectOf(value, name);
  return {
    headline: textOf(headline, name),
    summary: textOf(summary, name),
    skills: textsOf(skills, name),
    location: textOf(location, name),
    links: textsOf(links, name),
    career: careerOf(career, name),
  };
}

function membershipOf(value: unknown, name: string): NonNullable<DemoPerson['membership']> {
  const { company, role, status } = objectOf(value, name);
  return {
    company: textOf(company, name),
    role: choiceOf(role, ['owner', 'member'], name),
    status: choiceOf(status, ['active', 'revoked'], name),
  };
}
