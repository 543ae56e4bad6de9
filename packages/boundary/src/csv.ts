/**
 * The place where a spreadsheet reads the beginning of a formula, also after spaces and quotes: that of a cell, and that behind a
 * semicolon, a tab or a line break in it, where spreadsheets in many languages begin another cell or line.
 */
const BEGINNING_OF_FORMULA =
  /(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])/g;

/** Lines of cells as CSV (RFC 4180). What a spreadsheet would run as a formula begins with `'`. */
export function csvOf(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(text: string): string {
  const inert = text.replaceAll(BEGINNING_OF_FORMULA, "'");
  return /[",\r\n']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
