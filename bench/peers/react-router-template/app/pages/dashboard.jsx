/** The content of the product's employer dashboard, element by element, with one fetch. */
import { Link, useLoaderData } from 'react-router';
import { EmployerFrame } from '../employer-frame.jsx';
import { readApi } from '../read-api.js';
import { WeekChart } from '../week-chart.jsx';

export const meta = () => [{ title: 'Company' }];

export const loader = () => readApi('/dashboard');

const STAGES = {
  submitted: 'New',
  in_review: 'In review',
  interview: 'Interview',
  offer: 'Offer',
  rejected: 'Declined',
};
const POSTS = { draft: 'drafts', published: 'published', closed: 'closed' };

export default function Dashboard() {
  const { session, overview } = useLoaderData();
  return (
    <EmployerFrame session={session}>
      <header className="page-header">
        <div className="page-heading">
          <div className="page-title">
            <h1>{session.employer_access.company.name}</h1>
            <p className="lead">What needs your attention.</p>
          </div>
          <div className="actions">
            <Link className="button primary" to="/employer/jobs/new">
              New job post
            </Link>
          </div>
        </div>
      </header>
      <div className="stack">
        <Waiting {...overview} />
        <section className="stack" aria-labelledby="stages">
          <h2 id="stages">Applications</h2>
          <ul className="stages" aria-label="Applications by stage">
            {overview.applications.map(({ stage, count }) => (
              <li key={stage}>
                <Link to={`/employer/applications?stage=${stage}`}>
                  <strong>{count}</strong> <span>{STAGES[stage]}</span>
                </Link>
              </li>
            ))}
          </ul>
          <p>
            <Link className="button" to="/employer/applications">
              All applications ({overview.applications.reduce((sum, { count }) => sum + count, 0)})
            </Link>
          </p>
          <div className="card">
            <WeekChart weeks={overview.weeks} />
          </div>
        </section>
        <section className="stack" aria-labelledby="posts">
          <h2 id="posts">Job posts</h2>
          <ul className="counts" aria-label="Job posts by state">
            {overview.job_posts.map(({ state, count }) => (
              <li key={state}>
                <Link to={`/employer/jobs?state=${state}`}>
                  <strong>{count}</strong> {POSTS[state]}
                </Link>
              </li>
            ))}
          </ul>
          <p>
            <Link className="button" to="/employer/jobs">
              All job posts
            </Link>
          </p>
        </section>
      </div>
    </EmployerFrame>
  );
}

function Waiting({ waiting, job_posts }) {
  const drafts = job_posts.find(({ state }) => state === 'draft').count;
  return (
    <section className="stack" aria-labelledby="next">
      <h2 id="next">To do</h2>
      <ul className="cards">
        {waiting.map(({ job_post_id, title, count }) => (
          <li className="card" key={job_post_id}>
            <h3>
              <Link to={`/employer/applications?job=${job_post_id}&stage=submitted`}>{title}</Link>
            </h3>
            <p className="facts">{`${count} new ${count === 1 ? 'application' : 'applications'}`}</p>
          </li>
        ))}
        <li className="card">
          <h3>
            <Link to="/employer/jobs?state=draft">
              {`${drafts} ${drafts === 1 ? 'draft' : 'drafts'} to finish`}
            </Link>
          </h3>
          <p className="facts">Drafts are not public.</p>
        </li>
      </ul>
      <p className="hint">
        Messages and answers to offers are in your <Link to="/account/notifications">notifications</Link>.
      </p>
    </section>
  );
}
