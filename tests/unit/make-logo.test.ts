import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { makeLogo } from '#services/employer/src/company-logos/make-logo.ts';
import { blackPng, imageOf, noiseOf, withText } from '#support/images.ts';

async function logoOf(file: Buffer): Promise<Buffer> {
  const logo = await makeLogo(file, 'user');
  if (logo === null || 'problem' in logo) throw new Error(`no logo: ${logo?.problem ?? 'busy'}`);
  return logo;
}

/** The colour of a pixel: red, green, blue, alpha. */
async function pixelOf(logo: Buffer, x: number, y: number): Promise<readonly number[]> {
  const { data, info } = await sharp(logo).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
}

describe('a logo', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'is a square WebP image into which the whole %s fits',
    async (format) => {
      const logo = await logoOf(await imageOf(format, { width: 400, height: 100, colour: '#c00' }));
      expect(await sharp(logo).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
      expect((await pixelOf(logo, 128, 10))[3]).toBe(0);
      const [red = 0, green = 255, , alpha] = await pixelOf(logo, 128, 128);
      expect([red > 180, green < 30, alpha]).toEqual([true, true, 255]);
      expect((await pixelOf(logo, 2, 128))[3]).toBe(255);
    },
  );

  test('has no metadata of its upload, and is turned as its camera was held', async () => {
    const jpeg = await sharp(await imageOf('jpeg', { width: 100, height: 200 }))
      .withExif({
        IFD0: { Copyright: 'Ada Secret', Orientation: '6' },
        IFD3: { GPSLatitude: '41/1 9/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Ada Secret</x:xmpmeta>')
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(jpeg).metadata()).exif).toBeDefined();
    const logo = await logoOf(jpeg);
    const { exif, xmp, icc, iptc, orientation } = await sharp(logo).metadata();
    expect([exif, xmp, icc, iptc, orientation]).toEqual(Array(5).fill(undefined));
    expect(logo.toString('latin1')).not.toMatch(/Secret|GPS|Exif|ICCP|XMP/);
    // It was turned: what was upright is wide.
    expect((await pixelOf(logo, 128, 10))[3]).toBe(0);
  });

  test('has nothing of what is hidden in its upload or follows it', async () => {
    const png = withText(await imageOf('png'), 'Comment', '<script>secret</script>');
    const polyglot = Buffer.concat([png, Buffer.from('<html><script>secret</script></html>PK\x03\x04')]);
    const logo = await logoOf(polyglot);
    expect(logo.toString('latin1')).not.toContain('secret');
    expect(await sharp(logo).metadata()).toMatchObject({ format: 'webp', width: 256 });
  });

  test('G6: is made in one thread, and nothing of it stays in memory', async () => {
    await logoOf(await imageOf('png'));
    expect(sharp.concurrency()).toBe(1);
    expect(sharp.cache().items).toEqual({ current: 0, max: 0 });
  });

  test('is the same for the same upload', async () => {
    const file = await noiseOf('png');
    expect(await logoOf(file)).toEqual(await logoOf(file));
  });

  test('is small, whatever the upload is', async () => {
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      expect((await logoOf(await noiseOf(format))).length).toBeLessThan(100_000);
    }
  });
});

describe('no logo is made of', () => {
  const damaged = 'The image is damaged or cut off. Save it again, then upload it once more.';
  const another = 'Choose a PNG, JPEG or WebP image.';
  const tooLarge = 'The image must have at most 4096 × 4096 pixels.';
  const cut = async (format: 'png' | 'jpeg' | 'webp') => {
    const file = await noiseOf(format);
    return file.subarray(0, Math.floor(file.length / 2));
  };
  test.each([
    ['a PNG that is cut off', () => cut('png'), damaged],
    ['a JPEG that is cut off', () => cut('jpeg'), damaged],
    ['a WebP that is cut off', () => cut('webp'), damaged],
    ['a GIF', () => imageOf('gif'), another],
    ['a TIFF', () => imageOf('tiff'), another],
    ['an AVIF', () => imageOf('avif'), another],
    ['a page', async () => Buffer.from('<html></html>'), another],
    [
      'a page behind the signature of a PNG',
      async () => Buffer.concat([(await imageOf('png')).subarray(0, 8), Buffer.from('<html></html>')]),
      damaged,
    ],
    ['an image that is a pixel too wide', async () => blackPng(4097, 1), tooLarge],
    ['an image that is a pixel too high', async () => blackPng(1, 4097), tooLarge],
    ['a decompression bomb', async () => blackPng(30_000, 30_000), tooLarge],
    [
      'an SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      'SVG images can hold scripts and are not accepted. Save the logo as PNG, JPEG or WebP.',
    ],
  ])('%s', async (_name, fileOf, problem) => {
    expect(await makeLogo(await fileOf(), 'user')).toEqual({ problem });
  });

  test('the largest one is taken', async () => {
    expect(await logoOf(blackPng(4096, 4096))).toBeInstanceOf(Buffer);
  });

  test('G6: images of one user wait for each other, and leave the places of the others free', async () => {
    const file = await noiseOf('png');
    const own = Array.from({ length: 10 }, () => makeLogo(file, 'one'));
    const other = makeLogo(file, 'other');
    expect((await Promise.all(own)).filter((logo) => logo === null)).toHaveLength(8);
    expect(await other).toBeInstanceOf(Buffer);
  });

  test('G6: beyond nine users at once, the others are refused', async () => {
    const file = await noiseOf('png');
    const made = await Promise.all(Array.from({ length: 12 }, (_, user) => makeLogo(file, `user ${user}`)));
    expect(made.filter((logo) => logo === null)).toHaveLength(3);
    expect(await logoOf(file)).toBeInstanceOf(Buffer);
  });
});
