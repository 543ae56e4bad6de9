import { Form, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { GateScene } from '#design/gate-scene.tsx';
import { webRequestContext } from '#entry/web-request.ts';
import { withReturnTo } from '#journey/return-to.ts';
import { employerHome, talentHome } from '#journey/user-homes.ts';
import { useIdentitiesUserSession } from '../session-hook.ts';
import { JobList } from './jobs/job-list.tsx';
import { listedJob } from './jobs/listed-job.ts';
import { readPublicJobs } from './jobs/read-public-jobs.ts';
import { openGraph } from './open-graph.ts';
import { PUBLIC_PAGE_HEADERS } from './public-page-headers.ts';

const NEWEST = { query: '', location: '', cursor: '', limit: 8 };

export async function loader({ context }: LoaderFunctionArgs) {
  const webRequest = context.get(webRequestContext);
  const { items } = await readPublicJobs(webRequest, NEWEST);
  return { items: items.map(listedJob), origin: webRequest.origin };
}

export const headers = () => PUBLIC_PAGE_HEADERS;

const DESCRIPTION = 'Jobs at companies that answer, and people who like what they do.';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  const description = { name: 'description', content: DESCRIPTION };
  if (loaderData === undefined) return [description];
  const { origin } = loaderData;
  return [
    description,
    { tagName: 'link', rel: 'canonical', href: `${origin}/` },
    ...openGraph({ origin, path: '/', title: 'Work worth walking to', description: DESCRIPTION }),
  ];
};

export default function HomePage() {
  const { items } = useLoaderData<typeof loader>();
  return (
    <>
      <title>Work worth walking to · Gatehouse</title>
      <header className="hero">
        <div>
          <h1>Work worth walking to</h1>
          <p className="lead">{DESCRIPTION}</p>
          <Form className="hero-search" role="search" action="/jobs">
            <FormBody>
              <TextField
                label="What"
                name="query"
                type="search"
                placeholder="Joiner, nurse, engineer…"
                maxLength={200}
              />
              <TextField label="Where" name="location" placeholder="Porto, Leeds, remote…" maxLength={140} />
              <button type="submit" className="primary">
                Find jobs
              </button>
            </FormBody>
          </Form>
        </div>
        <GateScene />
      </header>
      <section className="stack" aria-labelledby="newest">
        <h2 id="newest">New jobs</h2>
        {items.length === 0 ? <p>No open jobs at the moment.</p> : <JobList posts={items} heading="h3" />}
        <p>
          <Link className="button" to="/jobs">
            Browse all jobs
          </Link>
        </p>
      </section>
      <TwoDoors />
    </>
  );
}

function TwoDoors() {
  const session = useIdentitiesUserSession();
  return (
    <section className="doors" aria-labelledby="doors">
      <h2 id="doors">Two doors, one account</h2>
      <div className="grid-2">
        <div className="card door">
          <h3>For talent</h3>
          <p>
            Create one profile and send it with each application. Only companies that you apply to see it.
          </p>
          <Link
            className="button"
            to={session === null ? withReturnTo('/signup', '/talent/profile') : talentHome(session)}
          >
            {session === null ? 'Create a profile' : 'Go to your profile'}
          </Link>
        </div>
        <div className="card door">
          <h3>For companies</h3>
          <p>Post a job in minutes. Your colleagues work on it under their own names.</p>
          <Link
            className="button"
            to={session === null ? withReturnTo('/signup', '/employer/jobs/new') : employerHome(session)}
          >
            {session === null ? 'Post a job' : 'Go to your company'}
          </Link>
        </div>
      </div>
    </section>
  );
}
