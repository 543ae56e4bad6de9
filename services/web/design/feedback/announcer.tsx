const ID = 'announcements';
const MAX_SENTENCES = 5;

/** Where `announce` writes. */
export function Announcements() {
  return <div id={ID} role="log" aria-label="Announcements" className="visually-hidden" />;
}

/** Reads a sentence to users of screen readers; the page does not change (G10). */
export function announce(text: string): void {
  const log = document.getElementById(ID);
  if (log === null) return;
  const sentence = document.createElement('p');
  sentence.textContent = text;
  log.append(sentence);
  if (log.childElementCount > MAX_SENTENCES) log.firstElementChild?.remove();
}
