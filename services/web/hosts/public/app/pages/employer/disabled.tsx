import { Link } from 'react-router';
import { Page } from '#design/page.tsx';

export default function EmployerDisabledPage() {
  return (
    <Page title="Your company is switched off" lead="You are signed in, and nothing of your company is lost.">
      <p>
        Its job posts are hidden, and nobody can act for it meanwhile. Write to{' '}
        <a href="mailto:help@gatehouse.invalid">help@gatehouse.invalid</a> to learn why, and what it takes to
        switch it on again. Name the company and yourself, and answer from the address that you sign in with.
      </p>
      <p>You need not sign in anew: as soon as it is on again, this page leads back to it.</p>
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
