import { type ChangeLimit, etagOf, type HandlersOf, onlyRow, statement } from '@gatehouse/boundary';
import type { Profile } from '@gatehouse/contract';
import { careerOf, NO_CAREER } from './career.ts';

interface ProfileRow extends Omit<Profile, 'updated_at'> {
  readonly updated_at: Date;
}

/** From none to pending: the one access fact that this service's role may change. Null: the state was another. */
const REQUEST_TALENT_ACCESS = statement<{ state: string | null }>(
  'request_talent_access',
  'select identity.request_talent_access($1) as state',
);

const COLUMNS = `headline, summary, skills, location, links, career, updated_at, ${etagOf('version')}`;

const FIND_PROFILE = statement<ProfileRow>(
  'find_profile',
  `select ${COLUMNS} from talent.profiles where user_id = $1`,
);

/** A profile without a row is empty, and a new row is, too: both have the first version. */
const CREATE_PROFILE = statement<object>(
  'create_profile',
  'insert into talent.profiles (user_id) values ($1) on conflict (user_id) do nothing',
);

const LOCK_PROFILE = statement<ProfileRow>(
  'lock_profile',
  `select ${COLUMNS} from talent.profiles where user_id = $1 for update`,
);

/** No row: nothing is different. */
const WRITE_PROFILE = statement<ProfileRow>(
  'write_profile',
  `update talent.profiles
      set headline = $2, summary = $3, skills = $4, location = $5, links = $6,
          career = coalesce($7::jsonb, career), updated_at = now()
    where user_id = $1
      and (headline, summary, skills, location, links, career)
          is distinct from ($2, $3, $4, $5, $6, coalesce($7::jsonb, career))
   returning ${COLUMNS}`,
);

const EMPTY_PROFILE: Profile = {
  headline: '',
  summary: '',
  skills: [],
  location: '',
  links: [],
  career: NO_CAREER,
  etag: '"1"',
};

/** The caller's own profile, and the request for talent access. @param changesOfAccount limits the changes of one profile. */
export const createProfileHandlers = ({
  changesOfAccount,
}: {
  changesOfAccount: ChangeLimit;
}): HandlersOf<'ProfileService'> => ({
  'ProfileService.CreateAccessRequest': async (context) => {
    // Before the exclusive lock, on which the owner's revocations would wait (G1).
    if (context.facts.talent_access.state !== 'none') return context.refuse('talent_access_exists');
    return context.transaction(
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
    );
  },

  'ProfileService.GetCurrentProfile': async ({ read, facts }) => {
    const [row] = await read.query(FIND_PROFILE, [facts.identities_user.id]);
    return row === undefined ? EMPTY_PROFILE : presentProfile(row);
  },

  'ProfileService.UpdateCurrentProfile': async (context, input) => {
    const { headline, summary, skills, location, links } = input;
    const career = careerOf(input.career, new Date());
    return context.transaction(async (tx) => {
      const { id } = tx.facts.identities_user;
      await tx.query(CREATE_PROFILE, [id]);
      const before = onlyRow(await tx.query(LOCK_PROFILE, [id]), 'the profile');
      await tx.requireVersion(presentProfile(before), { subjectId: id, actions: ['profile.changed'] });
      const values = [
        id,
        headline,
        summary,
        skills,
        location,
        links,
        career === undefined ? null : JSON.stringify(career),
      ];
      const [row] = await tx.query(WRITE_PROFILE, values);
      if (row === undefined) return presentProfile(before);
      changesOfAccount.count(tx);
      await tx.audit({ action: 'profile.changed', subject_kind: 'user', subject_id: id });
      return presentProfile(row);
    });
  },
});

function presentProfile(row: ProfileRow): Profile {
  return { ...row, updated_at: row.updated_at.toISOString() };
}
