/** The content of the product's employer dashboard, by one fetch. */
import { Link, NavLink, useLoaderData } from 'react-router';
import { readApi } from '../read-api.js';
import { SiteFrame } from '../site-frame.jsx';
import { WeekChart } from '../week-chart.jsx';

export const meta = () => [{ title: 'Company' }];

export const loader = () => readApi('/dashboard');

const PAGES = ['Jobs', 'Talent', 'Hire'].map((title) => ({ to: `/${title.toLowerCase()}`, title }));
const AREA = ['Overview', 'Job posts', 'Members', 'Company'];

export default function Dashboard() {
  const { session, overview } = useLoaderData();
  const company = session.employer_access.company.name;
  return (
    <SiteFrame pages={PAGES} person={<button type="button">{session.identities_user.name}</button>}>
      <nav className="area-nav" aria-label="Your company">
        <ul>
          {AREA.map((title) => (
            <li key={title}>
              <NavLink to={`/employer/${title}`}>{title}</NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <header className="page-header">
        <h1>{company}</h1>
        <Link className="button primary" to="/employer/jobs#new">
          Write a job post
        </Link>
        <p className="lead">What waits for you and your colleagues.</p>
      </header>
      <section aria-labelledby="next">
        <h2 id="next">Next</h2>
        <ul className="cards">
          {overview.waiting.map(({ job_post_id, title, count }) => (
            <li className="card" key={job_post_id}>
              <h3>
                <Link to={`/employer/jobs/${job_post_id}/applications?stage=submitted`}>{title}</Link>
              </h3>
              <p className="facts">{count} new applications</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="stages">
        <h2 id="stages">Applications</h2>
        <ul className="stages" aria-label="Applications by stage">
          {overview.applications.map(({ stage, count }) => (
            <li key={stage}>
              <strong>{count}</strong> <span>{stage}</span>
            </li>
          ))}
        </ul>
        <WeekChart weeks={overview.weeks} />
      </section>
      <section aria-labelledby="posts">
        <h2 id="posts">Job posts</h2>
        <ul className="counts" aria-label="Job posts by state">
          {overview.job_posts.map(({ state, count }) => (
            <li key={state}>
              <Link to={`/employer/jobs?state=${state}`}>
                <strong>{count}</strong> {state}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </SiteFrame>
  );
}
