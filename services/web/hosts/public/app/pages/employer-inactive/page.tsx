import { Link } from 'react-router';
import { Page } from '../../../../../design/page.tsx';

export default function EmployerInactivePage() {
  return (
    <Page
      title="Your membership is not active"
      lead="You are signed in, but you do not act for this company any more."
    >
      <p>
        Ask an owner of the company to make your membership active again. You need not sign in anew for that.
      </p>
      <p>
        If no owner answers, write to <a href="mailto:help@gatehouse.invalid">help@gatehouse.invalid</a>. Your
        account, your talent side and your applications are as they were.
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
