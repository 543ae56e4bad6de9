/** The demo people's password; they exist in the local and test set-ups only. */
export const DEMO_PASSWORD = 'gatehouse-demo-1';

/** What a person of the demo has written. */
export interface DemoProfile {
  readonly headline: string;
  readonly summary: string;
  readonly skills: readonly string[];
  readonly location: string;
  readonly links: readonly string[];
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

/** What `talent@demo.test` has written. */
const TILDAS_PROFILE: DemoProfile = {
  headline: 'Frontend engineer who likes the boring parts done well',
  summary:
    'Eight years of building interfaces that people use every day: a booking system for ferries, the back office of a ' +
    'food co-op, and most recently a design system for a mid-sized bank. I care about forms that forgive, pages that ' +
    'work on an old phone, and tests that say what they mean.\n\nLooking for a small team that ships weekly.',
  skills: ['TypeScript', 'React', 'Accessibility', 'Design systems', 'PostgreSQL'],
  location: 'Lisbon, Portugal',
  links: ['https://tilda.example', 'https://code.example/tilda-marsh'],
};

/** New ones go to the end: the place in the list is part of the ids. */
export const demoPeople: readonly DemoPerson[] = [
  { email: 'talent@demo.test', name: 'Tilda Marsh', talentAccess: 'active', profile: TILDAS_PROFILE },
  { email: 'newcomer@demo.test', name: 'Noor Haddad', talentAccess: 'none' },
  { email: 'pending@demo.test', name: 'Pekka Lindqvist', talentAccess: 'pending' },
  { email: 'suspended@demo.test', name: 'Sunniva Dahl', talentAccess: 'suspended' },
  {
    email: 'owner@demo.test',
    name: 'Olive Okafor',
    talentAccess: 'none',
    membership: { company: 'Harbour & Pine', role: 'owner', status: 'active' },
  },
  {
    email: 'member@demo.test',
    name: 'Mateo Silva',
    talentAccess: 'none',
    membership: { company: 'Harbour & Pine', role: 'member', status: 'active' },
  },
  {
    email: 'revoked@demo.test',
    name: 'Rosa Whitfield',
    talentAccess: 'none',
    membership: { company: 'Harbour & Pine', role: 'member', status: 'revoked' },
  },
  {
    email: 'disabled@demo.test',
    name: 'Dov Castellan',
    talentAccess: 'none',
    membership: { company: 'Quickstep Couriers', role: 'owner', status: 'active' },
  },
];

/** The secret of the demo staff's authenticator app, base32; known to everybody, as their password. */
export const DEMO_TOTP_SECRET = 'GATEHOUSEDEMOGATEHOUSEDEMO234567';

/** The demo's staff. */
export const demoAdmins = [
  { email: 'admin@demo.test', name: 'Ada Brandt', role: 'operator' },
  { email: 'viewer@demo.test', name: 'Vito Ferrari', role: 'viewer' },
] as const;
