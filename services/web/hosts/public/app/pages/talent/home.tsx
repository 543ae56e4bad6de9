import type {
  ListApplicationsResponse,
  ListPublicJobPostsResponse,
  ListSavedJobPostsResponse,
  Profile,
  PublicJobPost,
  TalentApplication,
} from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { loadPage } from '#api/load-page.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { readApi } from '#api/server-api.ts';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { ApplicationState } from '#design/stage.tsx';
import { webRequestContext } from '#entry/web-request.ts';
import { useIdentitiesUserSession } from '../../session-hook.ts';
import { JobList } from '../jobs/job-list.tsx';
import { listedJob } from '../jobs/listed-job.ts';
import { findPublicJobs } from '../jobs/read-public-jobs.ts';
import { WAITING, waitingFirst } from './waiting-first.ts';
import { WaitingMarks } from './waiting-marks.tsx';

interface TalentHome {
  readonly profile: Profile;
  readonly applications: readonly TalentApplication[];
  /** Open jobs that name one of the profile's skills, or else the newest. */
  readonly jobs: readonly PublicJobPost[];
  /** Null: not known, because too many searches of the user's network run. */
  readonly areFitting: boolean | null;
  /** Of a user without applications: the last saved job that is open. */
  readonly saved: PublicJobPost | undefined;
}

const NEWEST = { cursor: '', limit: 4 };

const SHOWN_APPLICATIONS = 4;
const SAVED = { cursor: '', limit: 10 };
const APPLICATIONS = { cursor: '', limit: SHOWN_APPLICATIONS };

/** An entry page: users open it by bookmark, and the first paint has their data (P3). */
export async function loader({ context }: LoaderFunctionArgs): Promise<{ answer: ApiAnswer<TalentHome> }> {
  const webRequest = context.get(webRequestContext);
  return talentHome({
    profile: () => readApi(webRequest, 'ProfileService.GetCurrentProfile', {}),
    applications: () => readApi(webRequest, 'TalentApplicationService.ListApplications', APPLICATIONS),
    waiting: () => readApi(webRequest, 'TalentApplicationService.ListApplications', WAITING),
    saved: () => readApi(webRequest, 'SavedJobPostService.ListSavedJobPosts', SAVED),
    jobs: (query) => findPublicJobs(webRequest, { ...NEWEST, query, location: '' }),
  });
}

export const handle = {
  // Which jobs are read follows from the profile.
  reads: () => ({
    profile: read('ProfileService.GetCurrentProfile', {}),
    applications: read('TalentApplicationService.ListApplications', APPLICATIONS),
    waiting: read('TalentApplicationService.ListApplications', WAITING),
  }),
} satisfies PageHandle;

export async function clientLoader(
  args: ClientLoaderFunctionArgs,
): Promise<{ answer: ApiAnswer<TalentHome> }> {
  const answers = loadReads(handle, args);
  return talentHome({
    profile: async () => (await answers).profile,
    applications: async () => (await answers).applications,
    waiting: async () => (await answers).waiting,
    saved: () => loadPage('SavedJobPostService.ListSavedJobPosts', SAVED, args.request),
    jobs: (query) =>
      loadPage('PublicJobPostService.ListPublicJobPosts', { ...NEWEST, query, location: '' }, args.request),
  });
}

/** Reads what the page shows, the jobs after the profile that they are to fit. */
async function talentHome(reads: {
  profile: () => Promise<ApiAnswer<Profile>>;
  applications: () => Promise<ApiAnswer<ListApplicationsResponse>>;
  waiting: () => Promise<ApiAnswer<ListApplicationsResponse>>;
  saved: () => Promise<ApiAnswer<ListSavedJobPostsResponse>>;
  jobs: (query: string) => Promise<ApiAnswer<ListPublicJobPostsResponse>>;
}): Promise<{ answer: ApiAnswer<TalentHome> }> {
  const [profile, applications, waiting] = await Promise.all([
    reads.profile(),
    reads.applications(),
    reads.waiting(),
  ]);
  if (!profile.ok) return { answer: profile };
  if (!applications.ok) return { answer: applications };
  if (!waiting.ok) return { answer: waiting };
  const query = searchOf(profile.data);
  const [fitting, saved] = await Promise.all([
    reads.jobs(query),
    applications.data.items.length > 0 ? null : reads.saved(),
  ]);
  // Others of the user's network may search, too: the page is complete without fitting jobs.
  if (!fitting.ok && fitting.refusal.code !== 'rate_limited') return { answer: fitting };
  const areFitting = fitting.ok ? query !== '' && isMatch(fitting.data) : null;
  const jobs = areFitting || query === '' ? fitting : await reads.jobs('');
  if (!jobs.ok) return { answer: jobs };
  const data = {
    profile: profile.data,
    applications: waitingFirst(waiting.data.items, applications.data.items).slice(0, SHOWN_APPLICATIONS),
    jobs: jobs.data.items,
    areFitting,
    // The page is complete without it.
    saved: saved?.ok === true ? saved.data.items.find(({ job_post }) => job_post)?.job_post : undefined,
  };
  return { answer: { ok: true, data } };
}

/** Whether jobs were found, and not just for a corrected skill, which the profile does not have. */
function isMatch({ items, corrected_query }: ListPublicJobPostsResponse): boolean {
  return items.length > 0 && corrected_query === undefined;
}

/** The profile's skills as a web search for any of them. */
function searchOf({ skills }: Profile): string {
  return skills
    .slice(0, 6)
    .map((skill) => `"${skill.replaceAll('"', '')}"`)
    .join(' or ')
    .slice(0, 200);
}

export default function TalentPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const session = useIdentitiesUserSession();
  return (
    <PageData title="Your job search" answer={answer}>
      {({ profile, applications, jobs, areFitting, saved }) => (
        <Page
          title="Your job search"
          lead={profile.headline === '' ? 'Tell companies who you are.' : profile.headline}
        >
          {session?.talent_access.state === 'pending' ? (
            <p className="notice warn">
              We are reviewing your request. You can write your profile now, and apply once you have access.
            </p>
          ) : null}
          <div className="stack">
            <div className="grid-2">
              <ProfileCard profile={profile} />
              <ApplicationsCard
                applications={applications}
                next={session?.talent_access.state === 'active' ? saved : undefined}
              />
            </div>
            <section className="stack" aria-labelledby="fitting">
              <h2 id="fitting">{areFitting ? 'Recommended jobs' : 'Newest jobs'}</h2>
              {areFitting ? null : <p>{whyNewest(profile, areFitting)}</p>}
              {jobs.length === 0 ? (
                <p>No open jobs at the moment.</p>
              ) : (
                <JobList posts={jobs.map(listedJob)} heading="h3" />
              )}
              <p className="actions">
                <Link className="button" to="/jobs">
                  All jobs
                </Link>
                <Link className="button" to="/saved/jobs">
                  Saved jobs
                </Link>
              </p>
            </section>
          </div>
        </Page>
      )}
    </PageData>
  );
}

/** Why the page shows the newest jobs in place of recommended ones. */
function whyNewest({ skills }: Profile, areFitting: boolean | null): string {
  if (skills.length === 0) return 'Add skills to your profile to see the jobs that ask for them.';
  if (areFitting === null)
    return 'Too many searches from your network. Reload the page in a moment to see recommended jobs.';
  return 'No open job asks for your skills at the moment.';
}

function ApplicationsCard({
  applications,
  next,
}: {
  applications: readonly TalentApplication[];
  /** The job to continue with, of a user without applications: the one for which they have requested access is saved (U14). */
  next: PublicJobPost | undefined;
}) {
  return (
    <section className="card">
      <h2>Your applications</h2>
      {applications.length > 0 ? (
        <ul className="sessions">
          {applications.map((application) => (
            <li key={application.id}>
              <p>
                <Link to={`/talent/applications/${application.id}`}>{application.job_post_title}</Link>
                <WaitingMarks application={application} />
                <small>{application.company_name}</small>
              </p>
              <ApplicationState application={application} side="talent" />
            </li>
          ))}
        </ul>
      ) : next === undefined ? (
        <p>No applications yet. Find a job and apply.</p>
      ) : (
        <p>
          You have saved <Link to={`/jobs/${next.id}`}>{next.title}</Link> at {next.company.name}, and can
          apply now.
        </p>
      )}
      {applications.length > 0 ? (
        <Link className="button" to="/talent/applications">
          All applications
        </Link>
      ) : next === undefined ? (
        <Link className="button" to="/jobs">
          Find jobs
        </Link>
      ) : (
        <Link className="button primary" to={`/talent/apply/${next.id}`}>
          Continue with {next.title}
        </Link>
      )}
    </section>
  );
}

function ProfileCard({ profile }: { profile: Profile }) {
  const missing = [
    profile.headline === '' ? 'a headline' : null,
    profile.summary === '' ? 'a summary' : null,
    profile.skills.length === 0 ? 'skills' : null,
    profile.location === '' ? 'a location' : null,
  ].filter((part) => part !== null);
  return (
    <section className="card">
      <h2>Your profile</h2>
      {missing.length === 0 ? (
        <p>Complete. It is sent with each application.</p>
      ) : (
        <p>Still missing: {missing.join(', ')}.</p>
      )}
      <Link className={missing.length === 0 ? 'button' : 'button primary'} to="/talent/profile">
        {profile.updated_at === undefined ? 'Create your profile' : 'Edit your profile'}
      </Link>
    </section>
  );
}
