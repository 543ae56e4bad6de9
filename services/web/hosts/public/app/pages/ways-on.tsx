import { Link } from 'react-router';

/** Where a user can go whose access has been taken away. */
export function WaysOn() {
  return (
    <p className="actions">
      <Link className="button" to="/jobs">
        Browse jobs
      </Link>
      <Link className="button" to="/account">
        Your account
      </Link>
    </p>
  );
}
