import { Link } from 'react-router';
import { Page } from '#design/page.tsx';

export default function EmployerInactivePage() {
  return (
    <Page
      title="Your membership is not active"
      lead="You are signed in, but you do not act for this company any more."
    >
      <p>
        Ask an owner of the company to activate your membership again. You need not sign in again for that.
      </p>
      <p>
        A membership that Gatehouse staff revoked is activated by staff alone: write to{' '}
        <a href="mailto:help@gatehouse.invalid">help@gatehouse.invalid</a>. Your account, your talent side and
        your applications are as they were.
      </p>
      <p className="actions">
        <Link className="button" to="/jobs">
          Look at jobs
        </Link>
        <Link className="button" to="/account">
          Your account
        </Link>
      </p>
    </Page>
  );
}
