import type { FileInfo } from '@gatehouse/contract/wire';
import { useWebPage } from '#entry/web-page.ts';

const KILOBYTES = new Intl.NumberFormat('en', { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
const MEGABYTES = new Intl.NumberFormat('en', { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });

/** A size as people read it: `12 kB`, `1.4 MB`. */
function formatSize(bytes: number): string {
  return bytes < 1_000_000
    ? KILOBYTES.format(Math.max(1, bytes / 1000))
    : MEGABYTES.format(bytes / 1_000_000);
}

/**
 * A link that downloads a file from the API, which decides at that moment.
 * @param path below the API's base.
 */
export function FileLink({ file: { name, size }, path }: { file: FileInfo; path: string }) {
  const { apiBaseUrl } = useWebPage();
  return (
    <>
      <a href={`${apiBaseUrl}${path}`} download={name}>
        <bdi>{name}</bdi>
      </a>{' '}
      <small>PDF, {formatSize(size).replace(' ', '\u00a0')}</small>
    </>
  );
}
