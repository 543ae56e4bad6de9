import { type SqlToken, sqlTokens } from './sql-tokens.ts';

/** Characters of a text, and what replaces them. */
export interface SqlChange {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** The text after all the changes, of which none overlaps another. */
export function changed(sql: string, changes: readonly SqlChange[]): string {
  return changes
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, replacement }) => `${text.slice(0, start)}${replacement}${text.slice(end)}`,
      sql,
    );
}

/** One change of an SQL text. */
export interface SqlMutant {
  readonly mutator: 'SqlConjunct' | 'SqlComparison' | 'SqlLock' | 'SqlAssignment' | 'SqlOrder' | 'SqlCall';
  readonly original: string;
  readonly replacement: string;
  /** What is replaced, and by what. */
  readonly change: SqlChange;
  /** What the place of the change follows from: of a condition, and of an item of an order, the word before it. */
  readonly at: number;
}

type Change = SqlChange & Pick<SqlMutant, 'mutator'> & { readonly at?: number };

/**
 * Every mutant of a statement, or of the body of a function, also in PL/pgSQL. A dropped condition stays in the text without effect, as `((a) or true)`, so that each
 * parameter keeps its type and position: otherwise PostgreSQL would reject the statement, which proves nothing about tests.
 */
export function sqlMutants(sql: string): SqlMutant[] {
  const tokens = sqlTokens(sql);
  const assignments = assignmentsOf(tokens);
  const changes = [
    ...conjuncts(sql, tokens),
    ...comparisons(tokens, new Set(assignments.map(({ equals }) => equals))),
    ...locks(sql, tokens),
    ...assignments.map((assignment) => droppedAssignment(sql, assignment)),
    ...orders(sql, tokens),
    ...branches(sql, tokens),
    ...calls(tokens),
    ...variables(sql, tokens),
  ];
  return changes.map((change) => shown(sql, change));
}

/** With the adjacent words: an operator alone is hard to locate. */
function shown(sql: string, { start, end, mutator, replacement, at = start }: Change): SqlMutant {
  const before = /\S*\s*$/.exec(sql.slice(0, start))?.[0] ?? '';
  const after = /^\s*\S*/.exec(sql.slice(end))?.[0] ?? '';
  return {
    mutator,
    original: `${before}${sql.slice(start, end)}${after}`,
    replacement: `${before}${replacement}${after}`,
    change: { start, end, replacement },
    at,
  };
}

const CLAUSES = new Set(['where', 'having', 'on', 'when']);
const CLAUSE_ENDS = new Set(
  'where having on when then group order limit offset for returning union except intersect window join left right inner cross full set values'.split(
    ' ',
  ),
);

/** The tokens of a clause: to its end at the same depth, or to the closing parenthesis around it. */
function clauseFrom(tokens: readonly SqlToken[], begin: number, ends: ReadonlySet<string>): SqlToken[] {
  const depth = tokens[begin]?.depth ?? 0;
  const clause: SqlToken[] = [];
  for (const token of tokens.slice(begin)) {
    if (token.depth < depth || token.text === ';') break;
    if (token.depth === depth && ends.has(token.text)) break;
    clause.push(token);
  }
  return clause;
}

function splitAt(clause: readonly SqlToken[], isSeparator: (token: SqlToken) => boolean): SqlToken[][] {
  const parts: SqlToken[][] = [[]];
  for (const token of clause) {
    if (isSeparator(token)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

/** Each condition of a clause is dropped; an `or` becomes an `and`. */
function conjuncts(sql: string, tokens: readonly SqlToken[]): Change[] {
  const changes: Change[] = [];
  tokens.forEach((token, index) => {
    if (token.text === 'or') changes.push({ ...spanOf([token]), mutator: 'SqlConjunct', replacement: 'and' });
    if (!CLAUSES.has(token.text) || /^con(?:flict|straint)$/.test(tokens[index + 1]?.text ?? '')) return;
    // A handler of PL/pgSQL names errors.
    if (tokens[index - 1]?.text === 'exception') return;
    const clause = clauseFrom(tokens, index + 1, CLAUSE_ENDS);
    const { depth } = token;
    const hasOr = clause.some((one) => one.depth === depth && one.text === 'or');
    let isBetween = false;
    const parts = splitAt(clause, (one) => {
      if (one.depth !== depth || hasOr) return false;
      if (one.text === 'between') isBetween = true;
      if (one.text !== 'and') return false;
      if (!isBetween) return true;
      isBetween = false;
      return false;
    });
    for (const part of parts) {
      // `case x when 'a' then`: a value.
      if (part.length === 1 && /^['\d]/.test(part[0]?.text ?? '')) continue;
      const span = spanOf(part);
      const replacement = `((${sql.slice(span.start, span.end)}) or true)`;
      changes.push({ ...span, mutator: 'SqlConjunct', replacement, at: startBefore(tokens, part) });
    }
  });
  return changes;
}

/** Where the token before these begins. */
function startBefore(tokens: readonly SqlToken[], [first]: readonly SqlToken[]): number {
  return tokens.findLast(({ start }) => start < (first?.start ?? 0))?.start ?? 0;
}

const FLIPPED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '=': '<>',
  '<>': '=',
  '!=': '=',
};

/** Before or after: no test makes a row of exactly the present microsecond. */
const FLIPPED_TIME: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

const isNow = (token: SqlToken | undefined) => token?.text === 'now' || token?.text === 'clock_timestamp';

function comparisons(tokens: readonly SqlToken[], assigning: ReadonlySet<SqlToken>): Change[] {
  const changes: Change[] = [];
  const change = (span: readonly SqlToken[], replacement: string) =>
    void changes.push({ ...spanOf(span), mutator: 'SqlComparison', replacement });
  tokens.forEach((token, index) => {
    const [previous, next, afterNext] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]];
    const isOfNow = isNow(next) || (previous?.text === ')' && isNow(tokens[index - 3]));
    // `get diagnostics x = …` and `using errcode = …` compare nothing.
    if (tokens[index - 2]?.text === 'diagnostics' || previous?.text === 'errcode') return;
    const flipped = (isOfNow ? FLIPPED_TIME[token.text] : undefined) ?? FLIPPED[token.text];
    if (flipped !== undefined && !assigning.has(token)) {
      if (token.text === '=' && next?.text === 'any') change([token, next], '<> all');
      else change([token], flipped);
    }
    if (token.text === 'is') {
      const isNegated = next?.text === 'not';
      const what = isNegated ? afterNext : next;
      if (what?.text === 'null' || what?.text === 'distinct') {
        change(isNegated && next !== undefined ? [token, next] : [token], isNegated ? 'is' : 'is not');
      }
    }
    const isLoop = /^for(?:each)?$/.test(tokens[index - 2]?.text ?? '');
    if (token.text === 'exists' || (token.text === 'in' && !isLoop)) {
      if (previous?.text === 'not') change([previous, token], token.text);
      else change([token], `not ${token.text}`);
    }
  });
  return changes;
}

const LOCK_WORDS = new Set('for update share no key of nowait skip locked'.split(' '));

function locks(sql: string, tokens: readonly SqlToken[]): Change[] {
  const changes: Change[] = [];
  const drop = (span: { start: number; end: number }, replacement = '') =>
    void changes.push({ ...span, mutator: 'SqlLock', replacement });
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (token.text === 'for' && ['update', 'share', 'no', 'key'].includes(next?.text ?? '')) {
      const clause: SqlToken[] = [];
      for (const one of tokens.slice(index)) {
        const isName = clause.at(-1)?.text === 'of' || clause.at(-1)?.text === ',' || one.text === ',';
        if (one.depth < token.depth || (!LOCK_WORDS.has(one.text) && !isName)) break;
        clause.push(one);
      }
      drop(spanOf(clause));
    }
    if (token.text === 'skip' && next?.text === 'locked') drop(spanOf([token, next]));
    if (token.text === 'pg_advisory_xact_lock') drop(spanOf([token]), 'pg_advisory_xact_lock_shared');
    if (token.text === 'pg_advisory_xact_lock_shared') {
      const call = clauseFrom(tokens, index + 1, new Set([',', 'from', 'as']));
      const end = call.at(-1)?.end ?? token.end;
      drop({ start: token.start, end }, `(case when false then ${sql.slice(token.start, end)} end)`);
    }
  });
  return changes;
}

interface Assignment {
  readonly column: SqlToken;
  readonly equals: SqlToken;
  readonly value: readonly SqlToken[];
  /** The name of the changed row. */
  readonly target: string;
}

function assignmentsOf(tokens: readonly SqlToken[]): Assignment[] {
  return tokens.flatMap((token, index) => {
    if (token.text !== 'set') return [];
    const clause = clauseFrom(tokens, index + 1, new Set(['where', 'from', 'returning']));
    const parts = splitAt(clause, (one) => one.text === ',' && one.depth === token.depth);
    return parts.flatMap(([column, equals, ...value]) =>
      column !== undefined && equals?.text === '=' && value.length > 0 && value[0]?.text !== 'default'
        ? [{ column, equals, value, target: targetOf(tokens, index) }]
        : [],
    );
  });
}

/** The alias or the name of the table of the `update` or `insert` before a `set`. */
function targetOf(tokens: readonly SqlToken[], set: number): string {
  const isHead = (token: SqlToken, index: number) =>
    index < set &&
    token.depth === tokens[set]?.depth &&
    (token.text === 'into' || (token.text === 'update' && tokens[index - 1]?.text !== 'do'));
  const head = tokens.findLastIndex(isHead);
  const name: string[] = [];
  for (const { text } of tokens.slice(head + 1, set)) {
    if (text === 'as') continue;
    if (!/^[a-z_."]/.test(text) || text === 'values' || text === 'select' || text === 'set') break;
    name.push(text);
  }
  // `schema . table [alias]`
  return name.at(-1) ?? '';
}

function droppedAssignment(sql: string, { column, value, target }: Assignment): Change {
  const { start, end } = spanOf(value);
  const name = sql.slice(column.start, column.end);
  const kept = `case when true then ${target}.${name} else ${sql.slice(start, end)} end`;
  return { start: column.start, end, mutator: 'SqlAssignment', replacement: `${name} = ${kept}` };
}

/** Each `order by` in the reverse direction. */
function orders(sql: string, tokens: readonly SqlToken[]): Change[] {
  return tokens.flatMap((token, index) => {
    if (token.text !== 'order' || tokens[index + 1]?.text !== 'by') return [];
    const clause = clauseFrom(tokens, index + 2, new Set(['limit', 'offset', 'for', 'rows', 'union']));
    const items = splitAt(clause, (one) => one.text === ',' && one.depth === token.depth);
    return items.map((item): Change => {
      const span = spanOf(item);
      const written = sql.slice(span.start, span.end);
      const isDescending = item.some(({ text, depth }) => text === 'desc' && depth === token.depth);
      const replacement = isDescending
        ? written.replace(/\bdesc\b/i, 'asc')
        : `${written.replace(/\basc\b/i, '')} desc`;
      return { ...span, mutator: 'SqlOrder', replacement, at: startBefore(tokens, item) };
    });
  });
}

/** Each condition of an `if` or `while` of PL/pgSQL is never met, and that of an `if` always. */
function branches(sql: string, tokens: readonly SqlToken[]): Change[] {
  return tokens.flatMap(({ text }, index): Change[] => {
    if (!/^(?:if|elsif|while)$/.test(text)) return [];
    const condition = clauseFrom(tokens, index + 1, new Set(['then', 'loop']));
    // `end if;`
    if (condition.length === 0) return [];
    const span = spanOf(condition);
    const constants = text === 'while' ? ['and false'] : ['or true', 'and false'];
    return constants.map((constant) => ({
      ...span,
      mutator: 'SqlConjunct',
      replacement: `((${sql.slice(span.start, span.end)}) ${constant})`,
    }));
  });
}

/** What PL/pgSQL calls or raises as a statement of its own is left out. */
function calls(tokens: readonly SqlToken[]): Change[] {
  return tokens.flatMap(({ text }, index): Change[] =>
    text === 'perform' || (text === 'raise' && tokens[index + 1]?.text === 'exception')
      ? [{ ...spanOf(clauseFrom(tokens, index, new Set())), mutator: 'SqlCall', replacement: 'null' }]
      : [],
  );
}

const BEFORE_STATEMENT = new Set(['begin', ';', 'then', 'else', 'loop']);

/** A variable of PL/pgSQL keeps its value. */
function variables(sql: string, tokens: readonly SqlToken[]): Change[] {
  return tokens.flatMap((token, index): Change[] => {
    if (token.text !== ':=') return [];
    const begin = tokens.findLastIndex(({ text }, at) => at < index && BEFORE_STATEMENT.has(text)) + 1;
    const name = sql.slice(tokens[begin]?.start, tokens[index - 1]?.end);
    // A declaration names the type, too.
    if (/\s/.test(name)) return [];
    const { start, end } = spanOf(clauseFrom(tokens, index + 1, new Set()));
    const replacement = `case when true then ${name} else ${sql.slice(start, end)} end`;
    return [{ start, end, mutator: 'SqlAssignment', replacement, at: token.start }];
  });
}

function spanOf(tokens: readonly SqlToken[]): { start: number; end: number } {
  return { start: tokens[0]?.start ?? 0, end: tokens.at(-1)?.end ?? 0 };
}
