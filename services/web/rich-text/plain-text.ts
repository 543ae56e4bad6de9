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

/** The beginning of a text in one line, without its marks. @param maxLength characters. */
export function excerptOf(source: string, maxLength: number): string {
  // Marks need a few more characters than what is shown.
  return plainText(source.slice(0, 2 * maxLength))
    .replaceAll(/\s+/g, ' ')
    .slice(0, maxLength);
}
