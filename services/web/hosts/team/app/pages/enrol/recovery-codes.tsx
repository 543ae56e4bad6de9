import { useState } from 'react';
import { Link } from 'react-router';
import { Page } from '#design/page.tsx';

/** The recovery codes, shown only once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setIsCopied(true),
      // The browser or the user may refuse: the codes are still on the page.
      () => setIsCopied(false),
    );
  return (
    <Page
      title="Save your recovery codes"
      lead="Each works once instead of a one-time code. They are shown only now."
    >
      <section className="card narrow stack">
        <ul className="recovery-codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="actions">
          <button type="button" onClick={() => void copy()}>
            {isCopied ? 'Copied' : 'Copy'}
          </button>
          <button type="button" onClick={() => print()}>
            Print
          </button>
          <Link className="button primary" to="/login">
            I saved them, sign in
          </Link>
        </div>
      </section>
    </Page>
  );
}
