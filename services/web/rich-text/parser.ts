import MarkdownIt, { type MarkdownIt as Parser, type StateBlock } from 'markdown-it';

/** Lists within lists. What is nested deeper stays the text that was typed. */
const MAX_LIST_DEPTH = 4;

/** `---`, `* * *`: a rule, which the subset does not have. */
const RULE = /^([-*_])(?:[ \t]*\1){2,}[ \t]*$/;

/** The first line of a list. A number of four digits is a year; a marker without a text is no list. */
const LIST_ITEM = /^(?:[-*]|\d{1,3}[.)])[ \t]+\S/;

const HEADING = /^#{1,2}[ \t]+\S/;

type BlockRule = Parameters<Parser['block']['ruler']['at']>[1];

/** markdown-it's own rule of this name. */
function blockRule(name: string): BlockRule {
  const [rule] = new MarkdownIt('zero').enable(name).block.ruler.getRules('');
  if (rule === undefined) throw new Error(`markdown-it has no rule ${name}`);
  return rule;
}

function lineOf({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string {
  return src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]);
}

/**
 * `Kolleg*innen` is a word: one `*` within a word marks nothing. Two do, because Chinese, Japanese and Thai have no spaces between
 * words.
 */
class InlineState extends MarkdownIt.StateInline {
  override scanDelims(start: number, canSplitWord: boolean) {
    const found = super.scanDelims(start, canSplitWord);
    return found.length === 1 && canSplitWord ? super.scanDelims(start, false) : found;
  }
}

const WEB = /^https?:\/\/[^/?#\\]/i;

/** Whether a link may lead there: to an absolute web address without a name and a password in it, or to an email address. */
function isAllowed(href: string): boolean {
  if (!URL.canParse(href)) return false;
  const { protocol, username, password, pathname } = new URL(href);
  if (protocol === 'mailto:') return pathname !== '';
  return WEB.test(href) && username === '' && password === '';
}

/** markdown-it with the rules of the subset alone: paragraphs, two levels of headings, bold, italic, lists and links. */
export function createParser(): Parser {
  const parser = new MarkdownIt('zero').enable([
    ...['heading', 'list', 'emphasis', 'link', 'escape'],
    ...['balance_pairs', 'fragments_join'],
  ]);
  const [list, heading] = [blockRule('list'), blockRule('heading')];
  const alt = ['paragraph', 'reference', 'blockquote'];
  parser.block.ruler.at(
    'list',
    (state, line, ...rest) => {
      const text = lineOf(state, line);
      const isList = LIST_ITEM.test(text) && !RULE.test(text) && state.level < 2 * MAX_LIST_DEPTH;
      return isList && list(state, line, ...rest);
    },
    { alt },
  );
  parser.block.ruler.at(
    'heading',
    (state, line, ...rest) =>
      state.level === 0 && HEADING.test(lineOf(state, line)) && heading(state, line, ...rest),
    { alt },
  );
  // An image is no link behind an exclamation mark.
  parser.inline.ruler.before('link', 'image_as_typed', (state, silent) => {
    if (!state.src.startsWith('![', state.pos)) return false;
    if (!silent) state.pending += '![';
    state.pos += 2;
    return true;
  });
  parser.inline.State = InlineState;
  parser.validateLink = isAllowed;
  return parser;
}
