import { KeyedConcurrencyLimit } from '@gatehouse/runtime';
import sharp from 'sharp';
import { findImageFormat, type ImageFormat, isSvg } from './image-format.ts';

/** Width and height of a logo in pixels: four times that of its largest place, for screens of any density. */
const LOGO_SIDE = 256;

/** Of an upload: decoded it takes 64 MB at most, or twice as much with 16 bits for a colour. */
const MAX_SIDE = 4096;

const MAX_SECONDS = 5;

// No upload is decoded twice, and one thread is enough for one small image.
sharp.cache(false);
sharp.concurrency(1);

/** Decoding takes memory and a core: one at a time in a process; few wait, and of each user one (G6). */
const decoding = new KeyedConcurrencyLimit({ maxRunning: 1, maxWaiting: 8 });
const decodingPerUser = new KeyedConcurrencyLimit({ maxRunning: 1, maxWaiting: 1 });
const PROCESS = '';

/** Why a file cannot be a logo, as a sentence for users. */
export interface UnusableImage {
  readonly problem: string;
}

const ANOTHER_FORMAT = { problem: 'Choose a PNG, JPEG or WebP image.' };
const SVG = {
  problem: 'SVG images can hold scripts and are not accepted. Save the logo as PNG, JPEG or WebP.',
};
const DAMAGED = { problem: 'The image is damaged or cut off. Save it again, then upload it once more.' };
const TOO_LARGE = { problem: `The image must have at most ${MAX_SIDE} × ${MAX_SIDE} pixels.` };

/**
 * Makes a logo of an upload: a WebP image of `LOGO_SIDE` pixels in a square, into which the whole upload fits. Only its pixels
 * are left: no metadata, no profile, nothing that follows the image.
 * @returns null: too many uploads wait already, of the user or of all.
 */
export async function makeLogo(file: Buffer, userId: string): Promise<Buffer | UnusableImage | null> {
  const format = findImageFormat(file);
  if (format === null) return isSvg(file) ? SVG : ANOTHER_FORMAT;
  return decodingPerUser.run(userId, async () => decoding.run(PROCESS, () => decode(file, format)));
}

async function decode(file: Buffer, format: ImageFormat): Promise<Buffer | UnusableImage> {
  try {
    // The header alone: it says how much the rest would take.
    const { width, height, format: found } = await sharp(file, { limitInputPixels: false }).metadata();
    if (found !== format) return ANOTHER_FORMAT;
    if (width > MAX_SIDE || height > MAX_SIDE) return TOO_LARGE;
    return await sharp(file, { limitInputPixels: MAX_SIDE * MAX_SIDE, failOn: 'error', autoOrient: true })
      .resize(LOGO_SIDE, LOGO_SIDE, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .webp({ quality: 90, smartSubsample: true })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer();
  } catch {
    // sharp throws one kind of error, for content that its format does not allow and for a timeout.
    return DAMAGED;
  }
}
