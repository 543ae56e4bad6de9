import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Each encoding at its best, by the ending of its files. */
const ENCODINGS = {
  br: (content: Buffer) =>
    toBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  gz: (content: Buffer) => toGzip(content, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Writes each script and style sheet of a finished build again in brotli and gzip beside it (`a.js.br`, `a.js.gz`), at levels that
 * are too slow for a request. Fonts and images are compressed by their formats.
 */
export async function precompress(buildDirectory: string): Promise<void> {
  const assets = join(buildDirectory, 'client/assets');
  const names = (await readdir(assets)).filter((name) => /\.(?:css|js)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = join(assets, name);
      const content = await readFile(file);
      for (const [ending, encode] of Object.entries(ENCODINGS)) {
        const encoded = await encode(content);
        if (encoded.length < content.length) await writeFile(`${file}.${ending}`, encoded);
      }
    }),
  );
}
