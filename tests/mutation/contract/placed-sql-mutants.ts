/** Finds where in the sources a mutant of an SQL text is written: statements share texts. */
import { parse } from '@babel/parser';
import { changed, type SqlChange, type SqlMutant, sqlMutants } from './sql-mutants.ts';

/** A literal of a source, or a part of one between two `${…}`. */
interface Literal {
  readonly file: string;
  /** Matches the name of the statement whose text it is written in; undefined: it is in none's. */
  readonly statement: RegExp | undefined;
  readonly line: number;
  readonly text: string;
}

/** A shorter one, as `a.id = $1`, is written in several files that do not share it; a single word, as a refusal's code, is no SQL. */
const MIN_SHARED_LENGTH = 20;
const isShared = ({ statement, text }: Literal) =>
  statement === undefined && text.length >= MIN_SHARED_LENGTH && /\s/.test(text.trim());

/** A change of the literal that the mutant is in: it changes each statement that contains the literal, wherever it does. */
export interface PlacedSqlMutant {
  readonly file: string;
  readonly line: number;
  readonly mutator: SqlMutant['mutator'];
  readonly original: string;
  readonly replacement: string;
  /** The changed texts by those of the statements. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * The mutants that are written in the sources. A text that one of their statements takes from another file is mutated with
 * that file.
 * @param sources by path.
 * @param statements names by text: of these files, or statements of others that take texts from them.
 */
export function placedSqlMutants(
  sources: ReadonlyMap<string, string>,
  statements: ReadonlyMap<string, string>,
): PlacedSqlMutant[] {
  const literals = [...sources].flatMap(([file, source]) => literalsOf(file, source));
  const placed = new Map<
    string,
    Omit<PlacedSqlMutant, 'texts'> & { readonly changes: Map<string, Changes> }
  >();
  // In one order, whatever test is the first to send one.
  for (const [text, name] of [...statements].toSorted(([, one], [, other]) => one.localeCompare(other))) {
    const occurrences = occurrencesIn(text, name, literals);
    for (const mutant of sqlMutants(text)) {
      const place = occurrences.find(({ start, end }) => start <= mutant.at && mutant.at < end);
      if (place === undefined) continue;
      const { file, line, text: written } = place.literal;
      const offset = mutant.at - place.start;
      const key = `${literals.indexOf(place.literal)} ${offset} ${mutant.mutator}`;
      const changes = placed.get(key)?.changes ?? new Map<string, Changes>();
      // By occurrence.
      const ofText = changes.get(text) ?? new Map<number, SqlChange>();
      changes.set(text, ofText.set(place.start, mutant.change));
      if (!placed.has(key))
        placed.set(key, {
          file,
          line: line + written.slice(0, offset).split('\n').length - 1,
          mutator: mutant.mutator,
          original: `${name}: ${mutant.original}`,
          replacement: mutant.replacement,
          changes,
        });
    }
  }
  return [...placed.values()].map(({ changes, ...mutant }) => ({
    ...mutant,
    texts: new Map([...changes].map(([text, ofText]) => [text, changed(text, [...ofText.values()])])),
  }));
}

/** The changes of one text by the places of the literal in it. */
type Changes = Map<number, SqlChange>;

interface Occurrence {
  readonly literal: Literal;
  readonly start: number;
  readonly end: number;
}

/** What a statement has between two texts from elsewhere, which may contain the same words. */
const JOINS = /^\s*(?:where|and|)\s*$/;

/**
 * Those of the statement's own literals, then those of texts that statements share, the longest first. A mere “where” or “and” has a
 * place only if there is one alone before the statement's next literal.
 */
function occurrencesIn(text: string, name: string, literals: readonly Literal[]): readonly Occurrence[] {
  let from = 0;
  const own: Occurrence[] = [];
  const written = literals.filter(({ statement }) => statement?.test(name));
  for (const [index, literal] of written.entries()) {
    const start = text.indexOf(literal.text, from);
    if (start === -1) break;
    const next = written.slice(index + 1).find((later) => !JOINS.test(later.text));
    const until = next === undefined ? text.length : text.indexOf(next.text, from);
    const isCertain = !JOINS.test(literal.text) || countOf(literal.text, text.slice(from, until)) === 1;
    if (!isCertain) continue;
    from = start + literal.text.length;
    own.push({ literal, start, end: from });
  }
  const shared = literals.filter(isShared).flatMap((literal) => everyOccurrence(text, literal));
  return [...own, ...shared.toSorted((one, other) => other.end - other.start - (one.end - one.start))];
}

function countOf(part: string, text: string): number {
  return text.split(part).length - 1;
}

function everyOccurrence(text: string, literal: Literal): Occurrence[] {
  const found: Occurrence[] = [];
  for (let start = text.indexOf(literal.text); start !== -1; start = text.indexOf(literal.text, start + 1))
    found.push({ literal, start, end: start + literal.text.length });
  return found;
}

interface Node {
  readonly type: string;
  readonly loc: { readonly start: { readonly line: number } };
  readonly [part: string]: unknown;
}

function literalsOf(file: string, source: string): Literal[] {
  const literals: Literal[] = [];
  const visit = (part: unknown, statement: RegExp | undefined): void => {
    if (Array.isArray(part)) for (const one of part) visit(one, statement);
    if (!isNode(part)) return;
    const text = textOf(part);
    if (text !== '') literals.push({ file, statement, line: part.loc.start.line, text });
    const named = statementOf(part);
    if (named === null) for (const one of Object.values(part)) visit(one, statement);
    // Of a text that a constant has, or a function makes, the statement does not know the literals.
    else visit(named.sql, /Literal$/.test(named.sql.type) ? named.name : undefined);
  };
  visit(parse(source, { sourceType: 'module', plugins: ['typescript'] }).program, undefined);
  return literals;
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && 'type' in part && 'loc' in part;
}

function textOf({ type, value }: Node): string {
  if (type === 'StringLiteral') return String(value);
  return type === 'TemplateElement' ? (value as { readonly cooked: string }).cooked : '';
}

/** `statement('name', …)`, or with a template for several names. */
function statementOf({
  type,
  callee,
  arguments: given,
}: Node): { readonly name: RegExp; readonly sql: Node } | null {
  if (type !== 'CallExpression' || !isNode(callee) || callee['name'] !== 'statement') return null;
  const [name, sql] = given as Node[];
  if (name === undefined || sql === undefined || !/Literal$/.test(name.type)) return null;
  const parts = name.type === 'StringLiteral' ? [name] : (name['quasis'] as Node[]);
  return { name: new RegExp(`^${parts.map(textOf).join('\\w+')}$`), sql };
}
