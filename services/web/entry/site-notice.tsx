/** What the operators say of the whole site, for example that it is a test system; empty: nothing. */
export function SiteNotice({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <aside className="site-notice" aria-label="Notice">
      <p>{text}</p>
    </aside>
  );
}

/** The notice of the document that the server has rendered; empty: none. */
export function documentNotice(): string {
  return document.querySelector('.site-notice')?.textContent ?? '';
}
