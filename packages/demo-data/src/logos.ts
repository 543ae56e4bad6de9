import sharp from 'sharp';
import { demoCompanies } from './companies.ts';

/** Shapes of 100 by 100, drawn in one colour. */
const SHAPES = [
  '<path d="M10 90V50a40 40 0 0 1 80 0v40H66V54a16 16 0 0 0-32 0v36z"/>',
  '<path d="M50 6 94 50 50 94 6 50z"/><circle cx="50" cy="50" r="15" fill="#fff"/>',
  '<circle cx="36" cy="50" r="30"/><circle cx="64" cy="50" r="30" opacity=".55"/>',
  '<path d="M8 88 40 18l18 38 10-18 24 50z"/>',
  '<path d="M50 8a42 42 0 1 0 42 42H66a16 16 0 1 1-16-16z"/>',
  '<path d="M12 12h34v34H12zM54 54h34v34H54z"/><path opacity=".5" d="M54 12h34v34H54zM12 54h34v34H12z"/>',
  '<path d="M6 34q22-22 44 0t44 0v16q-22 22-44 0t-44 0zM6 66q22-22 44 0t44 0v16q-22 22-44 0t-44 0z"/>',
  '<path d="M50 6 88 28v44L50 94 12 72V28z"/><path fill="#fff" d="M50 30 68 40v20L50 70 32 60V40z"/>',
] as const;

const COLOURS = ['#1f5c63', '#8a3b2a', '#3d4f8f', '#5b6b1f', '#7a3f78', '#9a6412', '#2f3b45'] as const;

/** Every eighth company has none. */
const hasLogo = (index: number) => index % 8 !== 6;

/** The logos of the demo's companies, by name: WebP, 256 by 256 pixels, as the service makes them. */
export async function demoLogos(): Promise<ReadonlyMap<string, Buffer>> {
  const named = demoCompanies.flatMap(({ name }, index) => (hasLogo(index) ? [{ name, index }] : []));
  const logos = await Promise.all(
    named.map(async ({ name, index }) => [name, await draw(index)] satisfies [string, Buffer]),
  );
  return new Map(logos);
}

function draw(index: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="-10 -10 120 120"
    fill="${COLOURS[index % COLOURS.length]}">${SHAPES[index % SHAPES.length]}</svg>`;
  return sharp(Buffer.from(svg)).webp({ lossless: true }).toBuffer();
}
