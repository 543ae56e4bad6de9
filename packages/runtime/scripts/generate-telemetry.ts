/** Writes the tables of attributes and metrics into docs/telemetry.md. A test fails if they are outdated. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ATTRIBUTES, METRICS } from '../src/telemetry-catalogue.ts';

const DOCUMENT = fileURLToPath(new URL('../../../docs/telemetry.md', import.meta.url));

/** The document with its generated parts replaced. @throws {Error} if it lacks their markers. */
export function withTables(document: string): string {
  const attributes = [
    '| attribute | values |',
    '|---|---|',
    ...Object.entries(ATTRIBUTES).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`),
  ];
  const metrics = [
    '| metric | kind, unit | description | attributes |',
    '|---|---|---|---|',
    ...Object.entries(METRICS).map(
      ([name, { kind, unit, description, attributes: names }]) =>
        `| \`${name}\` | ${kind}, ${unit} | ${description} | ${names.map((attribute) => `\`${attribute}\``).join(', ')} |`,
    ),
  ];
  return replacePart(replacePart(document, 'attributes', attributes), 'metrics', metrics);
}

function replacePart(document: string, name: string, lines: readonly string[]): string {
  const [begin, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`];
  const [before, rest] = document.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`the document lacks the markers of ${name}`);
  return `${before}${begin}\n${lines.join('\n')}\n${end}${after}`;
}

if (import.meta.main) await writeFile(DOCUMENT, withTables(await readFile(DOCUMENT, 'utf8')));
