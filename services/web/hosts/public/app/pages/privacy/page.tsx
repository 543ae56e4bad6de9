import { Link, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { ContactAddress } from '#design/contact-address.tsx';
import { type Column, DataTable } from '#design/data-table.tsx';
import { Page } from '#design/page.tsx';
import { webRequestContext } from '#entry/web-request.ts';
import { PUBLIC_PAGE_HEADERS } from '../public-page-headers.ts';
import { KEPT_DATA } from './kept-data.ts';

type KeptData = (typeof KEPT_DATA)[number];

export function loader({ context }: LoaderFunctionArgs) {
  return { origin: context.get(webRequestContext).origin };
}

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  { name: 'description', content: 'What Gatehouse keeps about its users, why, and for how long.' },
  ...(loaderData === undefined
    ? []
    : [{ tagName: 'link', rel: 'canonical', href: `${loaderData.origin}/privacy` }]),
];

const COLUMNS: readonly Column<KeptData>[] = [
  { label: 'What', cell: ({ purpose }) => purpose },
  { label: 'Why', cell: ({ basis }) => basis },
  { label: 'How long', cell: ({ kept }) => kept },
];

/** What is kept of users, from the data registry (G11). */
export default function PrivacyPage() {
  return (
    <Page title="Privacy" lead="What Gatehouse keeps about you, why, and for how long.">
      <div className="stack">
        <section className="stack" aria-labelledby="kept">
          <h2 id="kept">What is kept</h2>
          <DataTable caption="What is kept" columns={COLUMNS} rows={KEPT_DATA} />
        </section>
        <section className="card" aria-labelledby="seen">
          <h2 id="seen">Who sees it</h2>
          <p>
            A company sees the applications that you send to it, with your name, email and profile as they
            were when you sent them. Your colleagues see your name, email and role. Staff see what they need
            to decide about access. Gatehouse shows no advertising, uses no trackers and sells no data.
          </p>
        </section>
        <section className="card" aria-labelledby="rights">
          <h2 id="rights">Your rights</h2>
          <p>
            On your account page you can <Link to="/account#your-data">download</Link> everything that is kept
            about you, and <Link to="/account#delete-account">delete your account</Link>. After 7 days, in
            which you can cancel, your personal data is deleted and your applications are withdrawn. The
            record of who did what keeps a number in place of you. To have something corrected that you cannot
            change yourself, write to <ContactAddress />.
          </p>
        </section>
        <section className="card" aria-labelledby="cookies">
          <h2 id="cookies">Cookies</h2>
          <p>
            Gatehouse uses cookies only to sign you in, to keep you signed in, and to know a browser that you
            have signed in with, so that we can email you about a new one.
          </p>
        </section>
      </div>
    </Page>
  );
}
