/** Spreadsheets read UTF-8 only behind a byte order mark. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Saves an export in the browser, with the day in the file's name.
 * @param part of the name of a file that does not have everything.
 */
export function saveExport(
  { csv, is_complete }: { readonly csv: string; readonly is_complete: boolean },
  { name, part }: { name: string; part: string },
): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  const day = new Date().toISOString().slice(0, 10);
  link.download = `${name}-${day}${is_complete ? '' : `-${part}`}.csv`;
  link.click();
  // The download has begun; the URL would keep the file in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
