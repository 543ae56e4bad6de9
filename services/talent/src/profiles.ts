import { type HandlersOf, onlyRow, statement } from '@gatehouse/boundary';
import type { Profile } from '@gatehouse/contract';

interface ProfileRow extends Omit<Profile, 'updated_at'> {
  readonly updated_at: Date;
}

/** From none to pending: the one access fact that this service's role may change. Null: the state was another. */
const REQUEST_TALENT_ACCESS = statement<{ state: string | null }>(
  'request_talent_access',
  'select identity.request_talent_access($1) as state',
);

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

const EMPTY_PROFILE: Profile = { headline: '', summary: '', skills: [], location: '', links: [] };

/** The caller's own profile, and the request for talent access. */
export const profileHandlers: HandlersOf<'ProfileService'> = {
  'ProfileService.CreateAccessRequest': (context) =>
    context.transaction(
      async (tx) => {
        const { id } = tx.facts.identities_user;
        const { state } = onlyRow(await tx.query(REQUEST_TALENT_ACCESS, [id]), 'the function');
        if (state === null) return context.refuse('talent_access_exists');
        await tx.audit({
          action: 'talent_access.requested',
          subject_kind: 'user',
          subject_id: id,
          change: 'none → pending',
        });
        return { state };
      },
      { locks: [{ kind: 'user', id: context.facts.identities_user.id, mode: 'exclusive' }] },
    ),

  'ProfileService.GetCurrentProfile': async ({ read, facts }) => {
    const [row] = await read.query(FIND_PROFILE, [facts.identities_user.id]);
    return row === undefined ? EMPTY_PROFILE : presentProfile(row);
  },

  'ProfileService.UpdateCurrentProfile': (context, { headline, summary, skills, location, links }) =>
    context.transaction(async (tx) => {
      const { id } = tx.facts.identities_user;
      const values = [id, headline, summary, skills, location, links];
      const row = onlyRow(await tx.query(WRITE_PROFILE, values), 'the written profile');
      await tx.audit({ action: 'profile.changed', subject_kind: 'user', subject_id: id });
      return presentProfile(row);
    }),
};

function presentProfile(row: ProfileRow): Profile {
  return { ...row, updated_at: row.updated_at.toISOString() };
}
