/** The tables of attributes and metrics in docs/telemetry.md. */
import { ATTRIBUTES, METRICS } from '@gatehouse/runtime';

/**
 * The document with its generated parts replaced.
 * @param document as it is.
 * @throws {Error} if it lacks their markers.
 */
export function renderTelemetry(document: string): string {
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
