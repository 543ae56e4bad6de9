/** A query as text for `to_tsquery`: each operand is quoted and holds letters and digits only. */
export interface AskedWords {
  /** What a post must have. */
  readonly required: string;
  /** As `required`, of the last alternative and without its last word; empty without a `beginning`. */
  readonly rest: string;
  /** The last word, which the visitor may not have finished: a post may have a longer one. */
  readonly beginning: string;
  /** All words, any of which counts for the rank. */
  readonly ranked: string;
}

/** Words of a query that a post does not need; they only count for its rank. */
const OPTIONAL = new Set('a an and as at by for from in is job jobs near of on or the to with'.split(' '));

const MAX_WORDS = 16;

/** So many words of a query are corrected: each is looked up with all that are like it (F8). */
const MAX_CORRECTED = 8;

/** Only words of at least so many letters are corrected: shorter ones are like too many others. */
const MIN_CORRECTABLE = 4;

interface Term {
  readonly kind: 'word' | 'phrase' | 'excluded';
  readonly words: readonly string[];
}

/**
 * Parses a query as web searches do: all words, "a phrase", -excluded, one or another. Two adjacent words also match as one
 * ("front end": "frontend").
 */
export function askedWords(query: string): AskedWords {
  const alternatives = parse(query);
  const last = alternatives.at(-1) ?? [];
  const word = last.at(-1);
  const isBeginning =
    word?.kind === 'word' && word.words.every((text) => text.length >= 2 && !OPTIONAL.has(text));
  const words = alternatives.flatMap((terms) => terms.flatMap((_, at) => rankedWords(terms, at)));
  return {
    required: alternatives.map((terms) => requiredText(terms)).join(' | '),
    rest: isBeginning ? requiredText(last.slice(0, -1)) : '',
    beginning: isBeginning ? `${quoted(word.words)}:*` : '',
    ranked: words.map((text) => quoted([text])).join(' | '),
  };
}

/** The words among the first eight of a query whose typing errors can be corrected, each once. */
export function correctableWords(query: string): readonly string[] {
  const words = parse(query)
    .flat()
    .filter(({ kind }) => kind !== 'excluded')
    .flatMap((term) => term.words);
  return [...new Set(words)]
    .slice(0, MAX_CORRECTED)
    .filter(
      (word) => word.length >= MIN_CORRECTABLE && /^\p{Alphabetic}+$/u.test(word) && !OPTIONAL.has(word),
    );
}

/** Replaces words of a query by their corrections. */
export function replaceWords(query: string, corrections: ReadonlyMap<string, string>): string {
  return query.normalize('NFKC').replace(WORD, (word) => corrections.get(word.toLowerCase()) ?? word);
}

/** Letters and digits, as in `employer.search_text`. */
const WORD = /[\p{Alphabetic}\p{Nd}]+/gu;

const TOKEN = /(-?)(?:"([^"]*)"?|([^\s"]+))/gu;

/** The query's alternatives, each with the terms that it requires. */
function parse(query: string): readonly (readonly Term[])[] {
  const text = query
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('c++', 'cplusplus')
    .replaceAll('c#', 'csharp');
  const alternatives: Term[][] = [[]];
  let room = MAX_WORDS;
  for (const [, minus = '', phrase, plain = ''] of text.matchAll(TOKEN)) {
    if (plain === 'or' && minus === '') {
      alternatives.push([]);
      continue;
    }
    const words = ((phrase ?? plain).match(WORD) ?? []).slice(0, room);
    room -= words.length;
    const terms = alternatives.at(-1) ?? [];
    if (words.length === 0) continue;
    if (minus !== '') terms.push({ kind: 'excluded', words });
    else if (phrase !== undefined) terms.push({ kind: 'phrase', words });
    else terms.push(...words.map((word): Term => ({ kind: 'word', words: [word] })));
  }
  return alternatives.filter((terms) => terms.length > 0);
}

function requiredText(terms: readonly Term[]): string {
  const isOptional = ({ kind, words }: Term) => kind === 'word' && words.every((word) => OPTIONAL.has(word));
  const hasOthers = terms.some((term) => term.kind !== 'excluded' && !isOptional(term));
  return terms
    .map((term, at) => {
      if (term.kind === 'excluded') return `!(${quoted(term.words)})`;
      if (hasOthers && isOptional(term)) return '';
      return term.kind === 'phrase' ? `(${quoted(term.words)})` : `(${anyOf(rankedWords(terms, at))})`;
    })
    .filter((text) => text !== '')
    .join(' & ');
}

/** The words of a term, and a plain word joined with its neighbours. */
function rankedWords(terms: readonly Term[], at: number): readonly string[] {
  const term = terms[at];
  if (term === undefined || term.kind === 'excluded') return [];
  const [word = ''] = term.words;
  const [before, after] = [plainWord(terms[at - 1]), plainWord(terms[at + 1])];
  if (plainWord(term) === '') return term.words;
  return [word, before === '' ? '' : before + word, after === '' ? '' : word + after].filter(
    (text) => text !== '',
  );
}

function plainWord(term: Term | undefined): string {
  const [word = ''] = term?.kind === 'word' ? term.words : [];
  return OPTIONAL.has(word) ? '' : word;
}

function anyOf(words: readonly string[]): string {
  return words.map((word) => quoted([word])).join(' | ');
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(' <-> ');
}
