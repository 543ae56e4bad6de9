import type { TableRows } from '../insert-rows.ts';
import type { DemoPerson } from '../people.ts';
import {
  companyId,
  HOUR_MILLIS,
  membershipId,
  personId,
  timeOfAccessRequest,
  timeOfPerson,
} from '../times-and-ids.ts';

type People = readonly DemoPerson[];
type Row = Readonly<Record<string, unknown>>;

/** The condition of a row of a user's: theirs, unless a person who is not of the demo already has the address. */
export const IS_OURS = 'exists (select from identity.users u where u.id = r.user_id)';

/** The users of the demo: accounts, passwords, profiles and memberships. */
export function userTables(people: People, firstDay: number, passwordHash: string): readonly TableRows[] {
  return [
    { table: 'identity.users', rows: accountRows(people, firstDay) },
    {
      table: 'identity.credentials',
      rows: people.map(({ email }, index) => ({
        user_id: personId(email, index, firstDay),
        password_hash: passwordHash,
        updated_at: iso(timeOfPerson(index, firstDay)),
      })),
      where: IS_OURS,
    },
    { table: 'talent.profiles', rows: profileRows(people, firstDay), where: IS_OURS },
    { table: 'employer.org_memberships', rows: membershipRows(people, firstDay), where: IS_OURS },
  ];
}

function accountRows(people: People, firstDay: number): readonly Row[] {
  return people.map((person, index) => {
    const { email, name, talentAccess } = person;
    const at = iso(timeOfPerson(index, firstDay));
    const requestedAt = timeOfAccessRequest(person, index, firstDay);
    return {
      id: personId(email, index, firstDay),
      email,
      name,
      talent_access_state: talentAccess,
      access_requested_at: requestedAt === null ? null : iso(requestedAt),
      email_verified_at: at,
      created_at: at,
      updated_at: at,
    };
  });
}

function profileRows(people: People, firstDay: number): readonly Row[] {
  return people.flatMap(({ email, profile }, index) =>
    profile === undefined
      ? []
      : [
          {
            user_id: personId(email, index, firstDay),
            ...profile,
            updated_at: iso(timeOfPerson(index, firstDay) + HOUR_MILLIS),
          },
        ],
  );
}

function membershipRows(people: People, firstDay: number): readonly Row[] {
  return people.flatMap(({ email, membership }, index) => {
    if (membership === undefined) return [];
    const at = iso(timeOfPerson(index, firstDay));
    return [
      {
        id: membershipId(email, index, firstDay),
        user_id: personId(email, index, firstDay),
        company_id: companyId(membership.company, firstDay),
        role: membership.role,
        status: membership.status,
        revoked_by: membership.status === 'revoked' ? 'staff' : null,
        created_at: at,
        updated_at: at,
      },
    ];
  });
}

function iso(millis: number): string {
  return new Date(millis).toISOString();
}
