/** Spreadsheets read UTF-8 only behind a byte order mark. */
const BYTE_ORDER_MARK = '\ufeff';

/** Saves a CSV file in the browser. */
export function saveCsv(csv: string, name: string): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun; the URL would keep the file in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
