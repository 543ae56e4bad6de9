import { DEMO_PASSWORD, makeAdmin, makePerson, type TestPerson, type TestSystem } from '@gatehouse/testkit';

/** A caller of the API. Each caller has its own run. */
export interface Caller {
  readonly name: string;
  readonly host: 'public' | 'team';
  /** The sessions: the first one calls; the others must not see the first one's data. */
  readonly peers: readonly { readonly name: string; readonly cookie: string }[];
  /** The path that shows whether the session under test is live; null if the caller is signed out. */
  readonly session: string | null;
  /** The operations of this caller, as a regular expression on `METHOD /path`; null: all. */
  readonly only: string | null;
  /** Operations that would end the session under test: not called. */
  readonly except: readonly string[];
  /** Values that a generator cannot guess: by operation, by parameter. */
  readonly known: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** With these an admin can end the own session. */
const OWN_ACCOUNT = ['StaffAccountService.UpdateStaffRole', 'StaffAccountService.UpdateStaffCondition'];

/** A signed-out caller on each host, a user who is talent and employer, and two admins. */
export async function makeCallers(system: TestSystem): Promise<readonly Caller[]> {
  return [
    signedOut(),
    signedOutOnTeamHost(),
    await signedInUser(system),
    await signedInAdmin(system),
    await adminOfStaff(system),
  ];
}

function signedOut(): Caller {
  return {
    name: 'signed out',
    host: 'public',
    peers: [],
    session: null,
    only: '^[A-Z]+ /(?!identities/admin)',
    except: [],
    // Only this caller signs in successfully: a sign-in would end an existing session.
    known: {
      'UserSessionService.CreateUserSession': {
        'body.email': 'talent@demo.test',
        'body.password': DEMO_PASSWORD,
      },
    },
  };
}

function signedOutOnTeamHost(): Caller {
  return {
    name: 'signed out on the team host',
    host: 'team',
    peers: [],
    session: null,
    only: '^[A-Z]+ /identities/admin',
    except: [],
    known: {},
  };
}

async function signedInUser(system: TestSystem): Promise<Caller> {
  const membership = { role: 'owner', status: 'active' } as const;
  const person = await makePerson(system.database, { talent: 'active', membership });
  const other = await makePerson(system.database, { talent: 'active', membership });
  const ownPost = await publishJobPost(system, person);
  const received = await apply(system, other, ownPost);
  const sent = await apply(system, person, await publishJobPost(system, other));
  return {
    name: 'user',
    host: 'public',
    peers: [
      { name: 'user', cookie: person.cookie },
      { name: 'another user', cookie: other.cookie },
    ],
    session: '/identities/user_sessions/current',
    only: '^[A-Z]+ /(?!identities/admin)',
    except: [
      'UserSessionService.DeleteCurrentUserSession',
      'UserSessionService.DeleteUserSession',
      'UserSessionService.ReportUserSession',
    ],
    known: {
      'ApplicationService.ListJobPostApplications': { 'path.job_post_id': ownPost },
      'ApplicationService.GetApplication': { 'path.id': received },
      'ApplicationService.UpdateApplication': { 'path.id': received },
      'ApplicationNoteService.ListApplicationNotes': { 'path.application_id': received },
      'ApplicationNoteService.CreateApplicationNote': { 'path.application_id': received },
      'ApplicationMessageService.ListApplicationMessages': { 'path.application_id': received },
      'ApplicationMessageService.CreateApplicationMessage': { 'path.application_id': received },
      'TalentMessageService.ListTalentMessages': { 'path.application_id': sent },
      'TalentMessageService.CreateTalentMessage': { 'path.application_id': sent },
      'InterviewService.ListInterviews': { 'path.application_id': received },
      'InterviewService.CreateInterview': { 'path.application_id': received },
      'TalentInterviewService.ListTalentInterviews': { 'path.application_id': sent },
      'ApplicationEvaluationService.ListApplicationRatings': { 'path.application_id': received },
      'ApplicationEvaluationService.UpdateApplicationRating': { 'path.application_id': received },
      'ApplicationEvaluationService.DeleteApplicationRating': { 'path.application_id': received },
      'ApplicationEvaluationService.UpdateApplicationAssignment': { 'path.application_id': received },
      'TalentApplicationService.UpdateOfferAnswer': { 'path.id': sent },
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
    except: ['AdminSessionService.DeleteCurrentAdminSession', ...OWN_ACCOUNT],
    known: {},
  };
}

/** Changes staff accounts, its own included: its session may end before the last call. */
async function adminOfStaff(system: TestSystem): Promise<Caller> {
  return {
    ...(await signedInAdmin(system)),
    name: 'admin of staff accounts',
    session: null,
    only: '^[A-Z]+ /identities/admin/staff_accounts',
    except: [],
  };
}

async function publishJobPost(system: TestSystem, person: TestPerson): Promise<string> {
  const post = {
    title: 'Keeper of the gate',
    kind: 'full_time',
    location: 'Porto',
    description: 'Open the gate for those who may pass, and close it behind them. '.repeat(2),
  };
  const id = await write(system, person, ['POST', '/employer/job_posts'], post);
  return write(system, person, ['PATCH', `/employer/job_posts/${id}`], { state: 'published' });
}

const apply = (system: TestSystem, person: TestPerson, jobPost: string) =>
  write(system, person, ['POST', `/talent/job_posts/${jobPost}/applications`], { message: 'Here I am.' });

/** @returns the id of the written resource. */
async function write(
  { publicHost }: TestSystem,
  { cookie }: TestPerson,
  [method = '', path = '']: readonly string[],
  body: object,
): Promise<string> {
  const answer = await publicHost.request(`/api${path}`, { method, cookie, body });
  if (answer.status >= 300) throw new Error(`${method} ${path} returned ${answer.status} ${answer.text}`);
  return answer.body.id;
}
