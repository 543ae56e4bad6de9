/** The product's frame for an employer page whose data the browser loads, with one fetch. */
import { useLoaderData } from 'react-router';
import { EmployerFrame } from '../employer-frame.jsx';
import { readApi } from '../read-api.js';

export const meta = () => [{ title: 'Job posts' }];

export const loader = () => readApi('/api/identities/user_sessions/current');

const ROWS = ['wide', 'half', 'wide', 'wide', 'half', 'wide'];

export default function Frame() {
  return (
    <EmployerFrame session={useLoaderData()}>
      <header className="page-header">
        <div className="page-heading">
          <div className="page-title">
            <h1>Job posts</h1>
          </div>
        </div>
      </header>
      <noscript>
        <p className="notice warn">This page needs JavaScript.</p>
      </noscript>
      <div className="skeleton" role="status">
        <span className="visually-hidden">Loading …</span>
        <div className="card">
          {ROWS.map((width, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change.
            <div className="row" key={row}>
              <span className={`bar ${width}`} />
              <span className="bar half" />
              <span className="bar half" />
            </div>
          ))}
        </div>
      </div>
    </EmployerFrame>
  );
}
