import { describe, expect, test } from '@jest/globals';
import { findImageFormat, isSvg } from '#services/employer/src/company-logos/image-format.ts';
import { imageOf } from '#support/images.ts';

describe('the format of an image', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('%s is known by its first bytes', async (format) => {
    expect(findImageFormat(await imageOf(format))).toBe(format);
  });

  test.each(['gif', 'avif', 'tiff'] as const)('%s is another one', async (format) => {
    expect(findImageFormat(await imageOf(format))).toBeNull();
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a signature that is cut off', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
    ['a sound in the same container as WebP', Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
    ['the name of WebP in another container', Buffer.from('FORM\0\0\0\0WEBPVP8 ')],
    ['a page that names a format', Buffer.from('<html>PNG JPEG WEBP</html>')],
    ['a signature that does not come first', Buffer.from('\0\x89PNG\r\n\x1a\n', 'latin1')],
  ])('%s has none', (_name, file) => {
    expect(findImageFormat(file)).toBeNull();
  });
});

describe('SVG', () => {
  test.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', true],
    ['\uFEFF\n  <?xml version="1.0"?>\n<!-- logo -->\n<SVG>', true],
    ['<?xml version="1.0"?><svg:svg xmlns:svg="x"/>', false],
    ['<html><p>svg</p></html>', false],
    ['a text about <svg>', false],
  ])('%j: %s', (text, expected) => {
    expect(isSvg(Buffer.from(text))).toBe(expected);
  });
});
