import { Link } from 'react-router';
import { Page } from '#design/page.tsx';

export default function TalentSuspendedPage() {
  return (
    <Page title="Your talent access is suspended" lead="You are signed in, and your data is safe.">
      <p>
        Email <a href="mailto:help@gatehouse.invalid">help@gatehouse.invalid</a> to find out why. Write from
        the address that you sign in with. Your profile and applications are kept, but you cannot send new
        ones.
      </p>
      <p>
        You do not need to sign in again: once your access is back, this page takes you to your job search.
      </p>
      <p className="actions">
        <Link className="button" to="/jobs">
          Browse jobs
        </Link>
        <Link className="button" to="/account">
          Your account
        </Link>
      </p>
    </Page>
  );
}
