import { Link, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { ContactAddress } from '#design/contact-address.tsx';
import { Page } from '#design/page.tsx';
import { webRequestContext } from '#entry/web-request.ts';
import { PUBLIC_PAGE_HEADERS } from './public-page-headers.ts';

export function loader({ context }: LoaderFunctionArgs) {
  return { origin: context.get(webRequestContext).origin };
}

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  { name: 'description', content: 'What you agree to when you use Gatehouse.' },
  ...(loaderData === undefined
    ? []
    : [{ tagName: 'link', rel: 'canonical', href: `${loaderData.origin}/terms` }]),
];

/** What users agree to. */
export default function TermsPage() {
  return (
    <Page title="Terms of use" lead="What you agree to when you use Gatehouse.">
      <div className="stack">
        <section className="card" aria-labelledby="account">
          <h2 id="account">Your account</h2>
          <p>
            You create an account with your own name and an email address that you read. Keep your password to
            yourself: what is done with your account counts as done by you. You can delete it at any time on{' '}
            <Link to="/account#delete-account">your account page</Link>.
          </p>
        </section>
        <section className="card" aria-labelledby="companies">
          <h2 id="companies">Companies</h2>
          <p>
            Post only jobs that exist, that are lawful, and for which applicants pay nothing. Use applications
            for the job that they were sent for, and treat them as confidential.
          </p>
        </section>
        <section className="card" aria-labelledby="applicants">
          <h2 id="applicants">Applicants</h2>
          <p>
            Send only what is true and your own. A company receives your profile as it is when you apply; when
            you withdraw an application, its text is erased.
          </p>
        </section>
        <section className="card" aria-labelledby="staff">
          <h2 id="staff">What staff may do</h2>
          <p>
            Staff review requests for talent access, and may disable a company or end access that breaks these
            terms. They give the reason, and you can object by writing to <ContactAddress />.
          </p>
        </section>
        <section className="card" aria-labelledby="data">
          <h2 id="data">Your data</h2>
          <p>
            <Link to="/privacy">Privacy</Link> says what is kept about you, why, and for how long.
          </p>
        </section>
      </div>
    </Page>
  );
}
