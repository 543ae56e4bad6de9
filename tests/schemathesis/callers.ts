import { DEMO_PASSWORD, makeAdmin, makePerson, type TestPerson, type TestSystem } from '@gatehouse/testkit';

/** One who calls the API: every caller has a run of its own. */
export interface Caller {
  readonly name: string;
  readonly host: 'public' | 'team';
  /** Whose sessions there are: the first one asks, the others must not see what is the first one's. */
  readonly peers: readonly { readonly name: string; readonly cookie: string }[];
  /** Tells whether the session under test is live; null for nobody. */
  readonly session: string | null;
  /** The operations that this caller tries, as a regular expression on `METHOD /path`; null: all. */
  readonly only: string | null;
  /** What would end the session under test; nobody tries it. */
  readonly except: readonly string[];
  /** Values that nothing generated could guess: by operation, by parameter. */
  readonly known: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Nobody, a person who is talent and employer at once, and an admin. */
export async function makeCallers(system: TestSystem): Promise<readonly Caller[]> {
  return [nobody(), nobodyOnTheTeamHost(), await signedInPerson(system), await signedInAdmin(system)];
}

function nobody(): Caller {
  return {
    name: 'nobody',
    host: 'public',
    peers: [],
    session: null,
    only: '^[A-Z]+ /(?!identities/admin)',
    except: [],
    // Signing in is tried with success here: it would end the session of anybody who has one.
    known: {
      'UserSessionService.CreateUserSession': {
        'body.email': 'talent@demo.test',
        'body.password': DEMO_PASSWORD,
      },
    },
  };
}

function nobodyOnTheTeamHost(): Caller {
  return {
    name: 'nobody on the team host',
    host: 'team',
    peers: [],
    session: null,
    only: '^[A-Z]+ /identities/admin',
    except: [],
    known: {},
  };
}

async function signedInPerson(system: TestSystem): Promise<Caller> {
  const membership = { role: 'owner', status: 'active' } as const;
  const person = await makePerson(system.database, { talent: 'active', membership });
  const other = await makePerson(system.database, { talent: 'active', membership });
  const ownPost = await publishJobPost(system, person);
  const received = await apply(system, other, ownPost);
  const sent = await apply(system, person, await publishJobPost(system, other));
  return {
    name: 'person',
    host: 'public',
    peers: [
      { name: 'person', cookie: person.cookie },
      { name: 'somebody else', cookie: other.cookie },
    ],
    session: '/identities/user_sessions/current',
    only: '^[A-Z]+ /(?!identities/admin)',
    except: ['UserSessionService.DeleteCurrentUserSession', 'UserSessionService.DeleteUserSession'],
    known: {
      'ApplicationService.ListJobPostApplications': { 'path.job_post_id': ownPost },
      'ApplicationService.GetApplication': { 'path.id': received },
      'ApplicationService.UpdateApplication': { 'path.id': received },
      'TalentApplicationService.DeleteApplication': { 'path.id': sent },
    },
  };
}

async function signedInAdmin(system: TestSystem): Promise<Caller> {
  const { cookie } = await makeAdmin(system.database, 'operator');
  return {
    name: 'admin',
    host: 'team',
    peers: [{ name: 'admin', cookie }],
    session: '/identities/admin_sessions/current',
    only: '^[A-Z]+ /identities/admin',
    except: ['AdminSessionService.DeleteCurrentAdminSession'],
    known: {},
  };
}

async function publishJobPost(system: TestSystem, person: TestPerson): Promise<string> {
  const post = { title: 'Keeper of the gate', kind: 'full_time' };
  const id = await write(system, person, 'POST', '/employer/job_posts', post);
  return write(system, person, 'PATCH', `/employer/job_posts/${id}`, { state: 'published' });
}

const apply = (system: TestSystem, person: TestPerson, jobPost: string) =>
  write(system, person, 'POST', `/talent/job_posts/${jobPost}/applications`, { message: 'Here I am.' });

/** @returns the id of what has been written. */
async function write(
  { publicHost }: TestSystem,
  { cookie }: TestPerson,
  method: string,
  path: string,
  body: object,
): Promise<string> {
  const answer = await publicHost.request(`/api${path}`, { method, cookie, body });
  if (answer.status >= 300) throw new Error(`${method} ${path} answers ${answer.status} ${answer.text}`);
  return answer.body.id;
}
