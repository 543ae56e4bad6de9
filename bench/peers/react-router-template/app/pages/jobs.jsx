/** The content of the product's public list of job posts, with one fetch. */
import { Form, Link, useLoaderData } from 'react-router';
import { readApi } from '../read-api.js';
import { SiteFrame } from '../site-frame.jsx';

export const meta = () => [
  { title: 'Jobs' },
  { name: 'description', content: 'Search every job that is open, by words, place and kind.' },
];

export const loader = () => readApi('/api/talent/job_posts?limit=20');

const KINDS = { full_time: 'Full time', part_time: 'Part time', contract: 'Contract' };
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

export default function Jobs() {
  const { items, next_cursor } = useLoaderData();
  return (
    <SiteFrame pages={[{ to: '/jobs', title: 'Jobs' }]} person={<Visitor />}>
      <header className="page-header">
        <h1>Jobs</h1>
        <p className="lead">Everything that is open, newest first.</p>
      </header>
      <Search />
      <ul className="job-list">
        {items.map((post) => (
          <Job key={post.id} {...post} />
        ))}
      </ul>
      <p className="actions">
        <Link className="button" to={`/jobs?cursor=${next_cursor}`}>
          More jobs
        </Link>
      </p>
    </SiteFrame>
  );
}

function Visitor() {
  return (
    <div className="person">
      <Link to="/login">Sign in</Link>
      <Link className="button" to="/signup">
        Sign up
      </Link>
    </div>
  );
}

function Search() {
  return (
    <Form className="search card" role="search">
      <label>
        What <input type="search" name="query" maxLength={200} />
      </label>
      <label>
        Where <input name="location" maxLength={140} />
      </label>
      <label>
        Kind{' '}
        <select name="kind">
          <option value="">Any kind</option>
          {Object.entries(KINDS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">Search</button>
    </Form>
  );
}

function Job({ id, title, company, location, kind, published_at }) {
  return (
    <li>
      <span className="monogram" aria-hidden="true">
        {company.name.charAt(0)}
      </span>
      <div>
        <h2>
          <Link to={`/jobs/${id}`}>{title}</Link>
        </h2>
        <p className="facts">
          <span>{company.name}</span>
          <span>{location}</span>
        </p>
      </div>
      <p className="job-when">
        <span className="badge plain">{KINDS[kind]}</span>
        <time dateTime={published_at}>{DAY.format(new Date(published_at))}</time>
      </p>
    </li>
  );
}
