import { Link } from 'react-router';
import { Page } from '#design/page.tsx';

export default function EmployerDisabledPage() {
  return (
    <Page title="Your company is disabled" lead="You are signed in, and your company’s data is safe.">
      <p>
        Its job posts are hidden, and its members cannot act for it until it is enabled again. Email{' '}
        <a href="mailto:help@gatehouse.invalid">help@gatehouse.invalid</a> to find out why. Include the
        company’s name, and write from the address that you sign in with.
      </p>
      <p>You do not need to sign in again: once it is enabled, this page takes you back to it.</p>
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
