import { useState } from 'react';
import { Link } from 'react-router';
import { Page } from '#design/page.tsx';

/** The recovery codes, which show this once, and the way on. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setIsCopied(true),
      // Some browsers ask first, and people say no: the codes stand there to be written down.
      () => setIsCopied(false),
    );
  return (
    <Page
      title="Keep your recovery codes"
      lead="Each signs you in once in the place of a one-time code. They are shown only now."
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
            I have kept them: sign in
          </Link>
        </div>
      </section>
    </Page>
  );
}
