/**
 * A text without the marks of bold, italic, headings and links, for lists, feeds and descriptions of pages. It parses nothing: it
 * runs in lists of whole texts, and a page loads no parser for it.
 */
export function plainText(source: string): string {
  return source
    .replaceAll(/^ {0,3}##?[ \t]+(?=\S)/gm, '')
    .replaceAll(/^([ \t]*)[-*][ \t]+(?=\S)/gm, '$1• ')
    .replaceAll(/(?<!!)\[(?=[^[\]]*[^[\]\s])([^[\]]*)\]\((?:https?:\/\/|mailto:)[^\s()]*\)/gi, '$1')
    .replaceAll(/\*\*(?!\s)([^*\n]+)(?<!\s)\*\*/g, '$1')
    .replaceAll(/(?<![\p{L}\p{N}])([*_])(?![\s*_])([^*_\n]+)(?<!\s)\1(?![\p{L}\p{N}])/gu, '$2')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
}

const HEADINGS = /^ {0,3}##?[ \t]+\S.*$/gm;
const ITEM = '(?:•|\\d{1,9}[.)])[ \\t]+(?=\\S)';
/** What has no punctuation at its end gets one. */
const END = '([^\\s.,:;!?])[ \\t]*\\n';
const NEXT_ITEMS = new RegExp(`${END}(?:[ \\t]*\\n)?[ \\t]*${ITEM}`, 'g');
const NEXT_BLOCKS = new RegExp(`${END}\\s*\\n\\s*(?:${ITEM})?`, 'g');
const OTHER_ITEMS = new RegExp(`(^|\\n)\\s*${ITEM}`, 'g');

/**
 * The beginning of a text as one line of prose: without its marks and headings, the items of a list separated by semicolons.
 * @param maxLength characters.
 */
export function excerptOf(source: string, maxLength: number): string {
  // Marks and headings need more characters than what is shown.
  const start = source.slice(0, 2 * maxLength);
  const body = start.replaceAll(HEADINGS, '\n');
  return plainText((body.trim() === '' ? start : body).trim())
    .replaceAll(NEXT_ITEMS, '$1; ')
    .replaceAll(NEXT_BLOCKS, '$1. ')
    .replaceAll(OTHER_ITEMS, '$1')
    .replaceAll(/\s+/g, ' ')
    .slice(0, maxLength);
}
