/** A part of an SQL text except white space and comments. */
export interface SqlToken {
  /** Words in lower case; everything else as written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The number of open parentheses around it; the parentheses themselves count as outside. */
  readonly depth: number;
}

const TOKEN =
  /\s+|--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\d+|[a-z_]\w*|\d+(?:\.\d+)?|::|:=|=>|<>|!=|<=|>=|->>|->|@@|\|\||[^\s]/giy;

/** Splits an SQL text as far as its mutants need it. */
export function sqlTokens(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  let depth = 0;
  for (const match of sql.matchAll(TOKEN)) {
    const [written] = match;
    if (/^(?:\s|--|\/\*)/.test(written)) continue;
    if (written === ')') depth -= 1;
    const text = /^[a-z_]/i.test(written) ? written.toLowerCase() : written;
    tokens.push({ text, start: match.index, end: match.index + written.length, depth });
    if (written === '(') depth += 1;
  }
  return tokens;
}
