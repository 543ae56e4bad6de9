/** Shown by the early script while the page's scripts do not arrive, or without its styles; its link keeps what was entered (G8). */
export function LatePage() {
  return (
    <div className="late-page notice warn" role="alert" hidden suppressHydrationWarning>
      <strong>This page has not finished loading.</strong>
      <p>
        Nothing has been sent yet. <a href="#reload">Reload the page</a>: it keeps what you entered, except
        passwords and codes.
      </p>
    </div>
  );
}
