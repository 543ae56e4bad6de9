import type { Token } from 'markdown-it';
import { createParser } from './parser.ts';
import type { Block, Inline, RichText } from './tree.ts';

/** Bold, italic and links within each other. Deeper marks stay the characters that were typed. */
const MAX_INLINE_DEPTH = 6;

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

const parser = createParser();

/**
 * Parses a text in the subset of Markdown that job posts and companies have. Everything else in it, HTML too, is text as it was typed.
 * @param source as the API stores it; the time grows with its length, whatever is in it (decision 0043).
 */
export function parseRichText(source: string): RichText {
  const blocks = blocksOf(parser.parse(source, {}).values());
  const first = blocks.find((block) => block.type === 'heading');
  if (first?.level !== 2) return blocks;
  // The page's own headings are above: no level may be missing between them and the first one.
  return blocks.map((block) => (block === first ? { ...first, level: 1 } : block));
}

/** The blocks up to the end of the list item. An array's iterator goes on where a loop has left it. */
function blocksOf(tokens: ArrayIterator<Token>): Block[] {
  const blocks: Block[] = [];
  let opening: Token | undefined;
  for (const token of tokens) {
    if (token.type === 'list_item_close') break;
    if (token.type === 'inline') blocks.push(textBlock(opening, token));
    else if (token.type === 'bullet_list_open') {
      blocks.push({ type: 'list', start: null, items: itemsOf(tokens) });
    } else if (token.type === 'ordered_list_open') {
      const start = Number(token.attrGet('start') ?? 1);
      blocks.push({ type: 'list', start, items: itemsOf(tokens) });
    } else opening = token;
  }
  return blocks;
}

function itemsOf(tokens: ArrayIterator<Token>): RichText[] {
  const items: RichText[] = [];
  for (const token of tokens) {
    if (token.type !== 'list_item_open') break;
    items.push(blocksOf(tokens));
  }
  return items;
}

/** @param opening the token of the paragraph or heading. */
function textBlock(opening: Token | undefined, { children }: Token): Block {
  const inlines = inlinesOf((children ?? []).values(), 0);
  if (opening?.type === 'heading_open') {
    return { type: 'heading', level: opening.tag === 'h1' ? 1 : 2, children: inlines };
  }
  return { type: opening?.hidden ? 'line' : 'paragraph', children: inlines };
}

/** The parts of a line up to the end of the mark around them. */
function inlinesOf(tokens: ArrayIterator<Token>, depth: number): Inline[] {
  const inlines: Inline[] = [];
  /** How the marks end that are shown as typed. */
  const typedEnds: string[] = [];
  const addText = (text: string) => {
    const last = inlines.at(-1);
    if (typeof last === 'string') inlines[inlines.length - 1] = last + text;
    else if (text !== '') inlines.push(text);
  };
  for (const token of tokens) {
    if (token.nesting < 0) {
      const end = typedEnds.pop();
      if (end === undefined) break;
      addText(end);
    } else if (token.nesting > 0) {
      const href = token.attrGet('href')?.toString() ?? null;
      const isLink = href !== null;
      const [begin, end] = isLink ? ['[', `](${href})`] : [token.markup, token.markup];
      if (depth === MAX_INLINE_DEPTH || href === '') {
        addText(begin);
        typedEnds.push(end);
        continue;
      }
      const children = inlinesOf(tokens, depth + 1);
      if (!isLink) inlines.push({ type: token.tag === 'strong' ? 'bold' : 'italic', children });
      else if (children.some(isVisible)) inlines.push({ type: 'link', href, children });
      else addText(`[${children.map(textOf).join('')}${end}`);
    } else addText(token.type === 'hardbreak' ? '\\\n' : token.content);
  }
  return inlines;
}

function textOf(inline: Inline): string {
  return typeof inline === 'string' ? inline : inline.children.map(textOf).join('');
}

function isVisible(inline: Inline): boolean {
  return VISIBLE.test(textOf(inline));
}
