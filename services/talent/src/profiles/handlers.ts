import { type Handler, onlyRow, statement } from '@gatehouse/boundary';
import type { Profile } from '@gatehouse/contract';

interface ProfileRow extends Omit<Profile, 'updated_at'> {
  readonly updated_at: Date;
}

const FIND_PROFILE = statement<ProfileRow>(
  'find_profile',
  'select headline, summary, skills, location, links, updated_at from talent.profiles where user_id = $1',
);

const WRITE_PROFILE = statement<ProfileRow>(
  'write_profile',
  `insert into talent.profiles (user_id, headline, summary, skills, location, links)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (user_id) do update
      set headline = excluded.headline, summary = excluded.summary, skills = excluded.skills,
          location = excluded.location, links = excluded.links, updated_at = now()
   returning headline, summary, skills, location, links, updated_at`,
);

const UNWRITTEN: Profile = { headline: '', summary: '', skills: [], location: '', links: [] };

/** The caller's profile; all fields are empty while nothing has been written. */
export const getCurrentProfile: Handler<'ProfileService.GetCurrentProfile'> = async ({ read, facts }) => {
  const [row] = await read.query(FIND_PROFILE, [facts.identities_user.id]);
  return row === undefined ? UNWRITTEN : presentProfile(row);
};

/** Replaces the caller's profile. */
export const updateCurrentProfile: Handler<'ProfileService.UpdateCurrentProfile'> = (context, input) =>
  context.transaction(async (tx) => {
    const { id } = tx.facts.identities_user;
    const { headline, summary, skills, location, links } = input;
    const row = onlyRow(
      await tx.query(WRITE_PROFILE, [id, headline, summary, skills, location, links]),
      'the written profile',
    );
    await tx.audit({ action: 'profile.changed', subject_kind: 'user', subject_id: id });
    return presentProfile(row);
  });

function presentProfile(row: ProfileRow): Profile {
  return { ...row, updated_at: row.updated_at.toISOString() };
}
