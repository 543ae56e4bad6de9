/** UTF-16 code units of a text of a job post or a company in a list: more than any list shows of it. */
export const MAX_LISTED_LENGTH = 2000;

/** No cut is before it. */
const MIN_LENGTH = MAX_LISTED_LENGTH / 2;

/** The last word, which may have been cut. Each part of the expression begins where another ends: its time is linear. */
const LAST_WORD = /\s\S*$/;

/** A link that the end of the text leaves open. */
const OPEN_LINK = /!?\[[^[\]]*(?:\]\(?[^\s()[\]]*)?$/;

/** Bold or italic text that the end of the text leaves open. */
const OPEN_EMPHASIS = /(?<![\p{L}\p{N}*_])(?:\*{1,3}|_{1,3})(?=[^\s*_])[^*_\n]*\*?$/u;

/**
 * The beginning of a text for a list, with “…” at its end if more follows. It ends with a whole line or word where it can, and leaves
 * no link and no bold or italic text open.
 * @param text at least its first `MAX_LISTED_LENGTH + 1` characters.
 */
export function beginningOf(text: string): string {
  if (text.length <= MAX_LISTED_LENGTH) return text;
  // One more than fits beside the ellipsis: a space or line end there shows that what is before it is whole.
  const start = text.slice(0, MAX_LISTED_LENGTH - 1);
  const cuts = [start.slice(0, start.lastIndexOf('\n') + 1), start.replace(LAST_WORD, '')];
  const whole = cuts.map((cut) => cut.trimEnd()).find(isLongEnough) ?? start.slice(0, -1);
  const closed = whole.replace(OPEN_LINK, '').replace(OPEN_EMPHASIS, '').trimEnd();
  const kept = isLongEnough(closed) ? closed : whole;
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)} …`;
}

function isLongEnough({ length }: string): boolean {
  return length > MIN_LENGTH && length < MAX_LISTED_LENGTH - 1;
}
