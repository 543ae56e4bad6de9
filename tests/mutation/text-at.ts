interface Position {
  readonly line: number;
  readonly column: number;
}

/** A part of a source. @param firstLine the number of the first line and column: 0 or 1. */
export function textAt(
  source: string,
  { start, end }: { readonly start: Position; readonly end: Position },
  firstLine: 0 | 1,
): string {
  const lines = source.split('\n').slice(start.line - firstLine, end.line - firstLine + 1);
  const last = lines.length - 1;
  return lines
    .map((line, index) => (index === last ? line.slice(0, end.column - firstLine) : line))
    .map((line, index) => (index === 0 ? line.slice(start.column - firstLine) : line))
    .join('\n');
}
