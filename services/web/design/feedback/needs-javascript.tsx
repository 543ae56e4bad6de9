/** Says why a part of the page does not work without JavaScript; the style sheet hides that part (U1). */
export function NeedsJavaScript({ what }: { what: 'form' | 'page' }) {
  return (
    <noscript>
      <p className="notice warn">
        This {what} needs JavaScript. Turn it on in your browser’s settings, then reload the page.
      </p>
    </noscript>
  );
}
