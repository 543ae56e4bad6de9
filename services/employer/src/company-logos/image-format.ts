/** The formats that are taken, as sharp names them. */
export type ImageFormat = 'png' | 'jpeg' | 'webp';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** How far into a text its root element may come. */
const WINDOW_BYTES = 4096;

/** The format of a file by its first bytes; null: another one. Names and declared types are not asked. */
export function findImageFormat(file: Buffer): ImageFormat | null {
  if (startsWith(file, PNG)) return 'png';
  if (startsWith(file, JPEG)) return 'jpeg';
  const isWebp = file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'webp' : null;
}

/** Whether a file is an SVG image: a document that can hold scripts. */
export function isSvg(file: Buffer): boolean {
  return /^\s*<(?:.*<)?svg[\s>]/is.test(file.toString('utf8', 0, WINDOW_BYTES));
}

function startsWith(file: Buffer, signature: Buffer): boolean {
  return file.subarray(0, signature.length).equals(signature);
}
