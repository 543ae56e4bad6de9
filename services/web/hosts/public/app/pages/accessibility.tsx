import type { LoaderFunctionArgs, MetaFunction } from 'react-router';
import { ContactAddress } from '#design/contact-address.tsx';
import { Page } from '#design/page.tsx';
import { webRequestContext } from '#entry/web-request.ts';
import { PUBLIC_PAGE_HEADERS } from './public-page-headers.ts';

export function loader({ context }: LoaderFunctionArgs) {
  return { origin: context.get(webRequestContext).origin };
}

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  { name: 'description', content: 'How accessible Gatehouse is, and where to report a barrier.' },
  ...(loaderData === undefined
    ? []
    : [{ tagName: 'link', rel: 'canonical', href: `${loaderData.origin}/accessibility` }]),
];

/** The accessibility statement. */
export default function AccessibilityPage() {
  return (
    <Page title="Accessibility" lead="How accessible Gatehouse is, and where to report a barrier.">
      <div className="stack">
        <section className="card" aria-labelledby="goal">
          <h2 id="goal">What we aim for</h2>
          <p>
            Gatehouse aims to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA: with a
            keyboard, a screen reader, at 400 % zoom, in light and dark colors, and with reduced motion.
          </p>
        </section>
        <section className="card" aria-labelledby="tested">
          <h2 id="tested">How it is tested</h2>
          <p>
            Every page is checked by an automatic test before each release, and so are keyboard use and narrow
            screens. Automatic tests find only some barriers; an audit by people who depend on assistive
            technology has not taken place yet.
          </p>
        </section>
        <section className="card" aria-labelledby="known">
          <h2 id="known">Known limits</h2>
          <p>
            Job posts and company pages hold text that companies write. Signing in and your account need
            JavaScript; public pages work without it.
          </p>
        </section>
        <section className="card" aria-labelledby="report">
          <h2 id="report">Report a barrier</h2>
          <p>
            Write to <ContactAddress /> and name the page and what you use. We also send you what you need in
            another form.
          </p>
        </section>
      </div>
    </Page>
  );
}
